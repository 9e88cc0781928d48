import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gitIn } from '../helpers/git-in.ts';
import { type PolicyBench, policyBench } from '../helpers/policy-bench.ts';

describe('a folder that git tells as the top of the repository', { tags: ['slow'] }, () => {
  const environment = new Set<string>();
  let bench: PolicyBench;

  const git = (folder: string, ...args: readonly string[]) =>
    gitIn(join(bench.workspace.cwd, folder), bench.workspace.home, ...args);

  beforeEach(() => {
    environment.clear();
    bench = policyBench({ inherited: (name) => (environment.has(name) ? undefined : null) });
    for (const name of ['README.md', 'app/README.md', 'app/src/a.ts', 'app/src/deep/b.ts', 'app/kept/.env'])
      bench.file(name, 'x\n');
    git('app', 'init', '-q');
  });
  afterEach(() => bench.remove());

  const decide = (script: string, folder = 'app/src') =>
    bench.decide(script, { exec: { cwd: join(bench.workspace.cwd, folder) } });

  it.each([
    'cd "$(git rev-parse --show-toplevel)" && git status',
    'cd $(git rev-parse --show-toplevel) && git status',
    'cd $(git rev-parse --show-toplevel) && git log --oneline -5 | head -3',
    'cd "$(git rev-parse --show-toplevel)" && cat README.md && ls src',
    'cd "$(git rev-parse --show-toplevel)"; cat README.md',
    'cd -- "$(git rev-parse --show-toplevel)" && cat src/a.ts',
    '(cd "$(git rev-parse --show-toplevel)" && wc -l README.md); cat a.ts',
    'cd "$(git rev-parse --show-toplevel)" && cd src && cat a.ts',
    'cd deep && cd "$(git rev-parse --show-toplevel)" && head -3 README.md',
    'cd "$(git rev-parse --show-toplevel)/src" && cat a.ts',
    'cd $(git rev-parse --show-toplevel)/src && cat a.ts',
    'ROOT=$(git rev-parse --show-toplevel); cd "$ROOT" && cat README.md',
    'ROOT="$(git rev-parse --show-toplevel)" && cd "$ROOT" && git log -3',
    'ROOT=$(git rev-parse --show-toplevel); cd $ROOT/src && cat a.ts',
    'ROOT=$(git rev-parse --show-toplevel)/src; cd "$ROOT/deep" && cat b.ts',
    'ROOT=$(git rev-parse --show-toplevel); cd "$ROOT" && cat "$ROOT/README.md" "${ROOT}/src/a.ts"',
    'git -C "$(git rev-parse --show-toplevel)" status',
    'ROOT=$(git rev-parse --show-toplevel); git -C "$ROOT" log --oneline -3',
    'cat "$(git rev-parse --show-toplevel)/README.md"',
    'cat $(git rev-parse --show-toplevel)/README.md',
    'wc -l < "$(git rev-parse --show-toplevel)/README.md"',
    'test -f "$(git rev-parse --show-toplevel)/README.md" && echo there',
    '[[ -f "$(git rev-parse --show-toplevel)/README.md" ]] && echo there',
    'ls "$(git rev-parse --show-toplevel)"',
    'ls $(git rev-parse --show-toplevel)',
    'grep -rn foo "$(git rev-parse --show-toplevel)/src"',
    `find "$(git rev-parse --show-toplevel)" -name '*.ts' -exec wc -l {} +`,
    '(cd deep && cat "$(git rev-parse --show-toplevel)/README.md")',
    'basename "$(git rev-parse --show-toplevel)"',
  ])('%s runs unasked', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    ['what is written there', 'cd "$(git rev-parse --show-toplevel)" && rm README.md'],
    ['a secret there', 'cd "$(git rev-parse --show-toplevel)" && cat kept/.env'],
    ['a secret here, where git prints nothing', 'cd "$(git rev-parse --show-toplevel)" && cat .env'],
    ['the way up from there', 'cd "$(git rev-parse --show-toplevel)" && cd .. && cat README.md'],
    ['a folder below, climbing', 'cd "$(git rev-parse --show-toplevel)" && cd src/../.. && cat README.md'],
    ['a folder that is lost where git prints nothing', 'git -C $(git rev-parse --show-toplevel) status -s'],
    ['more than the top, climbing', 'cd "$(git rev-parse --show-toplevel)/.." && cat README.md'],
    ['more than the top, with no slash', 'cd "$(git rev-parse --show-toplevel)x" && cat README.md'],
    ['something before the top', 'cat "x$(git rev-parse --show-toplevel)/README.md"'],
    ['a secret below the top', 'cat "$(git rev-parse --show-toplevel)/kept/.env"'],
    ['a secret below the top, climbing', 'cat "$(git rev-parse --show-toplevel)/src/../kept/.env"'],
    ['a secret of the system, where git prints nothing', 'cat "$(git rev-parse --show-toplevel)/etc/shadow"'],
    ['the whole system, where git prints nothing', 'grep -r foo "$(git rev-parse --show-toplevel)/"'],
    ['what is written below the top', 'cat a.ts > "$(git rev-parse --show-toplevel)/README.md"'],
    ['what is removed below the top', 'rm "$(git rev-parse --show-toplevel)/README.md"'],
    ['a wildcard below the top', 'cat "$(git rev-parse --show-toplevel)"/*'],
    ['a name that is computed', '"$(git rev-parse --show-toplevel)/README.md"'],
    ['an option', 'grep --file="$(git rev-parse --show-toplevel)/kept/.env" x a.ts'],
    ['another top in a variable', 'ROOT=$(git -C / rev-parse --show-toplevel); cat "$ROOT/README.md"'],
    ['a variable that is set twice', 'ROOT=$(git rev-parse --show-toplevel); ROOT=/etc; cat "$ROOT/x"'],
    ['a variable that is read', 'ROOT=$(git rev-parse --show-toplevel); read ROOT; cat "$ROOT/x"'],
    ['a variable that is added to', 'ROOT=$(git rev-parse --show-toplevel); ROOT+=/kept/.env; cat "$ROOT"'],
    ['a variable of a branch', 'true && ROOT=$(git rev-parse --show-toplevel); cat "$ROOT/README.md"'],
    ['a variable of a program', 'ROOT=$(git rev-parse --show-toplevel) cat "$ROOT/README.md"'],
    ['a variable with a secret', 'ROOT=$(git rev-parse --show-toplevel); cat "$ROOT/kept/.env"'],
    ['a variable set where nobody knows', 'cd "$X"; ROOT=$(git rev-parse --show-toplevel); cat "$ROOT/a"'],
    ['a variable that decides', 'HOME=$(git rev-parse --show-toplevel); cat "$HOME/README.md"'],
    ['a variable cut', 'ROOT=$(git rev-parse --show-toplevel); cat "${ROOT%/*}/README.md"'],
    ['another question', 'cd "$(git rev-parse --git-dir)" && cat HEAD'],
    ['another repository', 'cd "$(git -C / rev-parse --show-toplevel)" && ls'],
    ['two words', 'cd "$(git rev-parse --show-toplevel)" src && ls'],
    ['a variable of git before it', 'cd "$(GIT_DIR=x git rev-parse --show-toplevel)" && cat README.md'],
    ['a variable of git set', 'export GIT_WORK_TREE=/; cd "$(git rev-parse --show-toplevel)" && ls etc'],
    ['git as something else', 'git() { echo /etc; }; cd "$(git rev-parse --show-toplevel)" && cat x'],
    ['the top twice', 'cd "$(git rev-parse --show-toplevel)"; cd "$(git rev-parse --show-toplevel)"; cat a'],
  ])('%s: %s is asked about', async (_, script) => {
    expect(await decide(script)).toBe('ask');
  });

  const read = 'cd "$(git rev-parse --show-toplevel)" && cat README.md';

  it.each(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_CEILING_DIRECTORIES', 'GIT_DISCOVERY_ACROSS_FILESYSTEM'])(
    'is not told where the environment has %s',
    async (name) => {
      environment.add(name);
      expect(await decide(read)).toBe('ask');
    },
  );

  it('is not told outside repositories', async () => {
    expect(await decide(read, '')).toBe('ask');
  });

  it('is not told where the configuration names another', async () => {
    git('app', 'config', 'core.worktree', bench.workspace.home);
    expect(await decide(read)).toBe('ask');
  });

  it('is not told where git may take one further up', async () => {
    git('', 'init', '-q');
    mkdirSync(join(bench.workspace.cwd, 'app/src/.git'));
    expect(await decide(read)).toBe('ask');
  });

  it('is the one around the folder where a variable was set', async () => {
    git('app/kept', 'init', '-q');
    symlinkSync('.env', join(bench.workspace.cwd, 'app/kept/notes'));
    const here = 'ROOT=$(git rev-parse --show-toplevel); ';
    expect(await decide(`${here}cat "$ROOT/notes"`)).toBe('allow');
    expect(await decide(`${here}cd ../kept && cat "$ROOT/notes"`)).toBe('allow');
    expect(await decide('cd ../kept && cat "$(git rev-parse --show-toplevel)/notes"')).toBe('ask');
    expect(await decide(`cd ../kept; ${here}cat "$ROOT/notes"`)).toBe('ask');
  });

  it('is shown as it is told', async () => {
    const cwd = join(bench.workspace.cwd, 'app/src');
    const { commands } = await bench.judge('cat "$(git rev-parse --show-toplevel)/README.md"', {
      exec: { cwd },
    });
    expect(commands.map(({ argv }) => argv.join(' '))).toEqual([
      'git rev-parse --show-toplevel',
      `cat ${join(bench.workspace.cwd, 'app/README.md')}`,
    ]);
  });

  it('is told by the real folder behind a link', async () => {
    symlinkSync(join(bench.workspace.cwd, 'app/src'), join(bench.workspace.cwd, 'led'));
    expect(await decide('cd "$(git rev-parse --show-toplevel)" && cat src/a.ts', 'led')).toBe('allow');
  });

  it('is the home folder where git prints nothing and no quotes keep the word', async () => {
    bench.file(join(bench.workspace.home, '.ssh/work'), 'x');
    symlinkSync(join(bench.workspace.home, '.ssh/work'), join(bench.workspace.home, 'notes'));
    expect(await decide('cd "$(git rev-parse --show-toplevel)" && cat notes')).toBe('allow');
    expect(await decide('cd $(git rev-parse --show-toplevel) && cat notes')).toBe('ask');
  });

  it('is taken apart where it is not quoted', async () => {
    bench.file('two words/a.ts', 'x\n');
    git('two words', 'init', '-q');
    expect(await decide('cd "$(git rev-parse --show-toplevel)" && git status', 'two words')).toBe('allow');
    expect(await decide('cd $(git rev-parse --show-toplevel) && git status', 'two words')).toBe('ask');
    expect(await decide('cat "$(git rev-parse --show-toplevel)/a.ts"', 'two words')).toBe('allow');
    expect(await decide('cat $(git rev-parse --show-toplevel)/a.ts', 'two words')).toBe('ask');
  });

  it('is where bash goes', () => {
    const landed = (script: string, folder: string) =>
      execFileSync('bash', ['--norc', '-c', `${script} 2>/dev/null; pwd`], {
        cwd: join(bench.workspace.cwd, folder),
        env: { PATH: process.env.PATH, HOME: bench.workspace.home, GIT_CEILING_DIRECTORIES: bench.folder },
        encoding: 'utf8',
      }).trim();
    const { cwd, home } = bench.workspace;
    const [quoted, bare] = ['cd "$(git rev-parse --show-toplevel)"', 'cd $(git rev-parse --show-toplevel)'];
    expect(landed(quoted, 'app/src')).toBe(realpathSync(join(cwd, 'app')));
    expect(landed(bare, 'app/src')).toBe(realpathSync(join(cwd, 'app')));
    expect(landed(quoted, '')).toBe(cwd);
    expect(landed(bare, '')).toBe(home);
  });
});
