import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PolicyBench, policyBench, programThatMarks } from '../helpers/policy-bench.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let bench: PolicyBench;
let cwd = '';
let marker = '';
let canary = '';

function git(...args: readonly string[]): void {
  const env = { PATH: process.env.PATH, HOME: bench.workspace.home, GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@example.com', ...args], {
    cwd,
    env,
    stdio: 'ignore',
  });
}

/** A repository with one commit, made once. */
const model = tempFolder();

beforeAll(() => {
  begin();
  git('init', '-q');
  bench.file('f', 'a\n');
  git('add', 'f');
  git('commit', '-qm', 'x');
  cpSync(join(cwd, '.git'), model, { recursive: true });
  bench.remove();
});
beforeEach(() => {
  begin();
  cpSync(model, join(cwd, '.git'), { recursive: true });
  bench.file('f', 'b\n');
});
afterEach(() => bench.remove());

function begin(): void {
  bench = policyBench();
  cwd = bench.workspace.cwd;
  ({ marker, canary } = programThatMarks(bench.folder));
}

const reads = [
  'git status',
  'git diff',
  'git diff --stat',
  'git log -p -1',
  'git show',
  'git blame f',
  'git stash list',
  'git branch -a',
  'git ls-files -m',
  'git grep b',
  'git describe --always',
  'git -C . status',
  'git -C .git/.. diff',
];

/** Runs what was judged the way it would run, and tells whether the canary did. */
function sings(command: string, environment: Readonly<Record<string, string>>): boolean {
  rmSync(marker, { force: true });
  const env = {
    PATH: process.env.PATH,
    HOME: bench.workspace.home,
    GIT_CONFIG_NOSYSTEM: '1',
    ...environment,
  };
  try {
    execFileSync('/bin/bash', ['--norc', '-p', '-c', '--', command], { cwd, env, stdio: 'ignore' });
  } catch {
    // The exit status says nothing about the canary.
  }
  return existsSync(marker);
}

const hostile: readonly (readonly [string, (key: string) => void])[] = [
  'core.fsmonitor',
  'core.pager',
  'core.editor',
  'diff.external',
  'diff.x.textconv',
  'diff.x.command',
  'filter.x.clean',
  'filter.x.process',
  'gpg.program',
  'interactive.diffFilter',
  'core.sshCommand',
  'core.alternateRefsCommand',
  'alias.status',
  'pager.log',
].map((key) => [key, (name) => git('config', name, canary)] as const);

describe('read forms of git', { tags: ['slow'] }, () => {
  it.each(reads)('%s is allowed in an ordinary repository', async (command) => {
    expect(await bench.decide(command)).toBe('allow');
  });

  it.each(hostile)('run nothing that %s names', async (key, configure) => {
    configure(key);
    bench.file('.gitattributes', '* diff=x filter=x\n');
    git('config', 'log.showSignature', 'true');
    const singing: string[] = [];
    for (const command of reads) {
      const { decision, environment } = await bench.judge(command);
      if (decision === 'allow' && sings(command, environment)) singing.push(command);
    }
    expect(singing).toEqual([]);
  });

  it('are judged with what the same text writes', async () => {
    const rules = [{ tool: ['write', 'edit'], allow: '**' }];
    const decide = (script: string) => bench.decide(script, { rules });
    expect(await decide('mkdir -p config && echo x > config/a && git status && git -C config diff')).toBe(
      'allow',
    );
    expect(await decide('mkdir -p config/refs && git -C config diff')).toBe('ask');
    expect(await decide('cp f .git/index && git status')).toBe('ask');
    bench.file('outer/inner/f', 'a\n');
    expect(await decide('mv outer sub && git status')).toBe('allow');
    git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub/inner`);
    expect(await decide('mv outer sub && git status')).toBe('ask');
  });

  it('run no file system monitor under a git that knows no GIT_CONFIG_COUNT', async () => {
    git('config', 'core.fsmonitor', canary);
    const { environment } = await bench.judge('git status');
    const known = Object.entries(environment).filter(([name]) => !/^GIT_CONFIG_(COUNT|KEY|VALUE)/.test(name));
    expect(sings('git status', Object.fromEntries(known))).toBe(false);
    expect(sings('git -c color.ui=never status', Object.fromEntries(known))).toBe(false);
    expect(sings('git status', {})).toBe(true);
  });

  it('run no hook', async () => {
    bench.file('.git/hooks/post-index-change', `#!/bin/sh\necho ran >> ${marker}\n`);
    chmodSync(join(cwd, '.git/hooks/post-index-change'), 0o755);
    for (const command of reads) {
      const { decision, environment } = await bench.judge(command);
      expect(decision).toBe('allow');
      expect(sings(command, environment)).toBe(false);
    }
    // A file that only looks changed makes git refresh its index, which is what the hook is told of.
    git('add', 'f');
    git('commit', '-qm', 'y');
    utimesSync(join(cwd, 'f'), 1, 1);
    expect(sings('git status', {})).toBe(true);
  });

  it.each([
    'diff.external',
    'diff.x.textconv',
    'filter.x.clean',
    'filter.x.smudge',
    'gpg.ssh.program',
    'include.path',
    'merge.x.driver',
  ])('ask where %s is configured', async (key) => {
    git('config', key, 'true');
    const verdict = await bench.judge('git status');
    expect(verdict.decision).toBe('ask');
    expect(verdict.reason).toContain('configures programs');
  });

  it('keep the settings of a script in which a rule allows more', async () => {
    const rules = [{ allow: 'git commit *' }];
    const mixed = await bench.judge("git status && git commit -m 'x'", { rules });
    expect(mixed.decision).toBe('allow');
    expect(mixed.environment).toMatchObject({ GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1' });
    expect(Object.values(mixed.environment)).not.toContain('core.hooksPath');
    expect((await bench.judge("git commit -m 'x'", { rules })).environment).toEqual({});
  });

  it.each([
    ['by a rule', "git status && git commit --allow-empty -m 'x'", 'allow'],
    ['with a program nobody allows', 'git status && touch x', 'ask'],
    ['into a file', 'git diff > x', 'ask'],
    ['that is asked about itself', 'git add f', 'ask'],
    ['in what cannot be told', 'git status; eval "git diff"', 'ask'],
  ])('run no program of the repository where more is allowed: %s', async (_, command, expected) => {
    git('config', 'core.fsmonitor', canary);
    git('config', 'core.pager', canary);
    git('config', 'log.showSignature', 'true');
    const { decision, environment } = await bench.judge(command, { rules: [{ allow: 'git commit *' }] });
    expect(decision).toBe(expected);
    expect(sings(command, environment)).toBe(false);
    expect(sings(command, {})).toBe(true);
  });

  it.each(['git diff', 'git describe --dirty --always', 'git -C . diff'])(
    'run no hook of the index beside what a rule allows: %s',
    async (command) => {
      let time = 1;
      const refresh = () => {
        git('checkout', '-q', 'f');
        time += 1000;
        utimesSync(join(cwd, 'f'), time, time);
      };
      const rules = [{ allow: 'touch *' }, { allow: 'git commit *' }];
      refresh();
      const plain = await bench.judge(`${command} && touch x`, { rules });
      expect(Object.values(plain.environment)).not.toContain('core.hooksPath');
      bench.file('.git/hooks/post-index-change', `#!/bin/sh\necho ran >> ${marker}\n`);
      chmodSync(join(cwd, '.git/hooks/post-index-change'), 0o755);
      refresh();
      const { decision, environment } = await bench.judge(`${command} && touch x`, { rules });
      expect(decision).toBe('allow');
      expect(sings(`${command} && touch x`, environment)).toBe(false);
      refresh();
      expect(sings(command, plain.environment)).toBe(true);
    },
  );

  it('say nothing about the environment when no git is read or asked about', async () => {
    expect((await bench.judge('ls')).environment).toEqual({});
    expect((await bench.judge('touch x')).environment).toEqual({});
  });

  it('look into the repository they run in', async () => {
    git('config', 'filter.x.clean', canary);
    expect(await bench.decide(`cd ${bench.workspace.home} && git status`)).toBe('allow');
    expect(await bench.decide('mkdir -p x; git status')).toBe('ask');
  });

  it('look into the repository that -C enters, as the kernel finds it', async () => {
    const { home } = bench.workspace;
    git('config', 'filter.x.clean', canary);
    const verdictOf = (command: string) => bench.decide(command);
    expect(await verdictOf(`git -C ${home} status`)).toBe('allow');
    expect(await verdictOf(`cd ${home} && git -C ${cwd} status`)).toBe('ask');
    expect(await verdictOf(`cd ${home} && git -C ${cwd} -C ${home} status`)).toBe('allow');
    expect(await verdictOf(`cd ${home} && git -C ../work status`)).toBe('ask');
    // From the home, and behind a link out of it, the same words lead elsewhere.
    bench.file('sub/inner/f');
    symlinkSync(join(cwd, 'sub/inner'), join(home, 'link'));
    expect(await verdictOf(`cd ${home} && git -C link/.. status`)).toBe('ask');
    expect(await verdictOf(`cd ${home} && git -C "$x" status`)).toBe('ask');
  });

  it('are closed outside a closed workspace, also by -C', async () => {
    const settings = { workspace: { restrict: true } };
    expect(await bench.decide('git -C . status', { settings })).toBe('allow');
    expect(await bench.decide(`git -C ${bench.workspace.home} status`, { settings })).toBe('deny');
    expect(await bench.decide('git -C .. status', { settings })).toBe('deny');
  });
});
