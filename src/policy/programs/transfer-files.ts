import { doing, type FilesRow, final, type WriteForm } from './program-file.ts';
import { words } from './words.ts';

const sent = words('-d --data --data-binary --data-ascii --data-urlencode --json --url-query');
const local = /^file:(?:\/\/(?:localhost|127\.0\.0\.1)?)?(\/.+)$/is;
/** The last name of an address, under which what is there is kept. */
const lastName = /^(?:\w+:\/\/)?[^?#]*\/([^/?#]+)/s;
/** The path of an address, which may be kept too. */
const pathThere = /^(?:\w+:\/\/)?[^/?#]+\/([^?#]+)/s;
/** A file, perhaps of a commit. */
const inCommit = /^(?:[^:]{0,1000}:)?(?:\.\/)?(.+)$/s;
/** Files that git restores or removes by name. */
const restored: WriteForm = { under: /^(?:restore|checkout|clean)$/, operandsFrom: 1, isFirm: true };

/** Addresses of `socat` that open or make a file. */
const address =
  /(?:^|!!)(?:file|open|gopen|creat|create|pipe|fifo|unix-l|unix-listen|unix-recv\w*):(?![^!]*,rdonly)([^,!]+)/gi;

/** Programs that bring files here from other places, or from what they keep, and send or copy them there. */
export const transferFiles = (): readonly FilesRow[] => [
  doing('git', {
    lists: { options: ['--pathspec-from-file'] },
    reads: [
      { options: ['--contents', '--add-file'] },
      { under: /^(commit|tag|notes|config)$/, options: ['-F', '--file'] },
      { under: /^config$/, options: ['-f'] },
      {
        under: /^(archive|format-patch|interpret-trailers|difftool)$/,
        operandsFrom: 1,
        operand: inCommit,
        valued: words('-o --output'),
      },
      { under: /^hash-object$/, operandsFrom: 1, valued: words('-t --path') },
      // Forms of what shows files that no profile takes for harmless.
      { given: /^--(textconv|filters|ext-diff|no-index|output(=.*)?)$/s, operandsFrom: 1, operand: inCommit },
    ],
    writes: [
      { ...restored, unless: /^(?:-S|--staged|--cached|-n|--dry-run)$/ },
      { ...restored, given: /^--worktree$/ },
      { under: /^init$/, operandsFrom: 1, valued: words('-b --initial-branch --template --object-format') },
      {
        under: /^clone$/,
        operandsFrom: 2,
        valued: words(
          '-b --branch -o --origin -c --config -j --jobs -u --upload-pack --depth --reference --template --filter --shallow-since --shallow-exclude',
        ),
      },
      { options: words('--separate-git-dir --export-marks --index-output'), isFirm: true },
      {
        under: /^(?:am|apply|subtree|checkout-index)$/,
        options: words('--directory --prefix'),
        isFirm: true,
      },
      {
        under: /^worktree$/,
        given: /^add$/,
        operandsFrom: 2,
        operandsTo: 3,
        valued: words('-b -B --reason'),
        isFirm: true,
      },
      { under: /^worktree$/, given: /^(?:remove|move)$/, operandsFrom: 2, isRemoved: true, isFirm: true },
      { under: /^bundle$/, given: /^create$/, operandsFrom: 2, operandsTo: 3, isFirm: true },
      {
        under: /^submodule$/,
        given: /^add$/,
        operandsFrom: 3,
        valued: words('-b --branch --name --reference --depth'),
      },
      { under: /^merge-file$/, unless: /^(?:-p|--stdout)$/, operandsFrom: 1, operandsTo: 2, valued: ['-L'] },
      { under: /^mv$/, ...final(2) },
      { under: /^mailinfo$/, operandsFrom: 1, operandsTo: 3 },
      { under: /^pack-objects$/, operandsFrom: 1, isFirm: true },
      {
        under: /^interpret-trailers$/,
        given: /^--in-place$/,
        operandsFrom: 1,
        valued: words('--trailer --where'),
        isFirm: true,
      },
      { under: /^stash$/, given: /^push$/, operandsFrom: 2, valued: words('-m --message') },
    ],
  }),
  doing('hg svn', { writes: [{ under: /^(?:checkout|co|export|clone)$/, operandsFrom: 2 }] }),
  doing('gh', {
    reads: [
      { under: /^gist$/, operandsFrom: 2 },
      { under: /^release$/, given: /^(?:create|upload)$/, operandsFrom: 3 },
    ],
    writes: [
      { under: /^(?:repo|gist)$/, given: /^clone$/, operandsFrom: 3, operandsTo: 4 },
      { given: /^download$/, options: words('-D --dir -O --output') },
    ],
  }),
  doing('curl', {
    reads: [
      { options: ['-F', '--form'], value: /^[^=]*=[@<](.+)$/s, between: /[,;"]+(?:headers=[@<]?)?/ },
      { options: sent, value: /^(?:[^=@]*)@(.+)$/s },
      { options: words('-H --header --proxy-header -w --write-out'), value: /^@(.+)$/s },
      { options: ['--variable'], value: /^[^=@]*@(.+)$/s },
      { options: ['-K', '--config'] },
      { options: ['-T', '--upload-file'], globbed: true },
      { options: ['--url'], value: local, operandsFrom: 0, operand: local, globbed: true },
    ],
    writes: [
      {
        options: words(
          '-D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --libcurl --hsts --alt-svc --etag-save --ssl-sessions --output-dir',
        ),
      },
      { options: words('-w --write-out'), value: /%output\{(?:>>)?([^}]+)\}/g },
      { options: words('-o --output'), fillsDevice: true },
      { given: /^(?:-[a-zA-Z:#]*O|--remote-name)/, operandsFrom: 0, operand: lastName },
    ],
  }),
  doing('wget', {
    reads: [{ options: words('--post-file --body-file -i --input-file') }],
    writes: [
      { options: words('-O --output-document'), isFirm: true, fillsDevice: true },
      { options: words('-P --directory-prefix'), isFirm: true },
      { unless: /^(?:-[a-zA-Z]*O|--output-d)/, operandsFrom: 0, operand: lastName },
      { given: /^(?:-[a-zA-Z]*[xrmp]|--force-d|--rec|--mir|--page)/, operandsFrom: 0, operand: pathThere },
      { options: words('-a --append-output --save-cookies --warc-file --hsts-file --rejected-log') },
    ],
  }),
  // Its complaints repeat what it does not understand of a list.
  doing('aria2c', {
    reads: [{ options: ['-i', '--input-file'] }],
    writes: [{ options: words('-d --dir -l --log --save-session') }],
  }),
  // The same of settings.
  doing('yt-dlp youtube-dl', { reads: [{ options: ['-a', '--batch-file', '--config-locations'] }] }),
  // Where a file stands in the requests of a client: `field@file`, `@file`.
  doing('http https xh', { reads: [{ operandsFrom: 0, operand: /^[^@]{0,1000}@(.+)$/s }] }),
  doing('sftp', { reads: [{ options: ['-b'] }] }),
  doing('ssh', { reads: [{ options: ['-F'], value: /^(?!.*\/\.ssh\/)(.+)$/s }] }),
  doing('rsync', { lists: { options: ['--files-from'], isApart: true } }),
  doing('socat', {
    reads: [{ operandsFrom: 0, operand: /^(?:FILE|OPEN|GOPEN):([^,]+)/i }],
    writes: [
      { unless: /^-[a-zA-Z]*[uU]$/, operandsFrom: 0, operand: address },
      { given: /^-[a-zA-Z]*u$/, operandsFrom: 1, operand: address },
      { given: /^-[a-zA-Z]*U$/, operandsFrom: 0, operandsTo: 1, operand: address },
    ],
  }),
  doing('tcpdump tshark', { writes: [{ options: ['-w'] }] }),
  doing('aws', {
    reads: [{ under: /^(cp|mv|sync)$/, operandsFrom: 2 }],
    writes: [{ given: /^(?:cp|mv|sync|rsync)$/, ...final(2) }],
  }),
  doing('gsutil', {
    reads: [{ under: /^(cp|mv|rsync)$/, operandsFrom: 1 }],
    writes: [{ given: /^(?:cp|mv|sync|rsync)$/, ...final(2) }],
  }),
  doing('rclone', {
    reads: [
      { under: /^cat$/, operandsFrom: 1 },
      { under: /^(copy|copyto|move|moveto|sync)$/, operandsFrom: 1, operandsTo: -1 },
      { under: /^serve$/, operandsFrom: 2 },
    ],
    writes: [{ under: /^(?:copy|copyto|move|moveto|sync|bisync)$/, ...final(2) }],
  }),
  doing('docker podman kubectl', {
    reads: [{ under: /^cp$/, operandsFrom: 1 }],
    writes: [{ given: /^cp$/, ...final(2) }, { options: words('--cidfile --iidfile --metadata-file') }],
  }),
  doing('ansible ansible-playbook', { reads: [{ options: ['-e', '--extra-vars'], value: /^@(.+)$/s }] }),
  doing('hub glab', {
    reads: [
      { under: /^(?:gist|snippet)$/, operandsFrom: 2 },
      { under: /^release$/, given: /^upload$/, operandsFrom: 3 },
    ],
  }),
  doing('lftp', {
    reads: [{ options: ['-e', '-c'], value: /\b(?:m?put|source|cat)\s+(?:-\w+\s+)*([^\s;'"]+)/g }],
  }),
  doing('mail mailx mutt', { reads: [{ options: ['-a', '-A', '--attach'] }] }),
];
