import { doing, type FilesRow, final, first, second, type WriteForm } from './program-file.ts';
import { words } from './words.ts';

const all: WriteForm = { operandsFrom: 0 };

/** Files that a statement, or a command of the program that sends it, has read. */
const inStatement =
  /(?:\\(?:i|ir|include|include_relative|copy\s[^;]{1,400}?\sfrom|lo_import|\.)\s+|\bsource\s+|\b(?:pg_read_(?:binary_)?file|load_file|lo_import)\s*\(\s*|\binfile\s+|\bcopy\s[^;]{1,400}?\sfrom\s+(?='))['"]?([^\s'";()]+)/gi;
/** A file of passwords among the settings of a connection. */
const passwords = /\bpassfile\s*=\s*'?([^\s']+)/i;
/** Files that a statement of a database writes. */
const statement: WriteForm = {
  operandsFrom: 0,
  options: words('-cmd --cmd -c --c'),
  value: /^(.+)$/s,
  operand:
    /(?:\bwritefile\s{0,9}\(\s{0,9}|\b(?:into|attach(?:\s{1,9}database)?|to|export\s{1,9}database)\s{1,9}|^\s{0,9}\.(?:output|once|backup|save|clone|log|excel)\s{1,9}(?:main\s{1,9})?)['"]?([^\s'"(),;]+)/gi,
};
/** Statements of a database that only read it. */
const query = /^(?:select|explain|values|\.(?:schema|tables|dump|indexes|databases|help|stats))\b[^;]*;?$/i;

/** What `openssl` reads: certificates, requests and lists of those that were withdrawn are for all to see, and so is a public key. */
const publicSubs = 'x509|req|crl|crl2pkcs7|verify|ocsp|ts|s_client|s_server|s_time|ca';

/** Programs that make, change, keep or encrypt files, disks and databases. */
export const dataFiles = (): readonly FilesRow[] => [
  doing('dd', {
    reads: [{ ...all, operand: /^if=(.+)$/s }],
    writes: [{ ...all, operand: /^of=(.+)$/s, isFirm: true, fillsDevice: true }],
  }),
  doing('dcfldd dc3dd', {
    writes: [{ ...all, operand: /^(?:of|hof|wipe|hwipe)=(.+)$/s, fillsDevice: true }],
  }),
  doing('ddrescue', { writes: [{ operandsFrom: 1, operandsTo: 3, fillsDevice: true }] }),
  doing('bmaptool qemu-img', { writes: [{ ...final(0), fillsDevice: true }] }),
  doing('shred', { writes: [{ ...all, fillsDevice: true }] }),
  doing('truncate', {
    valued: words('-s --size -r --reference'),
    writes: [{ ...all, isFirm: true, fillsDevice: true }],
  }),
  doing('touch', { valued: words('-d --date -t -r --reference'), writes: [{ ...all, isFirm: true }] }),
  doing('mkdir', { valued: words('-m --mode'), writes: [{ ...all, isFirm: true }] }),
  doing('mkfifo', { valued: words('-m --mode'), writes: [all] }),
  doing('mknod', { valued: words('-m --mode'), writes: [first] }),
  doing('mktemp', {
    writes: [
      {
        unless: /^(?:-[dqt]*u|--dry-run$)/,
        operandsFrom: 0,
        options: words('-p --tmpdir'),
        valued: words('--suffix'),
      },
    ],
  }),
  doing('fallocate', { valued: words('-l -o -n --length --offset'), writes: [all] }),
  doing('link', { writes: [second] }),
  doing('pv', {
    valued: words('-L -B -s -N -i -w -H -D -F'),
    reads: [all],
    writes: [{ options: words('-o --output'), fillsDevice: true }],
  }),
  doing('xxd', {
    writes: [
      { ...second, valued: words('-c -cols -g -l -s -o -n -R') },
      // A word of its own, of which the last letter takes no value.
      { given: /^-(?:ps|plain|postscript)/, ...final(1), valued: words('-c -cols -l') },
    ],
  }),
  doing('openssl', {
    reads: [
      { unless: new RegExp(`^(?:${publicSubs}|-pubout)$`), options: words('-in --in -inkey --inkey') },
      { unless: new RegExp(`^(?:${publicSubs})$`), given: /^--?text$/, options: words('-in --in') },
      {
        under: /^(dgst|sha\d[\d-]*|md5|storeutl)$/,
        operandsFrom: 1,
        valued: words(
          '-sign -verify -prverify -signature -out -hmac -mac -macopt -sigopt -passin -keyform -rand -provider -engine',
        ),
      },
    ],
    writes: [
      {
        options: words(
          '-out -keyout -outdir -writerand -sess_out -keylogfile -msgfile -certsout -certout -cacertsout -chainout -extracertsout -rspout -reqout -CAserial ' +
            '--out --keyout --outdir --writerand --sess_out --keylogfile --msgfile --certsout --CAserial',
        ),
        fillsDevice: true,
      },
    ],
  }),
  doing('ssh-keygen', {
    writes: [
      {
        unless: /^-[qv]*[lyBFeiLrYQ]/,
        options: ['-f'],
        valued: words('-C -N -P -t -b -a -m -E -O -I -n -V -z -D -Z -s -w'),
      },
    ],
  }),
  doing('gpg', {
    reads: [
      {
        under: /^(-[a-z]*[ces][a-z]*|--symmetric|--encrypt|--sign|--clear-?sign|--store|--enarmor)$/,
        operandsFrom: 0,
        valued: words('-o -r -u --output --recipient --local-user --passphrase --batch'),
      },
    ],
  }),
  doing('sqlite3 duckdb', {
    reads: [
      {
        operandsFrom: 0,
        operand:
          /(?:\b(?:readfile|zipfile|read_\w{1,30})\s{0,9}\(\s{0,9}\[?['"]|\bfilename\s{0,9}=\s{0,9}['"]|^\.(?:read|import)\s{1,9}['"]?)([^\s'"]+)/gi,
      },
    ],
    writes: [
      {
        unless: /^--?(?:readonly|ro)$/,
        ...first,
        valued: words('-cmd -separator -newline -nullvalue -init -vfs -maxsize -mmap -s -c'),
        readBy: query,
      },
      statement,
    ],
  }),
  doing('psql', {
    reads: [
      { options: ['-f', '--file'] },
      { options: ['-c', '--command'], value: inStatement },
      { options: ['-d', '--dbname'], value: passwords, operandsFrom: 0, operand: passwords },
    ],
  }),
  doing('mysql mariadb mycli', {
    reads: [{ options: ['-e', '--execute', '--init-command'], value: inStatement }],
  }),
  doing('pg_dump pg_dumpall', { writes: [{ options: words('-f --file') }] }),
  doing('mysqldump', { writes: [{ options: words('-r --result-file -T --tab') }] }),
  doing('cmake', {
    reads: [
      { under: /^(cat|tar|compare_files)$/, operandsFrom: 1 },
      {
        under: /^(copy|copy_if_different|rename|create_symlink|create_hardlink)$/,
        operandsFrom: 1,
        operandsTo: -1,
      },
    ],
  }),
  doing('gcc', { reads: [{ under: /^-E$/, operandsFrom: 0 }] }),
  doing('pip', {
    reads: [{ options: words('-r --requirement -c --constraint') }],
    writes: [{ options: words('-d --dest -t --target --report --log') }],
  }),
  doing('uv', { reads: [{ under: /^pip$/, options: words('-r --requirement -c --constraint') }] }),
  doing('objcopy', { valued: words('-O -I -F -B -j -R -N -K -L -G -W'), writes: [final(0)] }),
  doing('strip', { valued: words('-R -K -N -F -I -O -w'), writes: [{ unless: /^-o/, operandsFrom: 0 }] }),
  doing('patchelf', { writes: [{ unless: /^--(?:print|output)/, operandsFrom: 0 }] }),
  doing('chrpath', { valued: words('-r --replace'), writes: [{ unless: /^-l|^--list/, operandsFrom: 0 }] }),
  doing('ctags', { writes: [{ options: ['-f'] }] }),
  doing('javac', { writes: [{ options: words('-d -h -s') }] }),
  doing('tsc', { writes: [{ options: words('--outDir --declarationDir --tsBuildInfoFile') }] }),
  doing('esbuild', { writes: [{ options: words('--outdir --metafile') }] }),
  doing('protoc', {
    writes: [
      {
        options: words(
          '--python_out --cpp_out --java_out --js_out --ts_out --go_out --go-grpc_out --grpc_out --pyi_out',
        ),
        value: /^(?:[^:]{0,400}:)?(.+)$/s,
      },
    ],
  }),
  doing('ffmpeg', { valued: ['-i'], writes: [final(0)] }),
  doing('convert magick sox qpdf', { writes: [final(1)] }),
  doing('pdftotext bspatch', { writes: [second] }),
  doing('exiftool', { writes: [{ given: /^-[\w:]+[+-]?=/, operandsFrom: 0 }] }),
  doing('mogrify venv', { writes: [all] }),
  doing('virtualenv', { valued: words('-p --python'), writes: [first] }),
  doing('zipfile', { writes: [{ given: /^(?:-c|--create)$/, options: words('-c --create') }] }),
  doing('tarfile', { writes: [{ options: words('-c --create') }] }),
  doing('cargo', {
    writes: [{ under: /^(?:new|init)$/, operandsFrom: 1, valued: words('--name --vcs --edition') }],
  }),
  doing('npm', { writes: [{ options: ['--pack-destination'] }] }),
  doing('rdiff', { writes: [{ operandsFrom: 3, operandsTo: 4 }] }),
];
