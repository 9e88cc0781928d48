/** @module-tag forms */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchOptions } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

function gitIn(cwd: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@example.com', ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: 'ignore',
  });
}

/** A repository below the workspace with such files in its index. */
function repository(name: string, files: readonly string[]): string {
  for (const file of files) bench.file(join(name, file), `${file}\n`);
  const folder = join(bench.workspace.cwd, name);
  gitIn(folder, 'init', '-q');
  gitIn(folder, 'add', '-f', '.');
  gitIn(folder, 'commit', '-qm', 'x');
  return folder;
}

const plain = ['README.md', 'src/a.ts', 'src/deep/b.ts', '.env.example', 'keys/id_rsa.pub'];
const everything = [
  'git grep KEY',
  'git grep KEY HEAD',
  'git show',
  'git show HEAD~1',
  'git show 1a2b3c4d',
  'git diff',
  'git diff HEAD~1',
  'git diff --cached',
  'git log -p -1',
  'git log -p --all',
  'git log -S abc -p',
  'git log --patch-with-stat',
  'git cat-file -p 1a2b3c4d',
  'git cat-file blob 1a2b3c4d',
  'git cat-file -p -- 1a2b3c4d',
  'git diff-tree -p HEAD',
  'git diff-index -p HEAD',
  'git diff-files -p',
  'git stash show -p',
  'git range-diff a...b',
  'git reflog -p',
  'git status -v',
  'cd src && git diff',
  'git -C src show',
  'for i in 1 2; do git log -p -$i; done',
];

/** The command in a script that is not understood, of which it is known only that it is there. */
const within = (command: string): string => `f() { ${command}; }; f`;

const bench = sharedBench(() => {
  repository('top', [...plain, '.env']);
  repository('deep', [...plain, 'src/.env.local', 'src/deep/server.key']);
  repository('clean', plain);
  repository('npm', [...plain, '.npmrc']);
  bench.file('clean/.env', 'x\n');
});

const judge = (name: string, command: string, options: BenchOptions = {}) =>
  bench.judge(command, { ...options, exec: { cwd: join(bench.workspace.cwd, name) } });
const decide = async (name: string, command: string, options: BenchOptions = {}) =>
  (await judge(name, command, options)).decision;

describe('a file of secrets that git keeps', () => {
  it.each(everything)('%s asks where the index has one, and nowhere else', async (command) => {
    expect(await judge('top', command)).toMatchObject({
      decision: 'ask',
      reason: expect.stringMatching(/what git shows may hold "(\.\.\/)?\.env", which usually holds secrets/),
    });
    expect(await decide('clean', command)).toBe('allow');
    expect(await decide('npm', command)).toBe('allow');
  });

  it.each([
    'git diff .',
    'git diff -- .',
    "git diff -- ':!src'",
    "git diff ':!.env'",
    "git diff -- '*'",
    "git diff -- ':(top)'",
    "cd src && git diff -- ':(top)'",
    'cd src && git diff -- ..',
    "cd src && git diff -- ':!.env'",
    "cd src && git diff -- ':!*.env'",
    "git --literal-pathspecs diff -- . ':!.env'",
    "git --glob-pathspecs diff -- . ':!*.env'",
    "git -P --icase-pathspecs diff -- ':!.env'",
    "git diff 1a2b3c4d -- ':!.env'",
    "git log -p --full-diff -- ':!.env'",
    'git log -p --follow -- src/a.ts',
    'git log -L 1,2:src/a.ts',
    "git status -v -- ':!.env'",
    'git status -v -- src',
    "git diff -- 'src/x*/../../..' ':!README.md'",
    "git diff -- 'x*/..'",
    "git diff -- 'src/*/../../*'",
    'git diff HEAD~1 2>&1 | head',
    'git diff -- "$(date)"',
  ])('%s leaves it in', async (command) => {
    expect(await decide('top', command)).toBe('ask');
  });

  it.each([
    'git diff -- src',
    'git diff src',
    'git diff HEAD~1 -- src README.md',
    'cd src && git diff -- .',
    'cd src && git grep KEY',
    'git log -p -- src/a.ts',
    "git grep KEY -- '*.ts'",
    "git grep KEY '*.ts'",
    "git grep KEY -- '*.example'",
    "git diff -- 'src/*'",
    "git diff -- . ':!.env'",
    "git diff -- ':!.env'",
    "git diff HEAD~1 -- ':(exclude).env'",
    "git diff -- . ':^*.env'",
    "git diff -- . ':!.env*' ':!src'",
    'git show HEAD:README.md',
    'git diff --stat',
    'git diff --name-only HEAD~1',
    'git diff --quiet',
    'git show --stat HEAD',
    'git log',
    'git log --oneline -5',
    'git log --stat -3',
    'git status',
    'git ls-files',
    'git cat-file -t 1a2b3c4d',
    'git blame README.md',
  ])('%s shows none of it', async (command) => {
    expect(await decide('top', command)).toBe('allow');
  });

  it.each([
    ['git diff', 'allow'],
    ['git diff -- .', 'allow'],
    ['git diff -- src', 'ask'],
    ['cd src && git grep KEY', 'ask'],
    ['cd src/deep && git grep KEY', 'ask'],
    ['git diff -- src/deep', 'ask'],
    ['git diff -- SRC', 'ask'],
    ["git diff -- ':(icase)SRC/deep'", 'ask'],
    ["git diff -- 'src/*'", 'ask'],
    ["git diff -- src ':!src/.env.local'", 'allow'],
    ["git diff -- . ':!src/.env.local' ':!*.key'", 'allow'],
    ['git diff -- s*', 'ask'],
    ['git diff s*', 'ask'],
    ['git grep KEY -- src/d*', 'ask'],
    ['git diff -- README.md s*', 'ask'],
    ['git diff -- README.md gone*', 'allow'],
    ['git diff -- README.md R*', 'allow'],
    ['for f in s*; do git diff -- "$f"; done', 'ask'],
    ['for f in R*; do git diff -- README.md "$f"; done', 'allow'],
    ["git grep KEY HEAD:src -- ':!src/.env.local' ':!src/deep'", 'ask'],
    ["git diff -- ':!src'", 'allow'],
    ["git diff -- ':!src/'", 'allow'],
    ["git diff -- src ':!sr'", 'ask'],
    ["git diff -- src/deep ':!src/./deep'", 'ask'],
    ["git diff -- src/deep ':!src/*/*/x'", 'ask'],
    ['git diff -- README.md', 'allow'],
    ["git diff -- 'src/*.ts'", 'allow'],
    ["cd src/deep && git diff -- '*.ts'", 'allow'],
    ['git diff -- src/a.ts src/deep/b.ts', 'allow'],
  ])('is asked about below a folder: %s: %s', async (command, expected) => {
    expect(await decide('deep', command)).toBe(expected);
  });

  it('is open where a rule names it or allows the command, and under full', async () => {
    const named = { rules: [{ tool: 'read' as const, allow: 'top/.env' }] };
    const allowed = { rules: [{ allow: 'git diff *' }] };
    const full = { settings: { approval: { security: 'full' as const } } };
    for (const options of [named, allowed, full])
      expect(await decide('top', 'git diff HEAD~1', options)).toBe('allow');
    for (const command of ['git show HEAD:.env', 'git show HEAD:./.env', 'git cat-file -p :0:.env'])
      expect([command, await decide('top', command, full)]).toEqual([command, 'deny']);
    expect(await decide('top', 'git diff -- .env', allowed)).toBe('ask');
  });

  it('is held back as a rule about reading says where the shell names its folder', async () => {
    const rules = [{ tool: 'read' as const, deny: 'clean/src/deep/**' }];
    expect(await decide('clean', 'git diff -- README.md s*', { rules })).toBe('ask');
    expect(await decide('clean', 'git diff -- README.md R*', { rules })).toBe('allow');
  });

  it('is one by the names of the configuration too', async () => {
    const options = { settings: { workspace: { sensitive: ['src/deep/**'] } } };
    expect(await decide('clean', 'git diff', options)).toBe('ask');
    expect(await decide('clean', 'git diff -- README.md', options)).toBe('allow');
    expect(await decide('clean', "git diff -- 'x*/../src'", options)).toBe('ask');
  });

  it('is one also where it is there no more, or holds a token only then', async () => {
    const folder = repository('gone', [...plain, '.env', 'a/.npmrc']);
    rmSync(join(folder, '.env'));
    expect(await decide('gone', 'git diff')).toBe('ask');
    bench.file('gone/a/.npmrc', '//x/:_authToken=y\n');
    expect(await decide('gone', 'git diff -- a')).toBe('ask');
  });

  it('is found by a pathspec with a literal bracket, and in a worktree', async () => {
    const folder = repository('next', ['app/[id]/.env', 'app/[id]/page.tsx', 'x']);
    expect(await decide('next', "git diff -- 'app/[id]/.env'")).toBe('ask');
    expect(await decide('next', "cd 'app/[id]' && git grep KEY")).toBe('ask');
    expect(await decide('next', "git diff -- 'app/[id]/page.tsx'")).toBe('allow');
    gitIn(folder, 'worktree', 'add', '-q', '../tree');
    expect(await decide('tree', "cd 'app/[id]' && git grep KEY")).toBe('ask');
  });
});

describe('pathspecs of a hostile length', () => {
  const long = (piece: string) => piece.repeat(60_000 / piece.length);

  it.each([
    `git diff -- ':!${long('*')}x'`,
    `git diff -- ':!${long('a/')}*x'`,
    `git diff -- ':!${long('./')}'`,
    `git diff -- ':${long('!')}x'`,
    `git diff -- 'x*${long('/')}x'`,
    `git diff -- '*${long('../')}x'`,
    `git diff ${`':!a*b' `.repeat(3000)}`,
    `git diff -- ${`':!a*b' `.repeat(3000)}`,
    `git diff -- ${'a '.repeat(9000)}`,
    `git diff '${long('a*')}!'`,
    `git log --oneline -- '${long('/..')}x'`,
  ])('%.24s is judged in bounded time', { tags: ['slow'], timeout: 60_000 }, async (command) => {
    expect(await decide('top', command)).toMatch(/^(ask|allow|deny)$/);
  });
});

describe('a file of secrets of which git only tells', () => {
  it.each([
    'git log --oneline -- .env',
    'git log --oneline .env',
    'git log --diff-filter=A -- .env',
    'git log --stat -- .env',
    'git log --name-status --follow -- .env',
    'git log --format=%H -- ./.env',
    "git log --oneline -- ':(top).env'",
    'git show --stat HEAD -- .env',
    'git diff --stat -- .env',
    'git diff --name-only HEAD~1 -- .env',
    'git diff --quiet -- .env',
    'git diff-index --quiet HEAD -- .env',
    'git reflog -- .env',
  ])('runs unasked: %s', async (command) => {
    const full = { settings: { approval: { security: 'full' as const } } };
    expect(await decide('top', command)).toBe('allow');
    expect(await decide('top', command, full)).toBe('allow');
    expect(await decide('top', within(command), full)).toBe('allow');
  });

  it.each([
    'git log -p -- .env',
    'git log -u -1 -- .env',
    'git log -U3 -- .env',
    'git log --oneline -p -- .env',
    'git log --patch-with-stat -- .env',
    'git log --stat -p -- .env',
    'git log -S abc -- .env',
    'git log -Gabc --oneline -- .env',
    'git log --check -- .env',
    'git log -L1,2:.env',
    'git log --word-diff -- .env',
    'git show -- .env',
    'git show --stat HEAD:.env',
    'git show --stat 1a2b3c4d .env HEAD:.env',
    'git diff -- .env',
    "git diff --stat -I'^A' -- .env",
    'git diff --stat .env /tmp/x',
    'git diff --stat .env ../x',
    'git diff --exit-code -- .env',
    'git diff-index -p HEAD -- .env',
  ])('is asked about or refused where content may show: %s', async (command) => {
    const full = { settings: { approval: { security: 'full' as const } } };
    expect(await decide('top', command)).toBe('ask');
    expect(await decide('top', command, full)).toBe('deny');
    expect(await decide('top', within(command), full)).toBe('deny');
  });

  it('is listed as a rule about listing says', async () => {
    const rules = [{ tool: 'glob' as const, deny: 'top/src/**' }];
    expect(await decide('top', 'git log --oneline -- src/a.ts', { rules })).toBe('deny');
    expect(await decide('top', 'git log --oneline -- .', { rules })).toBe('ask');
    expect(await decide('top', 'git log --oneline -- README.md', { rules })).toBe('allow');
  });
});
