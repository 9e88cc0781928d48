import { type Arg, textArg, textOf } from '../shell/arg.ts';
import { isOneAtATime } from '../shell/walked.ts';
import { manifestsAbove, nodeManifest } from './node-manifests.ts';
import { type Operand, operandsOf, type Profile, plainReading, type Reading } from './profile.ts';

/** Whether a word is surely a file and no option: a plus takes options of a shell back, `-n` among them. */
function isFileWord(arg: Arg): boolean {
  if (arg.kind === 'unknown') return false;
  const start = arg.kind === 'text' ? arg.text : typeof arg.segments[0] === 'string' ? arg.literal : '-';
  return /^[\w./]/.test(start);
}

/** Scripts of which a shell reads all and runs nothing. */
function readScripts([, ...args]: readonly Arg[]): Reading | string {
  const files = textOf(args[0]) === '--' ? args.slice(1) : args;
  if (files.length === 0) return 'it reads what it is given';
  return files.every(isFileWord) ? plainReading(operandsOf('read', files)) : 'it may take options back';
}

/** A file of JavaScript by its whole name: of a folder another file is checked, and of what is not there one with an ending behind. */
function readJavaScript([, file, ...rest]: readonly Arg[]): Reading | string {
  if (file === undefined || rest.length > 0 || !isFileWord(file)) return 'it takes one file';
  if (file.kind === 'glob' && (!isOneAtATime(file) || file.behind !== undefined)) return 'it takes one file';
  const name = file.kind === 'glob' ? file.literal : file.text;
  if (!/\.[cm]?js$/.test(name)) return 'it may check a file of another name';
  const own: Operand = { kind: 'read', arg: file, exposed: false, noFolder: true };
  const others = ['.js', '.json', '.node'].map(
    (ending): Operand => ({ kind: 'read', arg: textArg(name + ending), exposed: false, tried: true }),
  );
  return plainReading([own, ...others, ...manifestsAbove(name)]);
}

/** Files of PHP by their names: an archive is opened by another. */
function readPhp([, ...files]: readonly Arg[]): Reading | string {
  const areNamed = files.every(
    (file) =>
      isFileWord(file) && /^(?!.*\.phar)[^:]*\.(php|phtml|inc)$/i.test(textOf(file) ?? literalOf(file)),
  );
  return files.length > 0 && areNamed ? plainReading(operandsOf('read', files)) : 'it takes files of PHP';
}

function literalOf(arg: Arg): string {
  return arg.kind === 'glob' ? arg.literal : '';
}

/** What reads code to say whether it is well written, and runs none of it. */
export const checks = (): readonly Profile[] => [
  {
    // Settings beside a script may have it follow what that sources: of those files nothing is told but by `-a`.
    names: 'shellcheck',
    options:
      '-V --version --help --list-optional -C,--color?text -e,--exclude:text -i,--include:text -f,--format:text -S,--severity:text -s,--shell:text -o,--enable:text -W,--wiki-link-count:number !-x !--external-sources !-P:text !--source-path:text !-a !--check-sourced',
    operands: 'read*',
    allow: [
      'shellcheck f',
      'shellcheck --version',
      'shellcheck -s bash f',
      'shellcheck -f gcc --severity=error f src/x.sh',
    ],
    notAllow: [
      'shellcheck -x f',
      'shellcheck --external-sources f',
      'shellcheck -a f',
      'shellcheck --rcfile=x f',
    ],
  },
  {
    names: 'bash sh: -n',
    read: readScripts,
    allow: [
      'bash -n f',
      'sh -n f && echo ok',
      'bash -n -- f',
      'bash -n src/*.sh',
      'for f in src/*.sh; do bash -n "$f" || echo "$f"; done',
    ],
    notAllow: [
      'bash -n',
      'echo id | bash -n',
      'bash -n +n f',
      'bash -n -c id',
      'bash -nc id',
      'bash +n f',
      'bash -n *',
      'bash -n "$F"',
      'bash -n .env',
      'bash -i -n f',
      'bash -n --rcfile f -i',
      'bash -n f > g',
      'BASH_ENV=f bash -n f',
      'zsh -n f',
    ],
  },
  {
    names: 'node nodejs: --check|-c',
    read: readJavaScript,
    looksFor: nodeManifest,
    allow: ['node --check f.js', 'node -c src/f.mjs', 'for f in src/*.js; do node --check "$f"; done'],
    notAllow: [
      'node --check',
      'node --check f',
      'node --check sub.js',
      'node --check sub/secret.js',
      'node --check .env',
      'node --check f.js -r ./x',
      'node -r ./x --check f.js',
      'node --check --import=./x f.js',
      'node --check -p 1',
      'node --check "$F"',
      'node --check src/*.js',
      'NODE_OPTIONS=--require=./x node --check f.js',
    ],
  },
  {
    names: 'php: -l|--syntax-check',
    read: readPhp,
    allow: ['php -l f.php', 'php -l src/a.php src/b.php', 'for f in src/*.php; do php -l "$f"; done'],
    notAllow: [
      'php -l',
      'php -l f',
      'php -l a.phar.php',
      'php -l phar://f.php',
      'php -l f.php -r 1',
      'php -d x=y -l f.php',
      'php -l "$F"',
      'PHPRC=. php -l f.php',
      'PHP_INI_SCAN_DIR=. php -l f.php',
    ],
  },
];
