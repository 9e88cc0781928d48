import { isSensitiveName } from '../../core/sensitive.ts';
import { textOf } from '../shell/arg.ts';
import { diffOptions, listOptions, logOptions } from './git-options.ts';
import type { Profile, Reading } from './profile.ts';

/** A secret read out of a commit (`HEAD:.env`) or through a pathspec. */
function noSecrets({ positionals }: Reading): string | null {
  const secret = positionals
    .map(({ arg }) => textOf(arg) ?? '')
    .find((text) => isSensitiveName(text.replace(/^:\([^)]*\)/, '').replace(/^[^:]*:/, ''), []));
  return secret === undefined ? null : `"${secret}" usually holds secrets`;
}

/** Operands are patterns only in a list; elsewhere they would make or move a reference. */
function onlyLists({ options, positionals }: Reading): string | null {
  const lists = ['--list', '-l', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at'];
  return positionals.length === 0 || lists.some((name) => options.has(name))
    ? null
    : 'it would make something new';
}

/** `git config` that only gets. */
function onlyGets({ options, positionals }: Reading): string | null {
  const gets = [
    '--get',
    '--get-all',
    '--get-regexp',
    '--get-urlmatch',
    '--list',
    '-l',
    '--get-color',
    '--get-colorbool',
  ];
  return positionals.length === 1 || gets.some((name) => options.has(name))
    ? null
    : 'it would change the configuration';
}

function onlyShows({ positionals }: Reading): string | null {
  const verb = textOf(positionals[0]?.arg) ?? '';
  return /^(expire|delete|drop|write|exists)$/.test(verb) ? 'it would change the log' : null;
}

const style = 'exact' as const;

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
    ],
    notAllow: ['git -c core.fsmonitor=x status', 'git --git-dir x status', 'git -C . status', './git status'],
  },
  {
    names: 'git: log|whatchanged',
    style,
    options: `${logOptions} ${diffOptions}`,
    operands: 'read*',
    veto: noSecrets,
    allow: [
      'git log',
      'git log --oneline -5',
      'git log -p -2 -- src',
      "git log --format='%h %s' main..HEAD",
      'git -P log',
      'git log --graph --all --decorate',
      'git log -n 3 --stat',
    ],
    notAllow: [
      'git log --output=x',
      'git log --ext-diff -p',
      'git log --textconv -1',
      'git log -p -- .env',
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
    names: 'git: branch',
    style,
    options: `-arvq --all --remotes --show-current --verbose --abbrev?text --no-abbrev ${listOptions}`,
    operands: 'text*',
    veto: onlyLists,
    allow: [
      'git branch',
      'git branch -vv',
      'git branch --show-current',
      'git branch -a',
      'git branch --list foo',
      'git branch --contains HEAD',
      'git branch --merged main',
    ],
    notAllow: [
      'git branch new-branch',
      'git branch -d x',
      'git branch -m a b',
      'git branch -f x y',
      'git branch --edit-description',
    ],
  },
  {
    names: 'git: tag',
    style,
    options: `-n?number ${listOptions}`,
    operands: 'text*',
    veto: onlyLists,
    allow: [
      'git tag',
      "git tag -l 'v*'",
      'git tag --sort=-creatordate',
      'git tag --contains HEAD',
      'git tag -n5',
    ],
    notAllow: ['git tag v1', 'git tag -d v1', 'git tag -a v1 -m x', 'git tag -v v1'],
  },
  {
    names: 'git: remote',
    style,
    options: '-v --verbose',
    allow: ['git remote', 'git remote -v'],
    notAllow: ['git remote add x y', 'git remote update', 'git remote show origin'],
  },
  {
    names: 'git: remote get-url|stash list|worktree list|notes list|notes show|bisect log',
    style,
    options: '--push --all --porcelain -v --verbose -z --oneline --format:text --date:text -n:number -#',
    operands: 'text*',
    allow: ['git remote get-url origin', 'git stash list', 'git worktree list --porcelain'],
    notAllow: ['git stash', 'git stash pop', 'git worktree add x', 'git notes add'],
  },
  {
    names: 'git: stash show',
    style,
    options: `${diffOptions} --include-untracked --only-untracked`,
    operands: 'text*',
    allow: ['git stash show -p', 'git stash show stash@{0}'],
    notAllow: ['git stash drop'],
  },
  {
    names: 'git: reflog',
    style,
    options: `${logOptions} ${diffOptions}`,
    operands: 'read*',
    veto: onlyShows,
    allow: ['git reflog', 'git reflog -5', 'git reflog show main'],
    notAllow: ['git reflog expire --all', 'git reflog delete x'],
  },
  {
    names: 'git: rev-parse',
    style,
    options:
      '--show-toplevel --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --show-cdup --show-prefix --show-superproject-working-tree --abbrev-ref?text --short?text --verify -q --quiet --symbolic --symbolic-full-name --all --branches?text --tags?text --remotes?text --git-path:text --local-env-vars --show-object-format?text --default:text --revs-only --no-revs --flags --no-flags --since:text --until:text --not',
    operands: 'text*',
    allow: [
      'git rev-parse HEAD',
      'git rev-parse --abbrev-ref HEAD',
      'git rev-parse --show-toplevel',
      'git rev-parse --short HEAD',
    ],
    notAllow: ['git rev-parse --parseopt'],
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
    names:
      'git: describe|name-rev|merge-base|show-ref|for-each-ref|rev-list|count-objects|check-ignore|check-attr|var|version|show-branch|cherry|diff-tree|range-diff|verify-pack',
    style,
    options: `${logOptions} ${diffOptions} --exact-match --long --always --match:text --candidates:number --contains?text --no-contains?text --dirty?text --broken?text --debug -v -H -d -e -h -s --head --heads --verify --hash?text --dereference --shell --octopus --is-ancestor --independent --fork-point --merged?text --no-merged?text --points-at:text --sort:text --objects --numbered --summary --email --group:text --human-readable --verbose --non-matching --name-only --no-undefined --build-options --refs:text`,
    operands: 'text*',
    veto: noSecrets,
    allow: [
      'git describe --tags --always',
      'git merge-base main HEAD',
      'git rev-list --count HEAD',
      'git check-ignore -v x',
      "git for-each-ref --format='%(refname)'",
    ],
    notAllow: ['git check-ignore --stdin', 'git rev-list --stdin'],
  },
  {
    names: 'git: shortlog',
    style,
    options: `-nsec -w?text --numbered --summary --email --committer --group:text --format:text --no-merges --merges --all --since:text --until:text --after:text --before:text --author:text`,
    operands: 'text*',
    allow: ['git shortlog -sn', 'git shortlog -sne main..HEAD'],
    notAllow: ['git shortlog --frob'],
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
    names: 'git: config',
    style,
    options:
      '-lz --get --get-all --get-regexp --get-urlmatch --list --global --system --local --worktree --show-origin --show-scope --null --name-only --type:text --bool --int --path --includes --no-includes --default:text',
    operands: 'text*',
    veto: onlyGets,
    allow: ['git config --get user.name', 'git config user.email', 'git config --list'],
    notAllow: [
      'git config user.name x',
      'git config --unset x',
      'git config -e',
      'git config --global alias.x y',
      'git config core.pager evil',
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
