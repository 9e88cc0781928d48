import { textArg } from '../shell/arg.ts';
import { without } from './conditions.ts';
import { startedByScripts } from './git-options.ts';
import { showing } from './git-store.ts';
import { formsOnly, isGiven, type Operand, type Profile, type Reading } from './profile.ts';

/** Without one of its trials it changes files. */
function onlyTries(reading: Reading): string | null {
  return isGiven(reading, '--check', '--stat', '--numstat', '--summary') ? null : formsOnly;
}

/** Whether a patch fits tells of the files it is held against, though it shows nothing of them. */
function heldAgainst({ operands, options }: Reading): readonly Operand[] {
  return options.has('--check')
    ? [...operands, { kind: 'tree', arg: textArg('.'), exposed: false }]
    : operands;
}

/** Forms of which `-h` is no option of another meaning. Of older versions `am`, `pull`, `rebase` and `stash` are scripts. */
const built =
  'add am apply archive blame branch checkout cherry-pick clean clone commit config describe diff fetch fsck gc init log ls-files ls-tree ' +
  'merge merge-base mv notes pull push rebase reflog remote reset restore rev-list revert rm shortlog show stash status switch tag worktree';

/** Forms of git that change things, where they only tell what they would do, and others that only tell. */
export const gitTrials = (): readonly Profile[] => [
  {
    names: 'git: clean',
    options: '-n,--dry-run -dxXfq --force --quiet -e,--exclude:text',
    operands: 'list*',
    veto: without('-n', formsOnly),
    allow: ['git clean -n', 'git clean -nd', 'git clean --dry-run -x src', "git clean -ndX -e '*.log'"],
    notAllow: ['git clean', 'git clean -fd', 'git clean -ni', 'git clean -i -n', 'git clean -e -n -f'],
  },
  {
    names: 'git: archive',
    options: '-l,--list',
    veto: without('-l', formsOnly),
    allow: ['git archive --list', 'git archive -l'],
    notAllow: [
      'git archive HEAD',
      'git archive --list --remote=x',
      'git archive -l -o x',
      'git archive --list HEAD',
    ],
  },
  {
    names: 'git: sparse-checkout list|check-ref-format',
    options: '--branch --normalize --allow-onelevel --no-allow-onelevel --refspec-pattern',
    operands: 'text*',
    allow: ['git sparse-checkout list', 'git check-ref-format --branch feature/x'],
    notAllow: ['git sparse-checkout set src', 'git sparse-checkout add x', 'git sparse-checkout list > f'],
  },
  {
    names: 'git: add',
    options:
      '-n,--dry-run -vfuA --verbose --force --update --all --no-all --ignore-removal --ignore-errors --ignore-missing',
    operands: 'list*',
    veto: without('-n', formsOnly),
    allow: ['git add -n .', 'git add --dry-run src', 'git add -An', 'git add -n -v -- a.ts'],
    notAllow: [
      'git add .',
      'git add -A',
      'git add -n -i',
      'git add -np',
      'git add -n --pathspec-from-file=x',
      'git add -- -n',
    ],
  },
  {
    names: 'git: rm',
    options: '-n,--dry-run -rfq --force --cached --ignore-unmatch --quiet',
    operands: 'list*',
    // Without `--cached` even a trial moves the store of a submodule into that of the repository.
    veto: without('-n --cached', formsOnly),
    allow: ['git rm -n --cached a.ts', 'git rm -r --dry-run --cached src'],
    notAllow: [
      'git rm -n src',
      'git rm a.ts',
      'git rm -r --cached src',
      'git rm -- -n',
      'git rm -n --pathspec-from-file=x',
    ],
  },
  {
    names: 'git: apply',
    options:
      '--check --stat --numstat --summary -v --verbose -q --quiet -R --reverse -p:number --recount --unidiff-zero -z --ignore-whitespace --ignore-space-change !--apply !--build-fake-ancestor:write',
    operands: 'read*',
    veto: onlyTries,
    also: heldAgainst,
    skips: () => () => true,
    allow: [
      'git apply --stat a.patch',
      'git apply --check a.patch',
      'git apply --numstat --summary -p0 a.patch',
      'git apply -R --check -v < a.patch',
    ],
    notAllow: [
      'git apply a.patch',
      'git apply -R a.patch',
      'git apply --check --apply a.patch',
      'git apply --stat --apply a.patch',
      'git apply --check --index a.patch',
      'git apply --check --build-fake-ancestor=x a.patch',
      'git apply --check --directory=x a.patch',
      'git apply --stat .env',
      'git apply --stat $(git rev-parse HEAD)',
      'git apply --check a.patch && git apply a.patch',
    ],
  },
  {
    names: 'git: hash-object',
    options: '-t:text --stdin --no-filters --literally !-w !--path:text !--stdin-paths',
    operands: 'read*',
    allow: ['git hash-object a.ts', 'git hash-object -t blob --stdin'],
    notAllow: [
      'git hash-object -w a.ts',
      'git hash-object --path=x a.ts',
      'git hash-object --stdin-paths',
      'git hash-object .env',
      'git hash-object $(git rev-parse HEAD)',
    ],
  },
  {
    names: 'git: submodule|submodule status',
    starts: startedByScripts,
    options: '--cached',
    allow: ['git submodule', 'git submodule status', 'git submodule status --cached'],
    notAllow: [
      'git submodule update',
      'git submodule foreach id',
      'git submodule status --recursive',
      'git submodule init',
      'git submodule summary',
    ],
  },
  {
    names: 'git: rebase|am',
    starts: startedByScripts,
    options: '--show-current-patch',
    ...showing('commits', without('--show-current-patch', formsOnly)),
    allow: ['git rebase --show-current-patch', 'git am --show-current-patch'],
    notAllow: [
      'git rebase',
      'git rebase main',
      'git rebase --continue',
      'git am a.patch',
      'git am --show-current-patch=raw',
      'git am --show-current-patch a.patch',
    ],
  },
  {
    names: `git: ${built
      .split(' ')
      .map((form) => `${form} -h`)
      .join('|')}`,
    starts: startedByScripts,
    allow: ['git push -h', 'git commit -h', 'git log -h'],
    notAllow: [
      'git push -h origin',
      'git commit -m -h',
      'git frob -h',
      'git -h push',
      'git bisect -h',
      'git commit -h -m x',
    ],
  },
  {
    names: 'git: ls-remote',
    options:
      '--get-url -q --quiet --heads --branches -t --tags --refs --symref --exit-code --sort:text !--upload-pack:text !--exec:text',
    operands: 'text*',
    // Behind the name of a remote it reads no options: what stands there are names of references, for which it asks.
    leading: true,
    showsSettings: () => true,
    veto: without('--get-url', 'it asks the remote'),
    allow: [
      'git ls-remote --get-url',
      'git ls-remote --get-url origin',
      'git ls-remote -q --get-url origin x',
    ],
    notAllow: [
      'git ls-remote origin --get-url',
      'git ls-remote --heads origin --get-url',
      'git ls-remote -- origin --get-url',
      'git ls-remote',
      'git ls-remote origin',
      'git ls-remote --heads origin',
      'git ls-remote --get-url --upload-pack=x origin',
    ],
  },
  {
    names: 'git: fsck',
    options:
      '-v --full --no-full --strict --connectivity-only --dangling --no-dangling --unreachable --progress --no-progress --verbose --name-objects --root --tags --cache --no-reflogs !--lost-found',
    operands: 'text*',
    allow: ['git fsck', 'git fsck --full --no-dangling'],
    notAllow: ['git fsck --lost-found'],
  },
];
