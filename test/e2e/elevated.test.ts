import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { binary, cleanEnv, runCli } from '../helpers/binary.ts';
import { processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import type { Outcome } from '../helpers/sessions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const hasSudo = existsSync('/usr/bin/sudo');
const isRoot = process.getuid?.() === 0;
const mayAddRule = hasSudo && isRoot && process.env.CI !== undefined && existsSync('/etc/sudoers.d');
const skipped = hasSudo ? 'needs root and CI=true: it adds a sudo rule' : 'sudo is not installed';
if (!mayAddRule) process.stderr.write(`Skipped: elevated commands (${skipped})\n`);

const open = { AGENT_TOOLS_ELEVATED_ENABLED: 'true', AGENT_TOOLS_ELEVATED_ALLOWED: 'true' };
const full = { ...open, AGENT_TOOLS_ELEVATED_MODE: 'full' };

async function elevated(args: readonly string[], env: Record<string, string>): Promise<Outcome> {
  const { stdout, stderr } = await runCli(['shell', '--elevated', '--json', ...args], { env });
  if (stdout.length === 0) throw new Error(stderr);
  return JSON.parse(stdout.toString());
}

describe('the gates of elevated', () => {
  it.each([
    ['all closed', {}, 'elevated.enabled and elevated.allowed are off'],
    ['one closed', { AGENT_TOOLS_ELEVATED_ENABLED: 'true' }, 'elevated.allowed is off'],
    ['open, nobody to ask', { ...open, AGENT_TOOLS_APPROVAL_ASK: 'off' }, 'elevated.mode is ask'],
    [
      'open, a deny rule',
      { ...full, AGENT_TOOLS_RULES: '[{"tool":"shell","deny":"id *"}]' },
      'a rule denies',
    ],
  ])('%s: refused', async (_, env, reason) => {
    const outcome = await elevated(['id -u'], env);
    expect(outcome.status).toBe('denied');
    expect(outcome.message).toContain(reason);
  });

  it('the guard stays on when everything else is open', async () => {
    const outcome = await elevated(['rm -rf /'], { ...full, AGENT_TOOLS_APPROVAL_SECURITY: 'full' });
    expect(outcome.status).toBe('denied');
  });

  it('open, to be asked: waits for a person', async () => {
    const outcome = await elevated(['id -u'], open);
    expect(outcome.status).toBe('approval_required');
    expect(outcome.message).toContain('elevated.mode is ask');
  });

  it('says so where there is no sudo', async () => {
    const bin = tempFolder();
    symlinkSync('/bin/bash', join(bin, 'bash'));
    const outcome = await elevated(['echo hi'], { ...full, PATH: bin });
    expect(outcome.status).toBe('failed');
    expect(outcome.message).toContain(
      'Cannot run elevated "echo hi": there is no sudo, expected sudo in PATH',
    );
  });
});

describe('a sudo that is not the system’s', () => {
  it.each([
    ['in the workspace', 'ws/bin', []],
    ['in a folder that nobody trusts', 'bin', []],
    ['in the workspace, although it is listed', 'ws/bin', ['ws/bin']],
  ])('%s is not run', async (_, where, listed) => {
    const home = realpathSync(tempFolder());
    const [cwd, bin] = [join(home, 'ws'), join(home, where)];
    mkdirSync(cwd);
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'sudo'), '#!/bin/sh\ntouch "$HOME/ran"\n', { mode: 0o755 });
    const env = {
      ...full,
      PATH: `${bin}:${process.env.PATH ?? ''}`,
      AGENT_TOOLS_POLICY_TRUSTED_DIRS: JSON.stringify(listed.map((folder) => join(home, folder))),
    };
    const { status, stderr } = await runCli(['shell', '--elevated', 'echo hi'], { cwd, home, env });
    expect(stderr).toContain(`the first sudo in PATH is "${bin}/sudo", expected one in a trusted folder`);
    expect(status).toBe(127);
    expect(existsSync(join(home, 'ran'))).toBe(false);
  });
});

describe('a sudo that is trusted', () => {
  it('but never answers, and heeds no signal, is given up', { tags: ['slow'], timeout: 60_000 }, async () => {
    const home = realpathSync(tempFolder());
    const [cwd, bin, seconds] = [join(home, 'ws'), join(home, 'bin'), uniqueSleep()];
    for (const folder of [cwd, bin]) mkdirSync(folder);
    const script = `#!/bin/sh\ntrap '' TERM\nsleep ${seconds} & wait; sleep ${seconds}\n`;
    writeFileSync(join(bin, 'sudo'), script, { mode: 0o755 });
    const path = { PATH: `${bin}:/usr/bin:/bin`, AGENT_TOOLS_POLICY_TRUSTED_DIRS: JSON.stringify([bin]) };
    const env = { ...full, ...path };
    const { status, stderr } = await runCli(['shell', '--elevated', 'echo hi'], { cwd, home, env });
    for (const pid of processesWith(seconds)) process.kill(pid, 'SIGKILL');
    expect(stderr).toBe(
      'agent-tools: Cannot run elevated "echo hi": sudo has not answered for 10 s, expected one that answers\n',
    );
    expect(status).toBe(1);
  });
});

/** What sudo says where the machine's own name is in no list of hosts. */
const ownWords = /^sudo: unable to resolve host .*\n/gm;

describe.skipIf(!hasSudo || !isRoot)('elevated as root, by a real sudo', () => {
  it('runs with the environment it was judged under', async () => {
    const outcome = await elevated(
      ['--env', 'GREETING=hello there', 'echo "$GREETING $PAGER $SUDO_COMMAND"; id -u; echo "$PATH"'],
      full,
    );
    expect(outcome).toMatchObject({ status: 'completed', isError: false });
    const [first, id, path] = outcome.content
      .map(({ text }) => text)
      .join('')
      .replace(ownWords, '')
      .split('\n');
    expect(first).toMatch(/^hello there cat .*bash/);
    expect(id).toBe('0');
    expect(path).toBe(process.env.PATH);
  });

  it('runs a program without a shell, and its status passes through', async () => {
    const { status } = await runCli(['shell', '--elevated', '--', 'sh', '-c', 'exit 7'], { env: full });
    expect(status).toBe(7);
  });
});

const folders: string[] = [];
const rule = `/etc/sudoers.d/agent-tools-test-${process.pid}`;
afterAll(() => {
  if (mayAddRule) rmSync(rule, { force: true });
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The binary as a user without rights, in a home of its own. */
function asUser(args: readonly string[]): ChildProcess {
  const [uid, gid] = [5, 60];
  const home = tempFolder();
  const copy = join(home, 'agent-tools');
  copyFileSync(binary, copy);
  chmodSync(copy, 0o755);
  mkdirSync(join(home, 'ws'));
  execFileSync('chown', ['-R', `${uid}:${gid}`, home]);
  return spawn(copy, args, { uid, gid, cwd: join(home, 'ws'), env: cleanEnv(home, full), stdio: 'pipe' });
}

async function endOf(child: ChildProcess): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (part: Buffer) => {
    stdout += part.toString();
  });
  child.stderr?.on('data', (part: Buffer) => {
    stderr += part.toString();
  });
  await new Promise((resolve) => child.on('close', resolve));
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

describe.skipIf(!mayAddRule)('elevated as a user, by a real sudo', () => {
  it("says in sudo's words why it would not run", async () => {
    const outcome = await endOf(asUser(['shell', '--elevated', '--json', 'id -u']));
    expect(outcome.status).toBe('failed');
    expect(outcome.message).toMatch(/^Cannot run elevated "id -u": sudo: .*, expected a sudo rule/);
  });

  it('runs as root, and ends what it may not signal itself by sudo', async () => {
    writeFileSync(rule, 'games ALL=(ALL) NOPASSWD: ALL\n', { mode: 0o440 });
    const seconds = uniqueSleep();
    const done = await endOf(asUser(['shell', '--elevated', '--json', 'id -u']));
    expect(done.content[0]?.text?.replace(ownWords, '')).toBe('0\n');
    const child = asUser([
      'shell',
      '--elevated',
      '--json',
      `trap '' TERM; sleep ${seconds}; sleep ${seconds}`,
    ]);
    const ended = endOf(child);
    await waitFor(() => processesWith(`sleep ${seconds}`).length >= 2, 'the command runs');
    child.kill('SIGTERM');
    const outcome = await ended;
    expect(outcome.status).toBe('cancelled');
    expect(outcome.details.survivors).toBeUndefined();
    expect(processesWith(seconds)).toEqual([]);
  });

  it('names what sudo may not end either', async () => {
    writeFileSync(rule, 'games ALL=(ALL) NOPASSWD: /bin/sh, /usr/bin/sh\n', { mode: 0o440 });
    const seconds = uniqueSleep();
    const script = `trap '' TERM; sleep ${seconds}; sleep ${seconds}`;
    const child = asUser(['shell', '--elevated', '--json', '--', 'sh', '-c', script]);
    const ended = endOf(child);
    await waitFor(() => processesWith(seconds).length >= 3, 'the command runs');
    child.kill('SIGTERM');
    const outcome = await ended;
    const left = processesWith(seconds);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    expect(outcome.status).toBe('cancelled');
    expect(left.length).toBeGreaterThan(0);
    expect(outcome.details.survivors).toEqual(
      expect.arrayContaining([expect.objectContaining({ reason: 'not permitted to signal it' })]),
    );
  });
});
