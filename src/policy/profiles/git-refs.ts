import { words } from '../programs/words.ts';
import { textOf } from '../shell/arg.ts';
import { diffOptions, listOptions, logOptions, startedByScripts } from './git-options.ts';
import { showing } from './git-store.ts';
import { isGiven, type Profile, type Reading } from './profile.ts';

/** Operands are patterns only in a list; elsewhere they would make or move a reference. */
function onlyLists(reading: Reading): string | null {
  const lists = ['--list', '-l', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at'];
  return reading.positionals.length === 0 || isGiven(reading, ...lists)
    ? null
    : 'it would make something new';
}

/** As `onlyLists`; to older versions `-l` asks for a log of the branch they make, which cannot be called like a pattern. */
function onlyListsBranches(reading: Reading): string | null {
  const { options, positionals } = reading;
  const others = new Map([...options].filter(([name]) => name !== '-l'));
  const arePatterns = positionals.every(({ arg }) => /[*?[]/.test(textOf(arg) ?? ''));
  return onlyLists(arePatterns ? reading : { ...reading, options: others });
}

/** `git config` that only gets. */
function onlyGets(reading: Reading): string | null {
  const { positionals } = reading;
  const gets = words('--get --get-all --get-regexp --get-urlmatch --list -l --get-color --get-colorbool');
  // A lone word is a key; newer versions take one without a dot for what to do, and some of that edits.
  const isKey = positionals.length === 1 && textOf(positionals[0]?.arg)?.includes('.') === true;
  return isKey || isGiven(reading, ...gets) ? null : 'it would change the configuration';
}

/** Whether settings are shown that may be addresses with a password, or hold one themselves. */
function showsAddress({ options, positionals }: Reading): boolean {
  const manySettings = words('--list -l --regexp --get-regexp --get-urlmatch --url');
  const [key] = positionals;
  if (key === undefined || isGiven({ options }, ...manySettings)) return true;
  return !/^(?:user|core|init|branch|diff|merge|pull|push|commit|tag|log|color)\./i.test(
    textOf(key.arg) ?? '',
  );
}

/** Any word may be the first: a commit that a substitution looks for is no word where there is none. */
function onlyShows({ positionals }: Reading): string | null {
  const isVerb = /^(expire|delete|drop|write|exists)$/;
  return positionals.some(({ arg }) => isVerb.test(textOf(arg) ?? '')) ? 'it would change the log' : null;
}

const configOptions =
  '-z --global --system --local --worktree --show-origin --show-scope --null --name-only --type:text --bool --int --path --includes --no-includes --default:text';

/** Read forms of git about branches, tags, remotes, logs of references and settings. */
export const gitReferences = (): readonly Profile[] => [
  {
    names: 'git: branch',
    options: `-arvq --all --remotes --show-current --verbose --abbrev?text --no-abbrev ${listOptions}`,
    operands: 'text*',
    veto: onlyListsBranches,
    allow: [
      'git branch',
      'git branch -vv',
      'git branch --show-current',
      'git branch -a',
      'git branch --list foo',
      'git branch --contains HEAD',
      'git branch --merged main',
      "git branch -l 'feature/*'",
      'git branch -l',
    ],
    notAllow: [
      'git branch new-branch',
      'git branch -l new-branch',
      "git branch -al 'x*' new-branch",
      'git branch -d x',
      'git branch -m a b',
      'git branch -f x y',
      'git branch --edit-description',
    ],
  },
  {
    names: 'git: tag',
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
    options: '-v --verbose',
    showsSettings: (reading) => isGiven(reading, '-v', '--verbose'),
    allow: ['git remote', 'git remote -v'],
    notAllow: ['git remote add x y', 'git remote update', 'git remote show origin'],
  },
  {
    names: 'git: remote show',
    operands: 'text*',
    veto: ({ positionals }) => (positionals.length === 0 ? null : 'it asks the remote'),
    allow: ['git remote show'],
    notAllow: ['git remote show origin', 'git remote show -n origin'],
  },
  {
    names: 'git: remote get-url',
    options: '--push --all',
    operands: 'text*',
    showsSettings: () => true,
    allow: ['git remote get-url origin', 'git remote get-url --all origin'],
    notAllow: ['git remote set-url origin x'],
  },
  {
    names: 'git: stash list|worktree list|notes list|notes show',
    starts: startedByScripts,
    options: '--all --porcelain -v --verbose -z --oneline --format:text --date:text -n:number -#',
    operands: 'text*',
    allow: ['git stash list', 'git worktree list --porcelain'],
    notAllow: ['git stash', 'git stash pop', 'git worktree add x', 'git notes add'],
  },
  {
    names: 'git: notes',
    allow: ['git notes'],
    notAllow: ['git notes add', 'git notes add -m x', 'git notes prune', 'git notes --ref x'],
  },
  {
    names: 'git: bisect log',
    starts: startedByScripts,
    allow: ['git bisect log'],
    notAllow: ['git bisect run x', 'git bisect log x', 'git bisect view'],
  },
  {
    names: 'git: stash show',
    starts: startedByScripts,
    options: `${diffOptions} --include-untracked --only-untracked`,
    operands: 'text*',
    ...showing('changes'),
    allow: ['git stash show -p', 'git stash show stash@{0}'],
    notAllow: ['git stash drop'],
  },
  {
    names: 'git: reflog',
    options: `${logOptions} ${diffOptions}`,
    operands: 'read*',
    ...showing('patches', onlyShows),
    allow: ['git reflog', 'git reflog -5', 'git reflog show main'],
    notAllow: [
      'git reflog expire --all',
      'git reflog delete x',
      'git reflog $(git merge-base a b) delete HEAD@{0}',
    ],
  },
  {
    names: 'git: rev-parse',
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
    names:
      'git: describe|name-rev|merge-base|show-ref|for-each-ref|rev-list|count-objects|check-ignore|check-attr|var|version|show-branch|cherry|diff-tree|verify-pack',
    options: `${logOptions} ${diffOptions} --exact-match --long --always --match:text --candidates:number --contains?text --no-contains?text --dirty?text --broken?text --debug -v -H -d -e -h -s --head --heads --verify --hash?text --dereference --shell --octopus --is-ancestor --independent --fork-point --merged?text --no-merged?text --points-at:text --sort:text --objects --numbered --summary --email --group:text --human-readable --verbose --non-matching --name-only --no-undefined --no-index --no-commit-id -r -t --build-options --refs:text`,
    operands: 'text*',
    ...showing('patches'),
    allow: [
      'git describe --tags --always',
      'git merge-base main HEAD',
      'git rev-list --count HEAD',
      'git check-ignore -v x',
      'git check-ignore -v --no-index x',
      'git diff-tree --no-commit-id --name-only -r HEAD',
      "git for-each-ref --format='%(refname)'",
    ],
    notAllow: ['git check-ignore --stdin', 'git rev-list --stdin'],
  },
  {
    names: 'git: range-diff',
    options: `${logOptions} ${diffOptions} --creation-factor:number --no-dual-color --left-only --right-only`,
    operands: 'text*',
    ...showing('changes'),
    allow: ['git range-diff main...HEAD', 'git range-diff -s a b c'],
    notAllow: ['git range-diff --output=x a...b'],
  },
  {
    names: 'git: symbolic-ref',
    options: '-q --quiet --short --no-recurse',
    operands: 'text',
    allow: ['git symbolic-ref HEAD', 'git symbolic-ref --short HEAD'],
    notAllow: [
      'git symbolic-ref HEAD refs/heads/x',
      'git symbolic-ref -d HEAD',
      'git symbolic-ref -m x HEAD y',
    ],
  },
  {
    names: 'git: shortlog',
    options: `-nsec -w?text --numbered --summary --email --committer --group:text --format:text --no-merges --merges --all --since:text --until:text --after:text --before:text --author:text`,
    operands: 'text*',
    allow: ['git shortlog -sn', 'git shortlog -sne main..HEAD'],
    notAllow: ['git shortlog --frob', "git shortlog --group='%G?'", 'git shortlog --group=format:%GK'],
  },
  {
    names: 'git: config get|config list',
    options: `${configOptions} --all --regexp --value:text --fixed-value --url:text --show-names --no-show-names`,
    operands: 'text*',
    showsSettings: showsAddress,
    allow: [
      'git config get user.name',
      'git config get --all user.name',
      'git config list',
      'git config list --show-origin',
    ],
    notAllow: ['git config get -f .env x.y', 'git config list --file=x'],
  },
  {
    names: 'git: config',
    options: `${configOptions} -l --get --get-all --get-regexp --get-urlmatch --list`,
    // Behind the name of a setting, what looks like an option is what it is set to.
    leading: true,
    operands: 'text*',
    showsSettings: showsAddress,
    veto: onlyGets,
    allow: [
      'git config --get user.name',
      'git config --show-origin --get user.name',
      'git config user.email',
      'git config --list',
    ],
    notAllow: [
      'git config user.name x',
      'git config --unset x',
      'git config -e',
      'git config edit',
      'git config set a.b c',
      'git config unset a.b',
      'git config --global alias.x y',
      'git config core.pager evil',
      'git config core.pager --list',
      'git config core.pager -z',
      "git config core.fsmonitor '--default=;id'",
      'git config core.pager --default=$X',
      'git config core.pager --',
    ],
  },
];
