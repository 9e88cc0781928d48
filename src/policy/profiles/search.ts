import { textOf } from '../shell/arg.ts';
import { operandsUnlike } from './conditions.ts';
import { readFind } from './find.ts';
import { hasAny, isDeeperThanOne, listing } from './listing.ts';
import { operandsOf, type Profile, plainReading } from './profile.ts';
import { grepNamesSecrets, grepSkips, namesDirectories, rgNamesSecrets, rgSkips } from './search-skips.ts';
import { withSuffixes } from './suffixes.ts';

const grepOptions =
  '-# -EFGPiyvwxcLloqsbHhnTZzaIUu -e,--regexp:pattern -f,--file:read -m,--max-count:number --label:text -A,--after-context:number -B,--before-context:number -C,--context:number --binary-files:text -D,--devices:text -d,--directories:text --exclude:text --exclude-from:read --exclude-dir:text --include:text -r,--recursive -R,--dereference-recursive --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --color?text --colour?text --files-without-match --files-with-matches --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --line-number --initial-tab --null --null-data --text --binary --line-buffered --group-separator:text --no-group-separator -V,--version --help';

/** What the scripts around grep hand on: of other options with a value they take the value for the pattern or a file. */
const unpackingOptions =
  '-# -EFGPiyvwxcLloqsbHhnTaIUu -e,--regexp:pattern -f,--file:read -m,--max-count:number -A:number -B:number -C:number --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --files-without-match --files-with-matches --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --line-number --initial-tab --text --line-buffered --no-group-separator -V,--version --help';

const rgOptions =
  '-abcFhHiIlLnNoOpPqsSuUvVwx0. -e,--regexp:pattern -f,--file:read -g,--glob:text --iglob:text -t,--type:text -T,--type-not:text --type-add:text --type-clear:text --type-list -A,--after-context:number -B,--before-context:number -C,--context:number -m,--max-count:number -d,--max-depth:number --maxdepth:number -M,--max-columns:number --max-columns-preview --max-filesize:text -r,--replace:text -E,--encoding:text -j,--threads:number -i --ignore-case --smart-case --case-sensitive --fixed-strings --word-regexp --line-regexp --invert-match --count --count-matches --files --files-with-matches --files-without-match --only-matching --line-number --no-line-number --column --no-column --heading --no-heading --with-filename --no-filename --color:text --colors:text --context-separator:text --no-context-separator --field-match-separator:text --field-context-separator:text --json --no-json --multiline --multiline-dotall --no-multiline --pcre2 --no-pcre2 --engine:text --auto-hybrid-regex --hidden --no-hidden --no-ignore --no-ignore-vcs --no-ignore-dot --no-ignore-parent --no-ignore-global --no-ignore-exclude --no-ignore-files --ignore-file:read --ignore-file-case-insensitive --follow --no-follow --one-file-system --sort:text --sortr:text --sort-files --stats --no-stats --trim --no-trim --vimgrep --passthru --passthrough --null --null-data --crlf --text --binary --no-binary --unrestricted --glob-case-insensitive --no-config --no-messages --no-ignore-messages --quiet --pretty --line-buffered --no-line-buffered --block-buffered --mmap --no-mmap --path-separator:text --regex-size-limit:text --dfa-size-limit:text --include-zero --no-unicode --no-encoding --byte-offset --hyperlink-format:text --debug --trace --require-git --no-require-git --stop-on-nonmatch --version --help --generate:text !-z,--search-zip !--pre:text !--pre-glob:text !--hostname-bin:text';

const fdOptions =
  '-HIuLpagsiF10q -d,--max-depth:number --maxdepth:number --min-depth:number --exact-depth:number -t,--type:text -e,--extension:text -E,--exclude:text --ignore-file:read -S,--size:text --changed-within:text --changed-before:text -c,--color:text --hidden --no-hidden --no-ignore --ignore --no-ignore-vcs --no-ignore-parent --unrestricted --follow --full-path --absolute-path --relative-path --glob --regex --case-sensitive --ignore-case --fixed-strings --print0 --max-results:number --quiet --prune --one-file-system --strip-cwd-prefix?text --path-separator:text --and:text -j,--threads:number --format:text -h,--help -V,--version !-x,--exec:text !-X,--exec-batch:text !-l,--list-details !--base-directory:list !--search-path:list';

/** Searching in files and for files. */
export const search = (): readonly Profile[] => [
  {
    names: 'grep egrep fgrep',
    starts: 'grep',
    options: grepOptions,
    operands: 'pattern tree*',
    firstUnless: '-e -f',
    implicit: 'tree',
    implicitIf: '-r -R',
    skips: grepSkips,
    leaving: (name) => `--exclude=${name}`,
    follows: ({ options }) => options.has('-R'),
    veto: (reading) => namesDirectories(reading) ?? grepNamesSecrets(reading),
    allow: [
      'grep foo f',
      'grep -rn foo src',
      'grep -R "Cargo.toml" -n || true',
      'grep -r --include=*.ts foo .',
      'grep -r --exclude=.env foo src',
      "grep -rn --include='*.e*' foo src",
      'ls | grep -v test',
      'grep -A3 -e foo -e bar f',
      'grep -c "" f',
      'grep foo *.ts',
      'grep --version',
    ],
    notAllow: [
      'grep foo .env',
      'grep -f .env f',
      'grep -r foo ~',
      'grep -r foo /',
      'grep foo *',
      'grep -d recurse foo .',
      'grep -r --exclude=.ssh foo ~/..',
      'grep -r foo src --include=.env',
      "grep -rh . src --include='.env*'",
      'grep -r foo --include=*.ts --include id_rsa src',
      'grep -drec foo .',
      'grep --directories=recurse foo',
      'grep "$X" f',
    ],
  },
  {
    names: 'zgrep zegrep zfgrep xzgrep',
    options: unpackingOptions,
    operands: 'pattern read*',
    firstUnless: '-e -f',
    starts: 'zgrep gzip bzip2 xz zstd lzop lz4 uncompress grep sed expr cat mktemp rm',
    also: withSuffixes,
    allow: ['zgrep foo f.gz', 'zgrep -in -A2 -e foo -e bar f.gz'],
    notAllow: [
      'zgrep foo .env',
      'zgrep -r foo .',
      'zgrep --group-separator S .env f.gz',
      'zgrep --label x -e foo f.gz',
    ],
  },
  {
    names: 'rg',
    style: 'exact',
    skips: rgSkips,
    leaving: (name) => `-g '!${name}'`,
    veto: rgNamesSecrets,
    follows: ({ options }) => options.has('-L') || options.has('--follow'),
    options: rgOptions,
    operands: 'pattern tree*',
    firstUnless: '-e -f --files --type-list --version --help -V --generate',
    implicit: 'tree',
    looksFor: '.ignore .rgignore .gitignore',
    also: (reading) =>
      hasAny('--files')(reading) ? listing(isDeeperThanOne('-d', '--maxdepth'))(reading) : reading.operands,
    allow: [
      'rg foo',
      'rg -n "foo" -g"*.py"',
      'rg --files',
      'rg -l foo src test',
      'rg -tjs foo',
      "rg foo -g '!.env*' src",
      'rg --files -g .env src',
      'rg foo -- --pre',
      'rg -uu foo src',
      'rg --files src | head',
    ],
    notAllow: [
      'rg --pre pwned files',
      'rg foo -g .env src',
      "rg foo -g '**/.env*' src",
      'rg -z foo',
      'rg -nz foo',
      'rg --hostname-bin=pwned files',
      'rg foo ~',
      'rg foo .env',
      'cd ~ && rg foo',
    ],
  },
  {
    names: 'fd fdfind',
    style: 'exact',
    options: fdOptions,
    operands: 'pattern? list*',
    looksFor: '.ignore .fdignore .gitignore',
    also: listing(isDeeperThanOne('-d', '--maxdepth')),
    follows: hasAny('-L', '--follow'),
    allow: ['fd foo', 'fd -e ts . src', 'fd -t f -H'],
    notAllow: ['fd -x rm', 'fd -e ts -X rm', 'fd --exec=rm'],
  },
  {
    names: 'find',
    read: readFind,
    allow: [
      'find . -name file.txt',
      "find . -printf '%p'",
      'find src -type f -name "*.ts" -not -path "*/x/*"',
      'find . -maxdepth 2 -type d',
      'find . \\( -name a -o -name b \\) -print',
      'find',
      'find . -newer a -name "*.ts"',
    ],
    notAllow: [
      'find . -name x -delete',
      "find . -exec rm {} ';'",
      'find . -exec frob {} +',
      'find . -fls x',
      'find . -fprint x',
      'find . -fprintf x y',
      'find -files0-from f',
      'find . -newer *',
      'find . -samefile sub/*',
      'find . -newer $X',
      'find "$X"',
      'find . -okdir ls ;',
    ],
  },
  {
    names: 'which',
    options: '-a --all -s --skip-alias --skip-functions --tty-only --show-dot --show-tilde --version --help',
    operands: 'text*',
    style: 'exact',
    allow: ['which python3', 'which -a node npm'],
    notAllow: ['which -i ls'],
  },
  {
    names: 'whereis',
    options: '-bmsul -V,--version -h,--help',
    operands: 'text*',
    veto: operandsUnlike(/^\w[\w.+-]*$/, 'some versions hand what it looks for to a shell'),
    allow: ['whereis ls', 'whereis -b g++ python3.11'],
    // Of FreeBSD the name is part of what a shell is given.
    notAllow: ['whereis -B /x -f ls', "whereis 'x;id'", 'whereis "$X"', "whereis '$(id)'"],
  },
  {
    names: 'locate plocate mlocate',
    options:
      '-AbceHiLPpqrsSwN -l,--limit,-n:number --regex --regexp:text --all --basename --count --existing --ignore-case --null --quiet --statistics --wholename --help --version',
    operands: 'pattern*',
    allow: ['locate foo', 'locate -l 5 foo'],
    notAllow: ['locate -d x foo'],
  },
  {
    names: 'look',
    read: (args) => {
      const word = textOf(args[1]);
      return args.length === 2 && word !== null && !word.startsWith('-')
        ? plainReading(operandsOf('text', args.slice(1)))
        : 'only a word is understood';
    },
    allow: ['look foo'],
    notAllow: ['look foo file'],
  },
];
