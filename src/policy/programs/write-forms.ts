import { ownValue } from '../../core/record.ts';
import { fixedForms } from './fixed-forms.ts';
import { packingForms } from './packing-forms.ts';
import { valuedOf } from './program-options.ts';
import { transferForms } from './transfer-forms.ts';
import { each, words } from './words.ts';
import { final, first, second, type WriteForm } from './write-form.ts';

const all: WriteForm = { operandsFrom: 0 };

/** Addresses of `socat` that open or make a file. */
const address =
  /(?:^|!!)(?:file|open|gopen|creat|create|pipe|fifo|unix-l|unix-listen|unix-recv\w*):(?![^!]*,rdonly)([^,!]+)/gi;
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
const database: readonly WriteForm[] = [
  {
    unless: /^--?(?:readonly|ro)$/,
    ...first,
    valued: words('-cmd -separator -newline -nullvalue -init -vfs -maxsize -mmap -s -c'),
    readBy: query,
  },
  statement,
];

const forms: Readonly<Record<string, readonly WriteForm[]>> = {
  ...packingForms,
  ...transferForms,
  split: [{ ...second, valued: valuedOf.split }],
  csplit: [{ options: words('-f --prefix') }],
  xxd: [
    { ...second, valued: words('-c -cols -g -l -s -o -n -R') },
    // A word of its own, of which the last letter takes no value.
    { given: /^-(?:ps|plain|postscript)/, ...final(1), valued: words('-c -cols -l') },
  ],
  uniq: [{ ...second, valued: words('-f -s -w --skip-fields --skip-chars --check-chars') }],
  ...each('sponge logsave', [first]),
  openssl: [
    {
      options: words(
        '-out -keyout -outdir -writerand -sess_out -keylogfile -msgfile -certsout -certout -cacertsout -chainout -extracertsout -rspout -reqout -CAserial ' +
          '--out --keyout --outdir --writerand --sess_out --keylogfile --msgfile --certsout --CAserial',
      ),
    },
  ],
  'ssh-keygen': [
    {
      unless: /^-[qv]*[lyBFeiLrYQ]/,
      options: ['-f'],
      valued: words('-C -N -P -t -b -a -m -E -O -I -n -V -z -D -Z -s -w'),
    },
  ],
  mkfifo: [{ operandsFrom: 0, valued: words('-m --mode') }],
  mknod: [{ ...first, valued: words('-m --mode') }],
  mktemp: [
    {
      unless: /^(?:-[dqt]*u|--dry-run$)/,
      operandsFrom: 0,
      options: words('-p --tmpdir'),
      valued: words('--suffix'),
    },
  ],
  fallocate: [{ operandsFrom: 0, valued: words('-l -o -n --length --offset') }],
  ...each('ed red', [{ operandsFrom: 0, valued: valuedOf.ed }]),
  ...each('ex vi vim nvim nano pico emacs micro', [{ operandsFrom: 0, valued: valuedOf.editor }]),
  script: [
    {
      ...first,
      options: words('-I -O -B -T --log-in --log-out --log-io --log-timing'),
      valued: words('-c --command -E --echo -m --logging-format -o --output-limit'),
    },
  ],
  ...each('sqlite3 duckdb', database),
  ...each('pg_dump pg_dumpall', [{ options: words('-f --file') }]),
  mysqldump: [{ options: words('-r --result-file -T --tab') }],
  objcopy: [{ ...final(0), valued: words('-O -I -F -B -j -R -N -K -L -G -W') }],
  strip: [{ unless: /^-o/, operandsFrom: 0, valued: words('-R -K -N -F -I -O -w') }],
  patchelf: [{ unless: /^--(?:print|output)/, operandsFrom: 0 }],
  chrpath: [{ unless: /^-l|^--list/, operandsFrom: 0, valued: words('-r --replace') }],
  patch: [
    {
      unless: /^(?:-[a-zA-Z]*C|--dry-run|--check)$/,
      ...first,
      options: words('-d --directory -r --reject-file'),
      valued: words('-p -i -F -B -D -V -Y -z -g -o --strip --input --fuzz --prefix --suffix --output'),
    },
  ],
  ...each('rename prename file-rename perl-rename', [
    {
      unless: /^(?:-n|--no-act|--dry-run)$/,
      operandsFrom: 1,
    },
  ]),
  link: [second],
  ddrescue: [{ operandsFrom: 1, operandsTo: 3 }],
  dcfldd: [{ operandsFrom: 0, operand: /^of=(.+)$/s }],
  dc3dd: [{ operandsFrom: 0, operand: /^h?of=(.+)$/s }],
  socat: [
    { unless: /^-[a-zA-Z]*[uU]$/, operandsFrom: 0, operand: address },
    { given: /^-[a-zA-Z]*u$/, operandsFrom: 1, operand: address },
    { given: /^-[a-zA-Z]*U$/, ...first, operand: address },
  ],
  ctags: [{ options: ['-f'] }],
  javac: [{ options: words('-d -h -s') }],
  tsc: [{ options: words('--outDir --declarationDir --tsBuildInfoFile') }],
  esbuild: [{ options: words('--outdir --metafile') }],
  protoc: [
    {
      options: words(
        '--python_out --cpp_out --java_out --js_out --ts_out --go_out --go-grpc_out --grpc_out --pyi_out',
      ),
      value: /^(?:[^:]{0,400}:)?(.+)$/s,
    },
  ],
  ffmpeg: [{ ...final(0), valued: ['-i'] }],
  ...each('convert magick sox qpdf', [final(1)]),
  pdftotext: [second],
  exiftool: [{ given: /^-[\w:]+[+-]?=/, operandsFrom: 0 }],
  mogrify: [all],
  tidy: [{ given: /^-(?:m|modify)$/, operandsFrom: 0 }],
  virtualenv: [{ operandsFrom: 0, operandsTo: 1, valued: words('-p --python') }],
  venv: [all],
  zipfile: [{ given: /^(?:-c|--create)$/, options: words('-c --create') }],
  tarfile: [{ options: words('-c --create') }],
  pip: [{ options: words('-d --dest -t --target --report --log') }],
  cargo: [{ under: /^(?:new|init)$/, operandsFrom: 1, valued: words('--name --vcs --edition') }],
  npm: [{ options: ['--pack-destination'] }],
  sd: [{ unless: /^(?:-p|--preview)$/, operandsFrom: 2 }],
  msgmerge: [{ given: /^(?:-U|--update)$/, ...first }],
  bspatch: [second],
  rdiff: [{ operandsFrom: 3, operandsTo: 4 }],
  ...fixedForms,
};

/** Programs by names that begin with those of a machine, or end in a version. */
function plainName(base: string): string {
  return base
    .replace(/-\d[\d.]*$/, '')
    .replace(/^.*-(objcopy|strip|ar|ranlib)$/, '$1')
    .replace(/^pip[\d.]+$/, 'pip');
}

/** The forms of a program by its base name. */
export function writeForms(base: string): readonly WriteForm[] {
  return ownValue(forms, base) ?? ownValue(forms, plainName(base)) ?? [];
}
