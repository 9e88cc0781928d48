import { diffOptions, logOptions } from './git-options.ts';
import { noSecrets } from './git-secrets.ts';
import type { Profile } from './profile.ts';

const style = 'wary' as const;

/** Read forms of git. They run with the repository's own programs switched off, and ask where that cannot be done. */
export const git: readonly Profile[] = [
  {
    names: 'git: status',
    style,
    options:
      '-sbvz --short --branch --show-stash --porcelain?text --long --verbose -u?text --untracked-files?text --ignored?text --ignore-submodules?text --column?text --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames?text',
    operands: 'list*',
    allow: [
      'git status',
      'git status --short',
      'git status -sb',
      'git status --porcelain=v2 -uno',
      "'git' status",
      'git --no-pager status',
      'git --literal-pathspecs status',
      'git -C . status',
      'git --no-pager -C src -C .. status --short',
      'git -C missing status',
    ],
    notAllow: [
      'git -c core.fsmonitor=x status',
      'git --git-dir x status',
      'git -C . -c core.fsmonitor=x status',
      'git -C status',
      'git -Csrc status',
      "git -C '*' -- status",
      'git -C s* status',
      'git -C "$dir" status',
      './git status',
    ],
  },
  {
    names: 'git: log|whatchanged',
    style,
    options: `${logOptions} ${diffOptions}`,
    operands: 'read*',
    veto: noSecrets,
    allow: [
      'git log',
      'git log -L 1,2:a.ts',
      'git log --oneline -5',
      'git log -p -2 -- src',
      "git log --format='%h %s' main..HEAD",
      'git -P log',
      'git log --graph --all --decorate',
      'git log -n 3 --stat',
    ],
    notAllow: [
      'git log -L 1,2:.env',
      'git log -L :f:.env',
      'git log --output=x',
      'git log --ext-diff -p',
      'git log --textconv -1',
      'git log -p -- .env',
      'git -C src log -p -- ../.env',
      'git -p log',
      'git --paginate log',
    ],
  },
  {
    names: 'git: diff',
    style,
    options: diffOptions,
    operands: 'read*',
    veto: noSecrets,
    allow: [
      'git diff',
      'git diff --stat HEAD~1',
      'git diff HEAD~1..HEAD',
      "git diff HEAD -- . ':!x'",
      'git diff --cached --name-only',
      'git diff main...HEAD -U10',
    ],
    notAllow: [
      'git diff --no-index a b',
      'git diff --ext-diff',
      'git diff --output=x',
      'git diff -O x',
      'git diff /dev/null .env',
    ],
  },
  {
    names: 'git: show',
    style,
    options: `${logOptions} ${diffOptions}`,
    operands: 'read*',
    veto: noSecrets,
    allow: ['git show', 'git show -p HEAD', 'git show HEAD:README.md', 'git show --stat HEAD~2'],
    notAllow: [
      'git show --output=x HEAD',
      'git show HEAD:.env',
      'git show HEAD:keys/id_rsa',
      'git show --textconv HEAD',
    ],
  },
  {
    names: 'git: ls-files|ls-tree',
    style,
    options:
      '-cdmosukztvfirl --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory --no-empty-directory -x,--exclude:text -X,--exclude-from:read --exclude-per-directory:text --exclude-standard --error-unmatch --with-tree:text --full-name --full-tree --abbrev?text --recurse-submodules --eol --deduplicate --format:text --debug --long --name-only --name-status --object-only',
    operands: 'text*',
    allow: [
      'git ls-files',
      'git ls-files -o --exclude-standard',
      'git ls-tree -r --name-only HEAD',
      "git ls-files '*.ts'",
    ],
    notAllow: ['git ls-files --frob'],
  },
  {
    names: 'git: blame|annotate',
    style,
    options:
      '-bltepfnswc -L:text --show-email --porcelain --line-porcelain --incremental --show-name --show-number -M?text -C?text --abbrev:number --root --since:text --date:text --color-lines --color-by-age --first-parent --ignore-rev:text --ignore-revs-file:read --progress --no-progress --show-stats --score-debug',
    operands: 'read*',
    veto: noSecrets,
    allow: ['git blame f', 'git blame -L 1,10 -- f', 'git blame -w HEAD~1 f'],
    notAllow: ['git blame .env', 'git blame --contents x f'],
  },
  {
    names: 'git: cat-file',
    style,
    options: '-ptse --allow-unknown-type',
    operands: 'text*',
    veto: noSecrets,
    allow: ['git cat-file -p HEAD', 'git cat-file -t HEAD'],
    notAllow: [
      'git cat-file -p HEAD:.env',
      'git cat-file --textconv HEAD:x',
      'git cat-file --filters HEAD:x',
    ],
  },
  {
    names: 'git: grep',
    style,
    options:
      '-# -acEFGhHiIlLnoPpqvwWz -e:pattern -f:read -A,--after-context:number -B,--before-context:number -C,--context:number -m,--max-count:number --cached --untracked --no-index --no-exclude-standard --exclude-standard --recurse-submodules --text --ignore-case --max-depth:number --recursive --no-recursive --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null --only-matching --count --color?text --no-color --break --heading --show-function --function-context --threads:number --and --or --not --all-match --quiet !-O !--open-files-in-pager !--textconv !--no-index',
    operands: 'pattern read*',
    firstUnless: '-e -f',
    veto: noSecrets,
    allow: ['git grep foo', 'git grep -n foo -- src', 'git grep -e a --and -e b', 'git grep -il foo HEAD'],
    notAllow: [
      'git grep -O foo',
      'git grep -Oless foo',
      'git grep --open-files-in-pager=x foo',
      'git grep foo -- .env',
    ],
  },
  {
    names: 'git',
    style,
    options: '-v,--version --html-path --man-path --info-path',
    allow: ['git --version', 'git -v'],
    notAllow: [
      'git --exec-path=x',
      'git push --force origin main',
      'git clean -fdx',
      'git reset --hard',
      'git frob',
    ],
  },
];
