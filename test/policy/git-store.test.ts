/** @module-tag forms */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

const bench = sharedBench(() => {
  const { cwd, home } = bench.workspace;
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@example.com', ...args], {
      cwd,
      env: { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
      stdio: 'ignore',
    });
  git('init', '-q');
  for (const name of ['private/file', 'src/a.ts', 'src/deep/b.ts', 'README.md', 'gone/c', '.env'])
    bench.file(name, `${name}\n`);
  git('add', '.');
  git('rm', '-q', '--cached', '.env');
  git('commit', '-qm', 'x');
  rmSync(join(cwd, 'gone'), { recursive: true });
  bench.file(join(home, 'elsewhere/deep/.env'), 'x\n');
  bench.file(join(home, 'elsewhere/.env'), 'x\n');
  mkdirSync(join(cwd, 'empty'));
});

const decide = (command: string, deny: string | null) =>
  bench.decide(command, deny === null ? {} : { rules: [{ tool: 'read', deny }] });

/** Forms that show what is below `private`, each with the least that is said of it under a rule that denies it. */
const showing: readonly (readonly [string, 'ask' | 'deny'])[] = [
  ['git show HEAD:private/file', 'deny'],
  ['cd src && git show HEAD:private/file', 'deny'],
  ['cd src && git show HEAD:../private/file', 'deny'],
  ['git -C src show HEAD:./../private/file', 'deny'],
  ['git show :private/file', 'deny'],
  ['git show :0:private/file', 'deny'],
  ["git show 'HEAD@{10:00:00}:private/file'", 'deny'],
  ['git show HEAD:PRIVATE/file', 'deny'],
  ['git show HEAD:private', 'deny'],
  ['git show --stat HEAD:private/file', 'deny'],
  ['git show HEAD', 'ask'],
  ['git show', 'ask'],
  ['git show --stat some-tag', 'ask'],
  ["git show 'HEAD^{/fix: x}'", 'ask'],
  ['git show :/fix', 'ask'],
  ['git show HEAD HEAD:README.md', 'ask'],
  ['git show HEAD:', 'ask'],
  ['git show 1a2b3c', 'ask'],
  ['git show --full-diff HEAD -- src', 'ask'],
  ['git show 1a2b3c -- src', 'ask'],
  ['git show 1a2b3c src', 'ask'],
  ["git show 'x^{blob}' -- src", 'ask'],
  ['git diff 1a2b3c -- src/a.ts', 'ask'],
  ['git diff 1a2b3c src/a.ts', 'ask'],
  ['git diff 1a2b3c..4d5e6f -- src', 'ask'],
  ['git grep x 1a2b3c -- src', 'ask'],
  ['cd src && git grep x 1a2b3c', 'ask'],
  ['git diff', 'ask'],
  ['git diff HEAD~1', 'ask'],
  ['git diff -- private/', 'deny'],
  ['git diff private', 'deny'],
  ["git diff -- 'priv*'", 'ask'],
  ["git diff -- ':(top)private'", 'deny'],
  ["cd src && git diff -- ':/private/file'", 'deny'],
  ["git diff -- ':(icase)PRIVATE/file'", 'deny'],
  ["git diff -- ':!src'", 'ask'],
  ['git diff HEAD -- . ', 'ask'],
  ['git diff HEAD:private/file HEAD:README.md', 'deny'],
  ['git diff --stat -p', 'ask'],
  ['git log -p', 'ask'],
  ['git log -p -- private', 'deny'],
  ['git log -p --follow -- README.md', 'ask'],
  ['git log -L 1,2:private/file', 'deny'],
  ['git log -L 1,2:README.md', 'ask'],
  ['git log --word-diff', 'ask'],
  ['git log --cc -1', 'ask'],
  ['git reflog -p', 'ask'],
  ['git grep x', 'ask'],
  ['git grep x HEAD', 'ask'],
  ['git grep x -- private', 'deny'],
  ['git grep -e x private', 'deny'],
  ['git grep x HEAD:private', 'deny'],
  ['git blame private/file', 'deny'],
  ['git blame HEAD -- private/file', 'deny'],
  ['git cat-file -p HEAD:private/file', 'deny'],
  ['git cat-file blob HEAD:private/file', 'deny'],
  ['git cat-file -p 1a2b3c', 'ask'],
  ['git stash show -p', 'ask'],
  ['git stash show', 'ask'],
  ['git diff-tree -p HEAD', 'ask'],
  ['git range-diff a...b', 'ask'],
  ['git status -v', 'ask'],
  ['git status -vv private', 'deny'],
  ['git whatchanged -p', 'ask'],
  ['for f in private/file; do git show "HEAD:$f"; done', 'deny'],
  ['for f in R*; do git show "$f:private/file"; done', 'deny'],
  ['cat README.md | while read -r f; do git cat-file -p "HEAD:$f"; done', 'ask'],
];

const harmless = [
  'git status',
  'git status -s private',
  'git log --oneline -5',
  'git log --stat -- src',
  'git log -p -2 -- src',
  'git show --stat HEAD',
  'git show -s --format=%B HEAD~1',
  'git show HEAD:README.md',
  'git show main -- src',
  'git diff main..deadline -- src',
  'git diff 1a2b3c:src/a.ts src/a.ts',
  'git show HEAD -- src README.md',
  'git show HEAD:src/deep',
  'git diff --name-only main...HEAD',
  'git diff --stat',
  'git diff src',
  'git diff HEAD -- src/a.ts',
  "git diff -- 'src/*.ts'",
  'cd src && git diff -- .',
  'cd src && git grep x',
  'git -C src grep x',
  'git grep x -- src',
  'git grep x src',
  'git blame src/a.ts',
  'git cat-file -t 1a2b3c',
  'git cat-file -p HEAD',
  "git cat-file -p 'HEAD^{tree}'",
  'git cat-file blob HEAD:src/a.ts',
  'git ls-files private',
  'git ls-tree -r HEAD',
  'git branch -vv',
  'git rev-parse HEAD:private/file',
];

describe('what git shows out of its store', () => {
  it.each(showing)('%s is held back by a rule about the files: %s', async (command, expected) => {
    expect(await decide(command, 'private/**')).toBe(expected);
  });

  it.each(showing)('%s is held back where a rule allows all of git: %s', async (command, expected) => {
    const rules = [{ allow: 'git *' }, { allow: 'cd *' }, { tool: 'read', deny: 'private/**' }];
    const { decision } = await bench.judge(command, { rules });
    expect(decision === expected || decision === 'deny').toBe(true);
  });

  it.each([
    'git show HEAD:.env',
    'git show :.env',
    'git cat-file -p HEAD:.env',
    'git blame .env',
    'git diff -- .env',
  ])('%s shows a secret, also where a rule allows all of git', async (command) => {
    expect(await bench.decide(command, { rules: [{ allow: 'git *' }] })).toBe('ask');
    expect(await bench.decide('git show HEAD:README.md', { rules: [{ allow: 'git *' }] })).toBe('allow');
  });

  it.each(showing.filter(([command]) => !/\$f/.test(command)))('%s is open without one', async (command) => {
    expect(await decide(command, null)).toBe('allow');
    expect(await decide(command, '/elsewhere/**')).toBe('allow');
  });

  it.each(harmless)('%s is open with one', async (command) => {
    expect(await decide(command, 'private/**')).toBe('allow');
  });

  it('is held back where the files are there no more', async () => {
    expect(await decide('git show HEAD', 'gone/**')).toBe('ask');
    expect(await decide('git show HEAD:gone/c', 'gone/**')).toBe('deny');
    expect(await decide('git log -p -- gone', 'gone/c')).toBe('ask');
  });

  it.each([
    'git show HEAD:.env',
    'git show HEAD:./.env',
    'git show :0:.env',
    'git log -p -- .env',
    'git log -L 1,2:.env',
    'git log -L :x:.env',
    'git status -v -- .env',
    'git cat-file blob HEAD:.env',
    'for f in R*; do git show "$f:.env"; done',
    'for f in R*; do git show $f:./.env; done',
    'for f in R*; do git grep x "$f:.env"; done',
    'git cat-file -p R*',
    'for f in R*; do git cat-file -p "$f"; done',
    'git grep --untracked x',
    'git grep --untracked --no-exclude-standard x',
    'git grep --no-exclude-standard x -- .',
    "git diff -- ':(top).env'",
  ])('%s asks for a secret that was committed', async (command) => {
    expect(await decide(command, null)).toBe('ask');
  });

  it('is open where a rule names the secret, and where a secret is left out', async () => {
    const rules = [{ tool: 'read', allow: '.env' }];
    expect(await bench.decide('git show HEAD:.env', { rules })).toBe('allow');
    expect(await decide("git diff -- . ':!.env'", null)).toBe('allow');
    expect(await decide('git grep --untracked x -- src', null)).toBe('allow');
  });

  it('is asked about by the names of the configuration', async () => {
    const settings = { workspace: { sensitive: ['src/deep/**'] } };
    expect(await bench.decide('git show HEAD:src/deep/b.ts', { settings })).toBe('ask');
    expect(await bench.decide('git show HEAD:src/a.ts', { settings })).toBe('allow');
  });

  it('is what lies there when it compares beyond its working tree', async () => {
    const { home } = bench.workspace;
    expect(await decide(`git diff empty ${home}`, null)).toBe('ask');
    expect(await decide(`git diff empty ${home}/elsewhere`, null)).toBe('ask');
    expect(await decide(`cd ${home} && git diff elsewhere elsewhere/deep`, null)).toBe('ask');
    expect(await decide(`git diff empty ${home}/elsewhere/deep/../x`, null)).toBe('allow');
  });

  it('is refused under full, and closed with the workspace', async () => {
    const rules = [{ tool: 'read', deny: 'private/**' }];
    const full = { approval: { security: 'full' as const } };
    expect(await bench.decide('git show HEAD:private/file', { rules, settings: full })).toBe('deny');
    expect(await bench.decide('git show HEAD', { rules, settings: full })).toBe('allow');
    const settings = { workspace: { restrict: true } };
    expect(await bench.decide('git show HEAD:src/a.ts', { settings })).toBe('allow');
    expect(await bench.decide('git log -p', { settings })).toBe('allow');
  });
});

describe('checks of signatures, which start other programs', () => {
  it.each([
    'git log --show-signature',
    "git log --format='%h %G?'",
    "git log --pretty='%GK'",
    'git log --format="$F"',
    "git for-each-ref --format='%(signature:grade)'",
    'git tag --sort=signature',
  ])('%s is asked about', async (command) => {
    expect(await decide(command, null)).toBe('ask');
  });

  it('are none in other formats', async () => {
    expect(await decide("git log --format='%h signature %g'", null)).toBe('allow');
    expect(await decide("git for-each-ref --sort=-creatordate --format='%(refname)'", null)).toBe('allow');
  });
});

describe('a pathspec with a wildcard', () => {
  it.each([
    ["git show HEAD -- '.e*'", 'ask'],
    ["git diff HEAD~1 HEAD -- ':(glob)**/.env'", 'ask'],
    ["git grep KEY -- '.e*'", 'ask'],
    ["git log -p -- '*/.env'", 'ask'],
    ["git log -p -- 's*v'", 'ask'],
    ["git diff -- 'su*env'", 'ask'],
    ["git diff -- 'sub?.env'", 'ask'],
    ["git diff -- '[.]env'", 'ask'],
    ["git diff -- '[[:punct:]]env'", 'ask'],
    ["git diff -- '\\.env'", 'ask'],
    ["git diff -- ':/.e*'", 'ask'],
    ["git diff -- ':(icase).E*'", 'ask'],
    ["git show HEAD '*.pem'", 'ask'],
    ["git diff-tree -p HEAD -- '.e*'", 'ask'],
    ["git stash show -p -- '.e*'", 'ask'],
    ["git show HEAD -- '*.ts'", 'allow'],
    ["git show HEAD -- 'src/*'", 'allow'],
    ["git diff -- ':(glob)src/**'", 'allow'],
    ["git diff -- . ':!.e*' ':(exclude)*.pem'", 'allow'],
    ["git log --oneline -- '.env*'", 'allow'],
    ["git log -p --stat -- 'src/[ab].ts'", 'allow'],
    ["git ls-files '.env*'", 'allow'],
    ["git grep '.e*' -- src", 'allow'],
    ['git log -p', 'allow'],
    ['git show', 'allow'],
    ['git grep KEY', 'allow'],
  ])('may not pick secrets out: %s: %s', async (command, expected) => {
    expect(await decide(command, null)).toBe(expected);
  });
});
