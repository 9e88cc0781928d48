import { ownValue } from '../../core/record.ts';
import { words } from '../programs/words.ts';

/** Which words of a program name files that it copies, packs, sends or shows, so that their content is read. */
export interface CopyForm {
  /** A word among the first two without which it does something else, and one anywhere with which it does. */
  readonly under?: RegExp;
  readonly unless?: RegExp;
  /** A word anywhere without which it does something else. */
  readonly given?: RegExp;
  /** Options whose value is such a file, and what of the value is: the first group, and what separates several in it. */
  readonly options?: readonly string[];
  readonly value?: RegExp;
  readonly between?: RegExp;
  /** Whether sets and ranges in what names a file stand for several: `{a,b}`, `[a-c]`. */
  readonly globbed?: boolean;
  /** Whether operands are, from which on and up to which, and what of one is: the first group, of each match where the pattern is global. */
  readonly operandsFrom?: number;
  readonly operandsTo?: number;
  readonly operand?: RegExp;
  /** Options of which the value is no operand. */
  readonly valued?: readonly string[];
  /** Words that give a program of its own language; without one the first operand is that. */
  readonly scripted?: RegExp;
}

const packer: CopyForm = { operandsFrom: 0 };
const archiver: CopyForm = { under: /^a$/, operandsFrom: 2 };
const shower: CopyForm = { operandsFrom: 0 };
const pager: CopyForm = { operandsFrom: 0, valued: words('-b -D -h -j -k -o -O -p -P -t -T -x -y -z') };
const highlighter: CopyForm = {
  operandsFrom: 0,
  valued: words(
    '-l -H -r -m -f -O -S --language --highlight-line --line-range --map-syntax --theme --style --tabs --wrap --file-name',
  ),
};
const editor: CopyForm = { operandsFrom: 0, valued: words('-c -u -U -S -i -s -T -w -W --cmd') };
const searcher: CopyForm = { operandsFrom: 1, valued: words('-A -B -C -g -G -m -p') };
const packed: CopyForm = { options: ['-a', '--arg-file'] };
const sent = words('-d --data --data-binary --data-ascii --data-urlencode --json --url-query');
const local = /^file:\/\/(?:localhost)?(\/.+)$/s;
/** Where a file stands in the requests of a client: `field@file`, `@file`. */
const request: CopyForm = { operandsFrom: 0, operand: /^[^@]{0,1000}@(.+)$/s };
/** A file, perhaps of a commit. */
const inCommit = /^(?:[^:]{0,1000}:)?(?:\.\/)?(.+)$/s;
/** Files that a statement of a database reads. */
const statement: CopyForm = {
  operandsFrom: 0,
  operand:
    /(?:\b(?:readfile|read_\w{1,30})\s{0,9}\(\s{0,9}\[?['"]|^\.(?:read|import)\s{1,9}['"]?)([^\s'"]+)/gi,
};
const mailer: CopyForm = { options: ['-a', '-A', '--attach'] };
const awk: CopyForm = { operandsFrom: 0, valued: words('-f -F -v -e -i'), scripted: /^(-f|--file|-e)/ };
/** Shows each line as it reads it, or runs it. */
const traced: CopyForm = {
  under: /^(-[a-zA-Z]*[vx][a-zA-Z]*|--verbose)$/,
  unless: /^-[a-zA-Z]*c/,
  operandsFrom: 0,
  operandsTo: 1,
  valued: words('-o -O +o +O'),
};
/** What is run for each line of the files; changed in place they are not shown. */
const lineFilter: CopyForm = {
  under: /^-[a-zA-Z0]*[np]/,
  unless: /^-[a-zA-Z0]*i/,
  operandsFrom: 0,
  valued: words('-e -E -pe -ne -lne -lpe -nle -ple -pE -nE -I -M'),
};

/** What `openssl` reads: certificates, requests and lists of those that were withdrawn are for all to see, and so is a public key. */
const publicSub = /^(?!-|(?:x509|req|crl|crl2pkcs7|verify|ocsp|ts|s_client|s_server|s_time|ca)$)/;
const ciphers: readonly CopyForm[] = [
  { under: publicSub, unless: /^-pubout$/, options: words('-in --in -inkey --inkey') },
  { under: publicSub, given: /^--?text$/, options: words('-in --in') },
  {
    under: /^(dgst|sha\d[\d-]*|md5|storeutl)$/,
    operandsFrom: 1,
    valued: words(
      '-sign -verify -prverify -signature -out -hmac -mac -macopt -sigopt -passin -keyform -rand -provider -engine',
    ),
  },
];

const forms: Readonly<Record<string, readonly CopyForm[]>> = {
  tar: [
    {
      under: /^(-(?=[A-Za-z]*[cru])[A-Za-z]+|--create|--append|--update)$/,
      operandsFrom: 0,
      valued: words(
        '-f -C -X -I -T -g -V --file --directory --exclude-from --exclude --transform --owner --group',
      ),
    },
  ],
  zip: [{ operandsFrom: 1, valued: words('-x -i -P -b -t') }],
  '7z': [archiver],
  '7za': [archiver],
  '7zz': [archiver],
  rar: [archiver],
  pigz: [packer],
  lz4: [packer],
  brotli: [packer],
  gzip: [packer],
  bzip2: [packer],
  xz: [packer],
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
  http: [request],
  https: [request],
  xh: [request],
  sftp: [{ options: ['-b'] }],
  socat: [{ operandsFrom: 0, operand: /^(?:FILE|OPEN|GOPEN):([^,]+)/i }],
  rclone: [
    { under: /^cat$/, operandsFrom: 1 },
    { under: /^(copy|copyto|move|moveto|sync)$/, operandsFrom: 1, operandsTo: -1 },
  ],
  sqlite3: [statement],
  duckdb: [statement],
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
  wdiff: [shower],
  colordiff: [shower],
  vimdiff: [editor],
  dd: [{ operandsFrom: 0, operand: /^if=(.+)$/s }],
  date: [{ options: ['-f', '--file'] }],
  less: [pager],
  more: [pager],
  most: [pager],
  bat: [highlighter],
  batcat: [highlighter],
  openssl: ciphers,
  aws: [{ under: /^(cp|mv|sync)$/, operandsFrom: 2 }],
  gsutil: [{ under: /^(cp|mv|rsync)$/, operandsFrom: 1 }],
  docker: [{ under: /^cp$/, operandsFrom: 1 }],
  podman: [{ under: /^cp$/, operandsFrom: 1 }],
  kubectl: [{ under: /^cp$/, operandsFrom: 1 }],
  gh: [{ under: /^gist$/, operandsFrom: 2 }],
  bash: [traced],
  sh: [traced],
  dash: [traced],
  ksh: [traced],
  zsh: [traced],
  perl: [lineFilter],
  ruby: [lineFilter],
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
  awk: [awk],
  gawk: [awk],
  mawk: [awk],
  nawk: [awk],
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
  split: [{ operandsFrom: 0, operandsTo: 1, valued: words('-a -b -C -l -n -t') }],
  csplit: [{ operandsFrom: 0, operandsTo: 1, valued: words('-b -f -n') }],
  iconv: [{ operandsFrom: 0, valued: words('-f -t -o') }],
  xargs: [packed],
  parallel: [packed],
  gpg: [
    {
      under: /^(-[a-z]*[ces][a-z]*|--symmetric|--encrypt|--sign|--clear-?sign|--store|--enarmor)$/,
      operandsFrom: 0,
      valued: words('-o -r -u --output --recipient --local-user --passphrase --batch'),
    },
  ],
  ag: [searcher],
  ack: [searcher],
  vi: [editor],
  vim: [editor],
  nvim: [editor],
  view: [editor],
  ex: [editor],
  ed: [{ operandsFrom: 0, valued: ['-p'] }],
  nano: [editor],
  pico: [editor],
  emacs: [editor],
  micro: [editor],
  m4: [shower],
  cpp: [shower],
  gcc: [{ under: /^-E$/, operandsFrom: 0 }],
  xmllint: [shower],
  pandoc: [{ operandsFrom: 0, valued: words('-f -r -t -w -o') }],
  pygmentize: [highlighter],
  highlight: [highlighter],
  'source-highlight': [highlighter],
  ccat: [shower],
  glow: [shower],
  mdcat: [shower],
  lolcat: [shower],
  enscript: [shower],
  a2ps: [shower],
  lp: [shower],
  lpr: [shower],
  mail: [mailer],
  mailx: [mailer],
  mutt: [mailer],
};

/** The forms of a program by its base name. */
export function copyForms(base: string): readonly CopyForm[] {
  return ownValue(forms, base.replace(/^python[\d.]+$/, 'python')) ?? [];
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
