import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PolicyBench, policyBench, programThatMarks } from '../helpers/policy-bench.ts';

let bench: PolicyBench;
let cwd = '';
let marker = '';
let canary = '';
const env = () => ({ PATH: process.env.PATH, HOME: bench.workspace.home, GIT_CONFIG_NOSYSTEM: '1' });

function git(folder: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@example.com', ...args], {
    cwd: join(cwd, folder),
    env: env(),
    stdio: 'ignore',
  });
}

/** A repository with one commit and a changed file. */
function repository(folder: string): void {
  mkdirSync(join(cwd, folder), { recursive: true });
  git(folder, 'init', '-q');
  bench.file(join(folder, 'f'), 'a\n');
  git(folder, 'add', 'f');
  git(folder, 'commit', '-qm', 'x');
  bench.file(join(folder, 'f'), 'b\n');
  utimesSync(join(cwd, folder, 'f'), 1, 1);
}

/** Has a repository filter its files. */
function filter(folder: string): void {
  git(folder, 'config', 'filter.x.clean', canary);
  bench.file(join(folder, '.gitattributes'), '* filter=x\n');
}

/** A repository whose index names another one, which filters its files. */
function filteredInner(): void {
  repository('');
  repository('sub');
  git('', 'add', 'sub');
  filter('sub');
}

/** A repository inside another one that was in its index once, and has an external diff. */
function droppedInner(): void {
  repository('');
  repository('sub');
  git('', 'add', 'sub');
  git('', 'commit', '-qm', 'with');
  git('sub', 'commit', '-qam', 'moved');
  git('', 'add', 'sub');
  git('', 'commit', '-qm', 'moved');
  git('', 'rm', '-q', '--cached', 'sub');
  git('', 'commit', '-qm', 'without');
  git('sub', 'config', 'diff.external', canary);
}

beforeEach(() => {
  bench = policyBench();
  cwd = bench.workspace.cwd;
  ({ marker, canary } = programThatMarks(bench.folder));
});
afterEach(() => bench.remove());

/** Whether the canary runs when the command does, in a shell of its own. */
function sings(command: string, environment: Readonly<Record<string, string>>): boolean {
  rmSync(marker, { force: true });
  try {
    const given = { ...env(), ...environment };
    execFileSync('/bin/bash', ['--norc', '-p', '-c', '--', command], { cwd, env: given, stdio: 'ignore' });
  } catch {
    // The exit status says nothing about the canary.
  }
  return existsSync(marker);
}

const empty = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

type Place = readonly [string, string, () => void];

/** Places where git finds a configuration that is not the nearest one by name. */
const places: readonly Place[] = [
  [
    'above a folder whose .git is none',
    'cd sub && git diff',
    () => {
      repository('');
      git('', 'config', 'diff.external', canary);
      bench.file('sub/.git/note');
      bench.file('sub/g', 'a\n');
      git('', 'add', '-f', 'sub/g');
      bench.file('sub/g', 'b\n');
    },
  ],
  [
    'where the commondir of a bare folder points',
    `cd bare && git diff ${empty} HEAD`,
    () => {
      repository('hostile');
      git('hostile', 'config', 'diff.external', canary);
      mkdirSync(join(cwd, 'bare'));
      cpSync(join(cwd, 'hostile/.git/HEAD'), join(cwd, 'bare/HEAD'));
      bench.file('bare/commondir', '../hostile/.git\n');
    },
  ],
  [
    'in a bare folder whose HEAD is a link',
    `cd bare && git diff ${empty} HEAD`,
    () => {
      repository('hostile');
      git('hostile', 'branch', '-M', 'main');
      git('hostile', 'pack-refs', '--all');
      git('hostile', 'config', 'diff.external', canary);
      git('hostile', 'config', 'core.bare', 'true');
      renameSync(join(cwd, 'hostile/.git'), join(cwd, 'bare'));
      rmSync(join(cwd, 'bare/HEAD'));
      symlinkSync('refs/heads/main', join(cwd, 'bare/HEAD'));
    },
  ],
  ['in a repository that only the index names', 'git status', filteredInner],
  ...[
    ['behind an end of a line', 'st\nore', 'gitdir: st\nore\n'],
    ['with a blank at its end', 'store ', 'gitdir: store \n'],
    ['before what git does not read', 'store', 'gitdir: store\n\0\n'],
  ].map(
    ([what = '', folder = '', text]): Place => [
      `where a .git file points, ${what}`,
      'git diff',
      () => {
        repository('');
        git('', 'config', 'diff.external', canary);
        renameSync(join(cwd, '.git'), join(cwd, what.startsWith('before') ? 'store\n' : folder));
        bench.file('.git', text);
      },
    ],
  ),
  [
    'where a commondir points, with a blank at its end',
    'git diff',
    () => {
      repository('');
      cpSync(join(cwd, '.git'), join(cwd, 'shared '), { recursive: true });
      git('', 'config', '-f', 'shared /config', 'diff.external', canary);
      bench.file('.git/commondir', '../shared \n');
    },
  ],
  ['in one that only the history names', 'git show --submodule=diff HEAD~1', droppedInner],
  ...[
    [
      'twice',
      '[core]\nrepositoryformatversion = 1\n[extensions]\nobjectFormat = sha256\nobjectFormat = sha1\n',
      '.git/config',
    ],
    ['for one work tree', '[extensions]\nobjectFormat = sha256\n', '.git/config.worktree'],
  ].map(
    ([what = '', settings = '', file = '']): Place => [
      `in one that an index names whose hashes are set ${what}`,
      'git status',
      () => {
        const name = 'with-a-long-name';
        filteredInner();
        renameSync(join(cwd, 'sub'), join(cwd, name));
        git('', 'rm', '-q', '--cached', '-r', '.');
        git('', 'add', name);
        git('', 'update-index', '--index-version', '2');
        appendFileSync(join(cwd, file), settings);
      },
    ],
  ),
  [
    'in one that only an index of version 4 names',
    'git status',
    () => {
      repository('');
      repository('deep/sub');
      git('', 'add', 'deep/sub');
      git('', 'update-index', '--index-version', '4');
      filter('deep/sub');
    },
  ],
  [
    'in one that such an index names behind a long path',
    'git status',
    () => {
      repository('');
      repository('deep/sub');
      bench.file(`deep/${'a'.repeat(200)}`, '');
      git('', 'add', '.');
      git('', 'update-index', '--index-version', '4');
      filter('deep/sub');
    },
  ],
  [
    'where the .git file of an inner repository points',
    'git status',
    () => {
      filteredInner();
      renameSync(join(cwd, 'sub/.git'), join(cwd, 'elsewhere'));
      bench.file('sub/.git', 'gitdir: ../elsewhere\n');
    },
  ],
];

describe('a configuration that git finds', { tags: ['slow'] }, () => {
  it.each(places)('%s is found too', async (_, command, prepare) => {
    prepare();
    expect(sings(command, {})).toBe(true);
    const { decision, environment } = await bench.judge(command);
    expect(`${decision} ${sings(command, environment)}`).toMatch(/^ask /);
  });

  it.each(['git show HEAD~1', 'git log -p', 'git diff HEAD~1 HEAD~2'])(
    'in a repository that only the history names is not read for the settings of %s',
    async (command) => {
      droppedInner();
      git('', 'config', 'diff.submodule', 'diff');
      expect(sings(command, {})).toBe(true);
      const { decision, environment } = await bench.judge(command);
      expect(`${decision} ${sings(command, environment)}`).toBe('allow false');
    },
  );

  it('has no merge made again, for which git writes into its store', async () => {
    repository('');
    git('', 'commit', '-qam', 'y');
    git('', 'checkout', '-q', '-b', 'side', 'HEAD~1');
    git('', 'commit', '-q', '--allow-empty', '-m', 'z');
    git('', 'merge', '-q', '-s', 'ours', '-', '-m', 'merge');
    git('', 'config', 'log.diffMerges', 'remerge');
    const writes = (environment: Readonly<Record<string, string>>) => {
      utimesSync(join(cwd, '.git/objects'), 1, 1);
      sings('git show -m', environment);
      return statSync(join(cwd, '.git/objects')).mtimeMs !== 1000;
    };
    expect(writes({})).toBe(true);
    const { decision, environment } = await bench.judge('git show -m');
    expect(`${decision} ${writes(environment)}`).toBe('allow false');
  });

  it.each(['git grep -h a', 'git grep -h a && touch x'])(
    'has %s show nothing that a repository inside keeps',
    async (command) => {
      repository('');
      repository('sub');
      git('', 'add', 'sub');
      bench.file('.gitmodules', '[submodule "sub"]\npath = sub\nurl = ./sub\n');
      bench.file('sub/f', 'canary\n');
      git('', 'config', 'submodule.sub.active', 'true');
      git('', 'config', 'submodule.recurse', 'true');
      const shown = (environment: Readonly<Record<string, string>>) =>
        execFileSync('/bin/bash', ['--norc', '-p', '-c', `${command}; :`], {
          cwd,
          env: { ...env(), ...environment },
        }).toString();
      expect(shown({})).toContain('canary');
      const { decision, environment } = await bench.judge(command, { rules: [{ allow: 'touch *' }] });
      expect(decision).toBe('allow');
      expect(shown(environment)).not.toContain('canary');
    },
  );

  it('in inner repositories without programs asks nothing', async () => {
    repository('');
    repository('sub');
    git('', 'add', 'sub');
    bench.file('plain/HEAD', 'no store\n');
    for (const command of ['git status', 'git diff', 'cd plain && git log', 'cd sub && git show'])
      expect(await bench.decide(command)).toBe('allow');
  });
});
