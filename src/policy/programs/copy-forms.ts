import { ownValue } from '../../core/record.ts';
import type { FileForm } from './file-form.ts';
import { valuedOf } from './program-options.ts';
import { responseForms, servedForms } from './served.ts';
import { each, words } from './words.ts';

const sent = words('-d --data --data-binary --data-ascii --data-urlencode --json --url-query');
const local = /^file:\/\/(?:localhost)?(\/.+)$/s;
/** A file, perhaps of a commit. */
const inCommit = /^(?:[^:]{0,1000}:)?(?:\.\/)?(.+)$/s;

/** Files that a statement, or a command of the program that sends it, has read. */
const inStatement =
  /(?:\\(?:i|ir|include|include_relative|copy\s[^;]{1,400}?\sfrom|lo_import|\.)\s+|\bsource\s+|\b(?:pg_read_(?:binary_)?file|load_file|lo_import)\s*\(\s*|\binfile\s+|\bcopy\s[^;]{1,400}?\sfrom\s+(?='))['"]?([^\s'";()]+)/gi;

/** What `openssl` reads: certificates, requests and lists of those that were withdrawn are for all to see, and so is a public key. */
const publicSubs = 'x509|req|crl|crl2pkcs7|verify|ocsp|ts|s_client|s_server|s_time|ca';
const ciphers: readonly FileForm[] = [
  { unless: new RegExp(`^(?:${publicSubs}|-pubout)$`), options: words('-in --in -inkey --inkey') },
  { unless: new RegExp(`^(?:${publicSubs})$`), given: /^--?text$/, options: words('-in --in') },
  {
    under: /^(dgst|sha\d[\d-]*|md5|storeutl)$/,
    operandsFrom: 1,
    valued: words(
      '-sign -verify -prverify -signature -out -hmac -mac -macopt -sigopt -passin -keyform -rand -provider -engine',
    ),
  },
];

const forms: Readonly<Record<string, readonly FileForm[]>> = {
  tar: [
    {
      under: /^(-(?=[A-Za-z]*[cru])[A-Za-z]+|--create|--append|--update)$/,
      options: ['-T', '--files-from'],
      operandsFrom: 0,
      valued: words(
        '-f -C -X -I -g -V --file --directory --exclude-from --exclude --transform --owner --group',
      ),
    },
  ],
  ar: [{ given: /^-[abifNlcSsuvoPVUDTO]*[rq]/, operandsFrom: 1, valued: words('-a -b -i -N') }],
  jar: [
    {
      given: /^(?:-[0efiMmPv]*[cu][0efiMmPv]*|--create|--update)$/,
      operandsFrom: 0,
      valued: words('-f --file -e -m -C --manifest'),
    },
  ],
  ...each('mksquashfs', [{ operandsFrom: 0, operandsTo: -1 }]),
  ...each('genisoimage mkisofs xorrisofs shar', [
    { operandsFrom: 0, valued: words('-o -V -b -c -p -publisher -A -x -m') },
  ]),
  zip: [{ operandsFrom: 1, valued: valuedOf.zip }],
  ...each('7z 7za 7zz rar', [{ under: /^a$/, operandsFrom: 2 }]),
  ...each(
    'pigz lz4 brotli gzip bzip2 xz wdiff colordiff m4 cpp xmllint ccat glow mdcat lolcat enscript a2ps lp lpr',
    [{ operandsFrom: 0 }],
  ),
  zstd: [{ operandsFrom: 0, valued: ['-o'] }],
  curl: [
    { options: ['-F', '--form'], value: /^[^=]*=[@<](.+)$/s, between: /[,;"]+/ },
    { options: sent, value: /^(?:[^=@]*)@(.+)$/s },
    { options: words('-H --header --proxy-header -w --write-out'), value: /^@(.+)$/s },
    { options: ['--variable'], value: /^[^=@]*@(.+)$/s },
    { options: ['-K', '--config'] },
    { options: ['-T', '--upload-file'], globbed: true },
    { options: ['--url'], value: local, operandsFrom: 0, operand: local, globbed: true },
  ],
  wget: [{ options: words('--post-file --body-file -i --input-file') }],
  // Where a file stands in the requests of a client: `field@file`, `@file`.
  ...each('http https xh', [{ operandsFrom: 0, operand: /^[^@]{0,1000}@(.+)$/s }]),
  sftp: [{ options: ['-b'] }],
  socat: [{ operandsFrom: 0, operand: /^(?:FILE|OPEN|GOPEN):([^,]+)/i }],
  rclone: [
    { under: /^cat$/, operandsFrom: 1 },
    { under: /^(copy|copyto|move|moveto|sync)$/, operandsFrom: 1, operandsTo: -1 },
  ],
  // Files that a statement of a database reads.
  ...each('sqlite3 duckdb', [
    {
      operandsFrom: 0,
      operand:
        /(?:\b(?:readfile|read_\w{1,30})\s{0,9}\(\s{0,9}\[?['"]|^\.(?:read|import)\s{1,9}['"]?)([^\s'"]+)/gi,
    },
  ]),
  cmake: [
    { under: /^(cat|tar|compare_files)$/, operandsFrom: 1 },
    {
      under: /^(copy|copy_if_different|rename|create_symlink|create_hardlink)$/,
      operandsFrom: 1,
      operandsTo: -1,
    },
  ],
  git: [
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
  file: [{ options: words('-f --files-from -m --magic-file') }],
  pv: [{ operandsFrom: 0, valued: words('-L -B -s -N -i -w -H -D -F') }],
  uuencode: [{ operandsFrom: 0, operandsTo: 1 }],
  ...each('vimdiff vi vim nvim view ex nano pico emacs micro', [
    { operandsFrom: 0, valued: [...valuedOf.editor, '-s'] },
  ]),
  dd: [{ operandsFrom: 0, operand: /^if=(.+)$/s }],
  date: [{ options: ['-f', '--file'] }],
  ...each('less more most', [
    { operandsFrom: 0, valued: words('-b -D -h -j -k -o -O -p -P -t -T -x -y -z') },
  ]),
  ...each('bat batcat pygmentize highlight source-highlight', [
    {
      operandsFrom: 0,
      valued: words(
        '-l -H -r -m -f -O -S --language --highlight-line --line-range --map-syntax --theme --style --tabs --wrap --file-name',
      ),
    },
  ]),
  openssl: ciphers,
  aws: [{ under: /^(cp|mv|sync)$/, operandsFrom: 2 }],
  gsutil: [{ under: /^(cp|mv|rsync)$/, operandsFrom: 1 }],
  ...each('docker podman kubectl', [{ under: /^cp$/, operandsFrom: 1 }]),
  gh: [{ under: /^gist$/, operandsFrom: 2 }],
  // What stands in statements of a database, and files of those.
  psql: [{ options: ['-f', '--file'] }, { options: ['-c', '--command'], value: inStatement }],
  ...each('mysql mariadb mycli', [{ options: ['-e', '--execute', '--init-command'], value: inStatement }]),
  php: [{ options: ['-d', '--define'], value: /^auto_(?:prepend|append)_file=(.+)$/s }],
  // Their complaints repeat what they do not understand of a list or a file of settings.
  aria2c: [{ options: ['-i', '--input-file'] }],
  ...each('yt-dlp youtube-dl', [{ options: ['-a', '--batch-file', '--config-locations'] }]),
  ...each('pip pip3', [{ options: words('-r --requirement -c --constraint') }]),
  uv: [{ under: /^pip$/, options: words('-r --requirement -c --constraint') }],
  ssh: [{ options: ['-F'], value: /^(?!.*\/\.ssh\/)(.+)$/s }],
  ...each('ansible ansible-playbook', [{ options: ['-e', '--extra-vars'], value: /^@(.+)$/s }]),
  // Shows each line as it reads it, or runs it.
  ...each('bash sh dash ksh zsh', [
    {
      under: /^(-[a-zA-Z]*[vx][a-zA-Z]*|--verbose)$/,
      unless: /^-[a-zA-Z]*c/,
      operandsFrom: 0,
      operandsTo: 1,
      valued: words('-o -O +o +O --rcfile --init-file'),
    },
  ]),
  // What is run for each line of the files; changed in place they are not shown.
  ...each('perl ruby', [
    {
      under: /^-[a-zA-Z0]*[np]/,
      unless: /^-[a-zA-Z0]*i/,
      operandsFrom: 0,
      valued: words('-e -E -pe -ne -lne -lpe -nle -ple -pE -nE -I -M'),
    },
  ]),
  // A module of its own that reads the files it is given.
  python: [
    {
      under: /^(json\.tool|base64|tokenize|ast|gzip|zipfile|tarfile|quopri)$/,
      operandsFrom: 0,
      valued: ['-m'],
    },
  ],
  sed: [
    {
      unless: /^(-[nErsuz]*i|--in-place)/,
      operandsFrom: 0,
      valued: words('-e -f -l'),
      scripted: /^(-[nErsuz]*[ef]|--expression|--file)/,
    },
  ],
  ...each('awk gawk mawk nawk', [
    {
      operandsFrom: 0,
      valued: valuedOf.awk,
      scripted: /^(-f|--file|-e)/,
    },
  ]),
  sort: [
    {
      operandsFrom: 0,
      valued: words(
        '-k -o -S -t -T --batch-size --compress-program --key --output --parallel --temporary-directory',
      ),
      options: ['--files0-from'],
    },
  ],
  pr: [{ operandsFrom: 0, valued: words('-D -h -l -N -o -W -w') }],
  look: [{ operandsFrom: 1, valued: ['-t'] }],
  split: [{ operandsFrom: 0, operandsTo: 1, valued: valuedOf.split }],
  csplit: [{ operandsFrom: 0, operandsTo: 1, valued: valuedOf.csplit }],
  iconv: [{ operandsFrom: 0, valued: words('-f -t -o') }],
  ...each('xargs parallel', [{ options: ['-a', '--arg-file'] }]),
  gpg: [
    {
      under: /^(-[a-z]*[ces][a-z]*|--symmetric|--encrypt|--sign|--clear-?sign|--store|--enarmor)$/,
      operandsFrom: 0,
      valued: words('-o -r -u --output --recipient --local-user --passphrase --batch'),
    },
  ],
  ...each('ag ack', [{ operandsFrom: 1, valued: words('-A -B -C -g -G -m -p') }]),
  ed: [{ operandsFrom: 0, valued: valuedOf.ed }],
  gcc: [{ under: /^-E$/, operandsFrom: 0 }],
  pandoc: [{ operandsFrom: 0, valued: words('-f -r -t -w -o') }],
  ...each('mail mailx mutt', [{ options: ['-a', '-A', '--attach'] }]),
};

/** The forms of a program by its base name. */
export function copyForms(base: string): readonly FileForm[] {
  const name = base.replace(/^(python|php)[\d.]+$/, '$1');
  return [forms, servedForms, responseForms].flatMap((table) => ownValue(table, name) ?? []);
}

/** Options whose value is no file that is copied, of programs that put things into folders. */
const placing: Readonly<Record<string, readonly string[]>> = {
  scp: words('-c -D -F -i -J -l -o -P -S -X'),
  rsync: words(
    '-e -f -M -T --rsh --filter --exclude --include --exclude-from --include-from --temp-dir --log-file',
  ),
};

/** Options of a program that puts things into folders whose value is no file that is copied. */
export function leftOut(base: string): readonly string[] {
  return ownValue(placing, base) ?? [];
}
