import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyTrail } from '../../src/runtime/audit/verify.ts';
import { binary, cleanEnv, runCli, startCli } from '../helpers/binary.ts';
import { waitFor } from '../helpers/processes.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Whether a process has a file open. */
function hasOpen(pid: number, path: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).some((name) => linkAt(join(folder, name)) === path);
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

const trail = (home: string): string => join(home, '.local/state/agent-tools/audit/audit.jsonl');
const entries = (home: string) =>
  readFileSync(trail(home), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

function configure(home: string, config: object): void {
  mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
  writeFileSync(join(home, '.config/agent-tools/config.json'), JSON.stringify(config));
}

describe('every call leaves a line', () => {
  it.each<readonly [args: readonly string[], expected: object]>([
    [
      ['shell', 'ls'],
      { tool: 'shell', decision: 'allow', status: 'completed', exitCode: 0, input: { command: 'ls' } },
    ],
    [['shell', 'echo hello; exit 3', '--yolo'], { status: 'completed', exitCode: 3, bytes: 6 }],
    [['shell', '--streams', 'split', 'echo a; echo bc >&2', '--yolo'], { status: 'completed', bytes: 5 }],
    [['shell', 'sleep 5', '--timeout', '1', '--yolo'], { status: 'timed_out', exitCode: null }],
    [
      ['shell', 'touch x'],
      { decision: 'ask', status: 'approval_required', approvalId: expect.any(String), approver: null },
    ],
    [['shell', 'rm -rf /'], { decision: 'deny', status: 'denied', reason: expect.any(String) }],
    [['shell', ''], { decision: null, status: 'invalid_input' }],
    [['read', 'missing.txt'], { tool: 'read', decision: 'allow', status: 'failed' }],
    [['shell', 'API_KEY=sesame true', '--yolo'], { input: { command: 'API_KEY=(hidden) true' } }],
    [
      ['write', 'a.txt', 'sesame', '--yolo'],
      { input: { path: 'a.txt', content: expect.stringContaining('6 characters') } },
    ],
  ])('%j', async (args, expected) => {
    const home = tempFolder();
    await runCli(args, { home, env: { USER: 'tester' } });
    expect(entries(home)).toMatchObject([
      {
        frontend: 'cli',
        client: 'tester',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        durationMs: expect.any(Number),
        ...expected,
      },
    ]);
    expect(statSync(trail(home)).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(trail(home))).mode & 0o777).toBe(0o700);
  });

  it('of a sidecar too, with its client, also when it is cancelled or does not stop', async () => {
    const home = tempFolder();
    const client = new RpcClient({ home });
    await client.request('initialize', { clientInfo: { name: 'my agent' } });
    await Promise.all(Array.from({ length: 50 }, () => client.request('shell', { command: 'true' })));
    const long = client.start('shell', { command: 'sleep 60' });
    await client.request('shell', { command: 'true' });
    client.notify('$/cancelRequest', { id: long.id });
    await long.answer;
    void client.request('shell', { command: 'sleep 60' });
    await client.request('shell', { command: 'true' });
    await client.close();
    const written = entries(home);
    expect(written).toHaveLength(54);
    expect(new Set(written.map((entry) => entry.client))).toEqual(new Set(['my agent']));
    expect(written.filter(({ status }) => status === 'cancelled')).toHaveLength(2);
    expect((await verifyTrail(trail(home))).breaks).toEqual([]);
  });

  it('of many processes at once in one chain, also when some are killed', async () => {
    const home = tempFolder();
    const client = new RpcClient({ home });
    const calls = Array.from({ length: 40 }, () => client.request('shell', { command: 'true' }));
    const killed = Array.from({ length: 6 }, (_, index) => {
      const child = startCli(['shell', '--yolo', 'true'], { home });
      setTimeout(() => child.kill('SIGKILL'), 5 + index * 4);
      return new Promise((resolve) => child.on('close', resolve));
    });
    await Promise.all([
      ...killed,
      ...calls,
      ...Array.from({ length: 12 }, () => runCli(['shell', 'ls'], { home })),
    ]);
    await client.close();
    const report = await verifyTrail(trail(home));
    expect(report.lines).toBeGreaterThanOrEqual(52);
    for (const { problem } of report.breaks)
      expect(problem).toMatch(/no line of a trail|stopped in the middle/);
  });

  it('where it is required also of a call that kills its own server', async () => {
    const home = tempFolder();
    configure(home, { audit: { required: true }, approval: { security: 'full', ask: 'off' } });
    const client = new RpcClient({ home });
    client.start('shell', { command: 'echo gone; kill -9 $PPID' });
    expect(await client.exited).toBeNull();
    await runCli(['shell', 'true'], { home });
    const killed = startCli(['shell', 'kill -9 $PPID'], { home });
    expect(await once(killed, 'close')).toEqual([null, 'SIGKILL']);
    const verified = await runCli(['audit', 'verify'], { home });
    expect(verified).toMatchObject({ status: 0 });
    expect(verified.stderr).toMatch(/1 call whose program was killed before the end will stand/);
    await runCli(['shell', 'true'], { home });
    const told = entries(home).map(({ status, input, frontend }) => [frontend, status, input.command]);
    expect(told).toEqual([
      ['rpc', 'lost', 'echo gone; kill -9 $PPID'],
      ['cli', 'completed', 'true'],
      ['cli', 'lost', 'kill -9 $PPID'],
      ['cli', 'completed', 'true'],
    ]);
    expect((await verifyTrail(trail(home))).breaks).toEqual([]);
  });

  it('unless it is switched off', async () => {
    const home = tempFolder();
    configure(home, { audit: { enabled: false } });
    await runCli(['shell', 'ls'], { home });
    expect(existsSync(trail(home))).toBe(false);
  });
});

describe('a trail that cannot be written', () => {
  const blocked = (home: string) => {
    mkdirSync(trail(home), { recursive: true });
  };

  it('is a notice', async () => {
    const home = tempFolder();
    blocked(home);
    expect(await runCli(['shell', 'ls'], { home })).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('is not in the audit trail'),
    });
    const { stdout } = await runCli(['--json', 'shell', 'ls'], { home });
    expect(JSON.parse(stdout.toString()).notices).toEqual([
      expect.stringContaining('is not in the audit trail'),
    ]);
  });

  it('refuses every call when it is required', async () => {
    const home = tempFolder();
    configure(home, { audit: { required: true } });
    expect((await runCli(['shell', '--yolo', 'touch made'], { home })).status).toBe(0);
    const other = tempFolder();
    configure(other, { audit: { required: true } });
    blocked(other);
    expect(await runCli(['shell', '--yolo', 'touch made'], { home: other })).toMatchObject({
      status: 126,
      stderr: expect.stringContaining('is required and cannot be written'),
    });
    expect(existsSync(join(other, 'made'))).toBe(false);
  });

  const mount = ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=256k none "$1"', 'sh', tmpdir()];
  it.runIf(spawnSync('unshare', mount).status === 0)(
    'that is required has room for the call that filled the disk, and refuses those after it',
    () => {
      const home = tempFolder();
      const disk = join(home, 'disk');
      mkdirSync(disk);
      const script = `
        mount -t tmpfs -o size=256k none "$1" || exit
        call() { "$2" shell --yolo --quiet "$3"; echo "$?"; }
        call "$1" "$2" "dd if=/dev/zero of=disk/fill 2>/dev/null; echo filled"
        call "$1" "$2" "touch made"
        test -e made && echo "it ran"
        rm disk/fill
        call "$1" "$2" "echo again"
        "$2" audit verify --json
      `;
      const env = {
        ...cleanEnv(home),
        AGENT_TOOLS_AUDIT_REQUIRED: 'true',
        AGENT_TOOLS_AUDIT_PATH: join(disk, 'trail'),
      };
      const { stdout, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', script, 'sh', disk, binary], {
        cwd: home,
        env,
        encoding: 'utf8',
      });
      const [report = '', ...said] = stdout.trimEnd().split('\n').reverse();
      expect(said.reverse()).toEqual(['filled', '0', '126', 'again', '0']);
      expect(stderr).toMatch(/is required and cannot be written \(the disk is full\)/);
      expect(stderr).not.toContain('is not in the audit trail');
      expect(JSON.parse(report)).toMatchObject({ whole: true, lines: 3 });
    },
  );

  it('may lie elsewhere, and is closed to every tool there', async () => {
    const home = tempFolder();
    const path = join(home, 'trail.jsonl');
    configure(home, { audit: { path } });
    expect((await runCli(['shell', 'ls'], { home })).status).toBe(0);
    for (const args of [
      ['write', 'trail.jsonl', 'x'],
      ['shell', 'echo x >> trail.jsonl'],
      ['shell', 'rm -r trail.jsonl.d'],
    ]) {
      expect((await runCli([...args, '--yolo'], { home })).status, args.join(' ')).toBe(126);
    }
    expect(await verifyTrail(path)).toMatchObject({ lines: 4, breaks: [] });
  });
});

describe('audit show, tail and verify', () => {
  it('show the newest calls', async () => {
    const home = tempFolder();
    await runCli(['shell', 'ls'], { home });
    await runCli(['shell', "touch 'a\ufe0fb'"], { home });
    const text = (await runCli(['audit', 'show'], { home })).stdout.toString();
    expect(text).toMatch(
      /^\S+Z +cli +shell +allow +completed 0 [\d.]+ms +ls\n\S+Z +cli +shell +ask +approval_required [\d.]+ms +touch 'a\\u\{fe0f\}b'\n$/,
    );
    const json = (await runCli(['audit', 'show', '--json', '--limit', '1'], { home })).stdout.toString();
    expect(json).toBe(readFileSync(trail(home), 'utf8').split('\n').slice(1).join('\n'));
    expect((await runCli(['audit', 'show', '--limit', '0'], { home })).stdout.toString()).toBe('');
    // What a crash left.
    appendFileSync(trail(home), '{"time":"2026-\n');
    const torn = (await runCli(['audit', 'show', '--json', '--limit', '1'], { home })).stdout.toString();
    expect(JSON.parse(torn)).toEqual({ unreadable: '{"time":"2026-' });
  });

  it.each([
    [['show', '--limit', '-1'], 'whole number'],
    [['show', '--limit', '1.5'], 'whole number'],
    [['verify', '--limit', '1'], 'belongs to'],
    [['show', '--includes', 'a'.repeat(64)], 'belongs to'],
    [['verify', '--includes', 'abc'], 'must be the SHA-256 of a line'],
    [['show', 'more'], 'one word too many'],
    [[], '"action" is missing'],
    [['shwo'], 'did you mean "show"?'],
  ])('%j is bad usage', async (words, message) => {
    expect(await runCli(['audit', ...words])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(message),
    });
  });

  it.each(['show', 'tail', 'verify'])('%s says of a folder in its place that it is no file', async (word) => {
    const home = tempFolder();
    mkdirSync(trail(home), { recursive: true });
    expect(await runCli(['audit', word], { home })).toMatchObject({
      status: 1,
      stderr: `agent-tools: Cannot read "${trail(home)}": it is not a regular file, expected a file of lines\n`,
    });
  });

  it.each(['show', 'verify'])('%s says of a place below a file what is wrong with it', async (word) => {
    const home = tempFolder();
    writeFileSync(join(home, 'file'), '');
    const env = { AGENT_TOOLS_AUDIT_PATH: join(home, 'file/trail') };
    expect(await runCli(['audit', word], { home, env })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /trail": a part of the path is not a folder, expected a place that can be used \(audit\.path, XDG_STATE_HOME\)\n$/,
      ),
    });
  });

  it.each(['show', 'verify'])('%s says of a trail that leads to itself that it does', async (word) => {
    const home = tempFolder();
    mkdirSync(dirname(trail(home)), { recursive: true });
    symlinkSync('audit.jsonl', trail(home));
    expect(await runCli(['audit', word], { home })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('audit.jsonl": it leads through a loop of symbolic links, expected'),
    });
  });

  it('verify finds that the newest lines are missing by a hash it printed before', async () => {
    const home = tempFolder();
    for (const command of ['ls', 'pwd']) await runCli(['shell', command], { home });
    const { stdout } = await runCli(['audit', 'verify'], { home });
    const [, hash = ''] =
      /is whole\nline 2, the last, has the SHA-256 ([0-9a-f]{64})\n$/.exec(stdout.toString()) ?? [];
    await runCli(['shell', 'id'], { home });
    const verify = (...more: string[]) => runCli(['audit', 'verify', '--includes', hash, ...more], { home });
    expect((await verify()).status).toBe(0);
    expect(JSON.parse((await verify('--json')).stdout.toString())).toMatchObject({
      whole: true,
      last: { line: 3 },
      included: { sha256: hash, line: 2 },
    });
    writeFileSync(trail(home), `${readFileSync(trail(home), 'utf8').split('\n')[0]}\n`);
    expect((await runCli(['audit', 'verify'], { home })).status).toBe(0);
    expect(await verify()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`no line has the SHA-256 ${hash}, so lines were taken out`),
    });
    const { status, stdout: json } = await verify('--json');
    expect([status, JSON.parse(json.toString())]).toMatchObject([
      1,
      { whole: true, included: { line: null } },
    ]);
  });

  it('verify of gigabytes ends when it is told to', async () => {
    const home = tempFolder();
    await runCli(['shell', 'ls'], { home });
    truncateSync(trail(home), 1_000_000_000_000);
    const child = startCli(['audit', 'verify'], { home });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    await waitFor(() => hasOpen(child.pid ?? 0, trail(home)), 'the trail to be read');
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
  });

  it('verify names the first break', async () => {
    const home = tempFolder();
    expect((await runCli(['audit', 'verify'], { home })).status).toBe(0);
    for (const command of ['ls', 'pwd', 'id']) await runCli(['shell', command], { home });
    expect(await runCli(['audit', 'verify'], { home })).toMatchObject({ status: 0, stderr: '' });
    writeFileSync(trail(home), readFileSync(trail(home), 'utf8').replace('"pwd"', '"cat"'));
    const broken = await runCli(['audit', 'verify'], { home });
    expect(broken).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${trail(home)}:3: it does not follow`),
    });
    const json = await runCli(['--json', 'audit', 'verify'], { home });
    expect(JSON.parse(json.stdout.toString())).toMatchObject({
      whole: false,
      lines: 3,
      breaks: [{ file: trail(home), line: 3 }],
    });
    chmodSync(trail(home), 0o600);
  });

  it('verify tells of a line that a crash cut, which blocks nothing', async () => {
    const home = tempFolder();
    await runCli(['shell', 'ls'], { home });
    appendFileSync(trail(home), '{"time":"20');
    expect(await runCli(['audit', 'verify'], { home })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(':2: its writer was stopped'),
    });
    expect(await runCli(['shell', 'ls'], { home })).toMatchObject({ status: 0, stderr: '' });
    const { stderr } = await runCli(['audit', 'verify'], { home });
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
