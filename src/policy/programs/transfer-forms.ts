import { each, words } from './words.ts';
import { final, type WriteForm } from './write-form.ts';

/** Programs that bring files here from other places, or from what they keep. */
export const transferForms: Readonly<Record<string, readonly WriteForm[]>> = {
  git: [
    { under: /^init$/, operandsFrom: 1, valued: words('-b --initial-branch --template --object-format') },
    {
      under: /^clone$/,
      operandsFrom: 2,
      valued: words(
        '-b --branch -o --origin -c --config -j --jobs -u --upload-pack --depth --reference --template --filter --shallow-since --shallow-exclude',
      ),
    },
    { options: words('--separate-git-dir --export-marks') },
    { under: /^(?:am|apply|subtree|checkout-index)$/, options: words('--directory --prefix') },
    {
      under: /^worktree$/,
      given: /^add$/,
      operandsFrom: 2,
      operandsTo: 3,
      valued: words('-b -B --reason'),
    },
    { under: /^worktree$/, given: /^(?:remove|move)$/, operandsFrom: 2, isRemoved: true },
    { under: /^bundle$/, given: /^create$/, operandsFrom: 2, operandsTo: 3 },
    {
      under: /^submodule$/,
      given: /^add$/,
      operandsFrom: 3,
      valued: words('-b --branch --name --reference --depth'),
    },
    { under: /^merge-file$/, unless: /^(?:-p|--stdout)$/, operandsFrom: 1, operandsTo: 2, valued: ['-L'] },
    { under: /^stash$/, given: /^push$/, operandsFrom: 2, valued: words('-m --message') },
  ],
  ...each('hg svn', [{ under: /^(?:checkout|co|export|clone)$/, operandsFrom: 2 }]),
  gh: [
    { under: /^(?:repo|gist)$/, given: /^clone$/, operandsFrom: 3, operandsTo: 4 },
    { given: /^download$/, options: words('-D --dir -O --output') },
  ],
  curl: [
    {
      options: words(
        '-D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --libcurl --hsts --alt-svc --etag-save --output-dir',
      ),
    },
  ],
  wget: [{ options: words('-a --append-output --save-cookies --warc-file') }],
  aria2c: [{ options: words('-d --dir -l --log --save-session') }],
  ...each('tcpdump tshark', [{ options: ['-w'] }]),
  ...each('aws gsutil', [{ given: /^(?:cp|mv|sync|rsync)$/, ...final(2) }]),
  rclone: [{ under: /^(?:copy|copyto|move|moveto|sync|bisync)$/, ...final(2) }],
  ...each('docker podman kubectl', [{ given: /^cp$/, ...final(2) }]),
};
