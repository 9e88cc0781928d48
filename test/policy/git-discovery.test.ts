import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
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

/** A repository whose index names another one, which filters its files. */
function filteredInner(): void {
  repository('');
  repository('sub');
  git('', 'add', 'sub');
  git('sub', 'config', 'filter.x.clean', canary);
  bench.file('sub/.gitattributes', '* filter=x\n');
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

/** Places where git finds a configuration that is not the nearest one by name. */
const places: readonly (readonly [string, string, () => void])[] = [
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
  [
    'in one that only an index of version 4 names',
    'git diff --submodule=diff',
    () => {
      repository('');
      repository('deep/sub');
      git('', 'add', 'deep/sub');
      git('', 'update-index', '--index-version', '4');
      git('deep/sub', 'config', 'diff.external', canary);
    },
  ],
  [
    'in one that such an index names behind a long path',
    'git diff --submodule=diff',
    () => {
      repository('');
      repository('deep/sub');
      bench.file(`deep/${'a'.repeat(200)}`, '');
      git('', 'add', '.');
      git('', 'update-index', '--index-version', '4');
      git('deep/sub', 'config', 'diff.external', canary);
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

  it('in inner repositories without programs asks nothing', async () => {
    repository('');
    repository('sub');
    git('', 'add', 'sub');
    bench.file('plain/HEAD', 'no store\n');
    for (const command of ['git status', 'git diff', 'cd plain && git log', 'cd sub && git show'])
      expect(await bench.decide(command)).toBe('allow');
  });
});
