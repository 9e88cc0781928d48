import type { Profile } from './profile.ts';

/** What reads sources to count them, or to say how they would be better written, and writes none. */
export const sources = (): readonly Profile[] => [
  {
    names: 'hadolint',
    style: 'exact',
    options:
      '--version -v --help -h --no-fail --no-color --verbose -V -f:text --format:text -t:text --failure-threshold:text --ignore:text --error:text --warning:text --info:text --style:text',
    operands: 'read*',
    // It shows what it cannot read of them.
    looksFor: '.hadolint.yaml .hadolint.yml',
    allow: ['hadolint Dockerfile', 'hadolint -f json f', 'hadolint --ignore DL3008 f', 'hadolint - < f'],
    notAllow: [
      'hadolint -c .env f',
      'hadolint --config=f g',
      'hadolint .env',
      'hadolint --frob f',
      'hadolint "$X"',
    ],
  },
  {
    names: 'shfmt',
    style: 'exact',
    leading: true,
    // What older versions compare with.
    starts: 'diff',
    options:
      '-l --list -d --diff -s --simplify -i:number --indent:number -ci, --case-indent -bn, --binary-next-line -sr, --space-redirects -kp, --keep-padding -fn, --func-next-line -p --posix -ln:text --language-dialect:text -version, --version',
    operands: 'tree*',
    follows: () => true,
    // It shows lines of them that it cannot read.
    looksFor: '.editorconfig',
    allow: [
      'shfmt -d f',
      'shfmt -l .',
      'shfmt -i 2 -ci -d src',
      'shfmt --version',
      'shfmt < f',
      'shfmt -d src/*.sh',
    ],
    notAllow: [
      'shfmt -w .',
      'shfmt -l -w .',
      'shfmt --write f',
      'shfmt -d f -w',
      'shfmt -d f -- -w',
      'shfmt -w=true f',
      'shfmt .env',
      'shfmt --to-json f',
      'shfmt -l "$X"',
    ],
  },
  {
    names: 'tokei',
    style: 'exact',
    options:
      '-f --files -C --compact -s:text --sort:text -t:text --type:text -e:text --exclude:text -o:text --output:text -V --version -h --help -l --languages',
    operands: 'tree*',
    implicit: 'tree',
    skips: () => (name) => name.startsWith('.'),
    // It shows lines of them that it cannot read.
    looksFor: 'tokei.toml .tokeirc',
    allow: [
      'tokei',
      'tokei src',
      'tokei -t Rust,TypeScript -s code',
      'tokei -e node_modules .',
      'tokei --version',
    ],
    // It adds what it reads of such a file.
    notAllow: ['tokei -i f', 'tokei --input f', 'tokei --frob', 'tokei "$X"'],
  },
];
