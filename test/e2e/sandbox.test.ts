import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv, runCli, startCli } from '../helpers/binary.ts';
import { statelessMeta } from '../helpers/mcp-peer.ts';
import { asNobody, nobody } from '../helpers/other-user.ts';
import { endAll, processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { hasBubblewrap } from '../helpers/sandbox-levels.ts';
import { Home, textOf } from '../helpers/sessions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

if (!hasBubblewrap)
  process.stderr.write('Skipped: commands in the sandbox (bubblewrap cannot make one here)\n');
const inside = ['--host', 'sandbox'];
const isRoot = process.getuid?.() === 0;

describe.runIf(hasBubblewrap)('a command in the sandbox', () => {
  it('is told of a workspace that was removed', async () => {
    const cwd = tempFolder();
    const client = new RpcClient({ cwd, args: ['--yolo'] });
    await client.request('ping', {});
    rmSync(cwd, { recursive: true });
    const { result } = await client.request('shell', { command: 'true', host: 'sandbox' });
    const told = `Cannot run in "${cwd}": no such folder, expected an existing folder`;
    expect(result).toMatchObject({ status: 'failed', message: told });
    await client.close();
  });

  it('survive the SIGKILL of the server', async () => {
    const seconds = uniqueSleep();
    const client = new RpcClient({ args: ['--yolo', '--host', 'sandbox'] });
    void client.request('shell', { command: `env -i setsid sleep ${seconds} & sleep ${seconds}` });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 2, 'both to run');
    client.child.kill('SIGKILL');
    await client.exited;
    try {
      await expect.poll(() => processesWith(seconds)).toEqual([]);
    } finally {
      endAll(processesWith(seconds));
    }
  });

  it.each(['while :; do sleep 0.1; done', 'kill -STOP $$'])(
    'is asked to end before it is killed: %s',
    async (last) => {
      const { status, stdout } = await runCli([
        ...['--yolo', ...inside, 'shell', '--timeout', '3'],
        `trap "echo asked; exit 5" TERM; echo ready; ${last}`,
      ]);
      expect(stdout.toString()).toBe('ready\nasked\n');
      expect(status).toBe(124);
    },
  );

  it('in a terminal takes C-c itself', async () => {
    const home = new Home();
    const { details } = await home.json([
      ...inside,
      'shell',
      '--background',
      '--pty',
      'cat; echo over $((6*7)); cat',
    ]);
    const id = details.sessionId;
    await waitFor(() => processesWith('cat').length > 0, 'the program to run');
    await home.json(['process', 'send-keys', id, '--literal', 'typed', 'Enter']);
    await home.json(['process', 'wait', id, '--pattern', 'typed\\s+typed', '--timeout', '20']);
    await home.json(['process', 'send-keys', id, 'C-c']);
    const { details: end } = await home.json(['process', 'wait', id, '--timeout', '20']);
    expect(end.exitCode).toBe(130);
  });

  it('keeps its sandbox in the background until it is killed', async () => {
    const home = new Home();
    const seconds = uniqueSleep();
    const { details } = await home.json([
      ...inside,
      'shell',
      '--background',
      `touch /etc/x || echo kept; sleep ${seconds}`,
    ]);
    await home.json(['process', 'wait', details.sessionId, '--pattern', 'kept', '--timeout', '20']);
    await home.json(['process', 'kill', details.sessionId]);
    await expect.poll(() => processesWith(seconds)).toEqual([]);
  });

  it('says in the background whether others reach its ports', async () => {
    const home = new Home();
    const start = async (...config: readonly string[]) => {
      const started = await home.json([...config, 'shell', '--background', 'sleep 60']);
      await home.json(['process', 'remove', started.details.sessionId]);
      return started.notices;
    };
    const cutOff = expect.stringMatching(
      /^Its sandbox has a network of its own: no other command reaches its ports/,
    );
    expect(await start(...inside)).toEqual([cutOff]);
    expect(await start()).toEqual([]);
  });

  it('sees a variable that is nobody else’s to see', async () => {
    const { stdout } = await runCli([
      '--yolo',
      ...inside,
      'shell',
      '--env',
      'A=b c',
      'echo "$A"; cat /proc/1/cmdline | tr "\\0" " "',
    ]);
    const [first, second = ''] = stdout.toString().split('\n');
    expect(first).toBe('b c');
    expect(second).not.toContain('b c');
  });

  it('that is missing inside fails as a call, not as a command', async () => {
    const { status, stderr } = await runCli(['--yolo', ...inside, 'shell', '--', '/nowhere/program']);
    expect(stderr).toContain('Cannot run in the sandbox "/nowhere/program"');
    expect(status).toBe(1);
  });

  it('is refused in a folder that is not there inside', async () => {
    const input = JSON.stringify({ command: 'true', cwd: tempFolder() });
    const { status, stderr } = await runCli(['--yolo', ...inside, 'shell', '--input', input]);
    expect(stderr).toContain('the sandbox has nothing there, expected a folder of the workspace');
    expect(status).toBe(1);
  });

  it('is told of its output what shows more, though its own shell does not see the file', async () => {
    const client = new RpcClient({ args: ['--yolo', '--host', 'sandbox'] });
    const { result } = await client.request('shell', { command: "printf '%03000d=end\\n' 7" });
    const { output } = Object(result?.details);
    expect(result?.notices).toEqual([
      expect.stringContaining(`${output.spillPath} (search it with grep, which`),
    ]);
    expect((await client.request('shell', { argv: ['cat', output.spillPath] })).result?.isError).toBe(true);
    const found = await client.request('grep', { path: output.spillPath, pattern: '7=e' });
    expect(JSON.stringify(found.result?.content)).toContain('0007=end');
    await client.close();
  });

  it('takes its places away again', async () => {
    const folder = tempFolder();
    const { status } = await runCli(
      ['--yolo', ...inside, 'shell', 'mkdir .git; git init -q . && exit 3; exit 0'],
      { cwd: folder },
    );
    expect(status).toBe(0);
    expect(existsSync(join(folder, '.git'))).toBe(false);
  });

  it('keeps a repository from being made by any of several at once, and takes its places away', async () => {
    const home = tempFolder();
    const folder = tempFolder();
    const attempt = 'mkdir .git/x 2>/dev/null || git init -q . 2>/dev/null || echo kept';
    const results = await Promise.all(
      Array.from({ length: 12 }, () =>
        runCli(['--yolo', ...inside, 'shell', attempt], { cwd: folder, home }),
      ),
    );
    const left = readdirSync(folder, { recursive: true });
    for (const { stdout, status, stderr } of results) {
      if (status === 0)
        expect({ said: stdout.toString(), stderr, left }).toEqual({ said: 'kept\n', stderr: '', left: [] });
      else expect(stderr).toContain('Cannot run in the sandbox');
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes away what a killed one has left, and nothing of the user', async () => {
    const home = tempFolder();
    const folder = tempFolder();
    mkdirSync(join(folder, 'sub/.git/hooks'), { recursive: true });
    const seconds = uniqueSleep();
    const child = startCli(['--yolo', ...inside, 'shell', `sleep ${seconds}`], { cwd: folder, home });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length > 0, 'it to run');
    child.kill('SIGKILL');
    await waitFor(() => processesWith(seconds).length === 0, 'all to end');
    expect(readdirSync(folder)).toEqual(['.git', 'sub']);
    await runCli(['--yolo', ...inside, 'shell', 'true'], { cwd: folder, home });
    expect(readdirSync(folder)).toEqual(['sub']);
    await runCli(['--yolo', ...inside, 'shell', 'true'], { cwd: join(folder, 'sub'), home });
    expect(readdirSync(join(folder, 'sub/.git'))).toEqual(['hooks']);
  });

  it.runIf(isRoot)('opens a folder of somebody else’s, in which nothing can be made', async () => {
    const home = mkdtempSync('/var/lib/agent-tools-test-');
    try {
      chownSync(home, nobody, nobody);
      const own = join(home, 'agent-tools');
      copyFileSync(binary, own);
      chmodSync(own, 0o755);
      const folder = join(home, 'ws');
      mkdirSync(folder, { mode: 0o755 });
      writeFileSync(join(folder, 'note'), 'seen');
      mkdirSync(join(folder, 'open'));
      chownSync(join(folder, 'open'), nobody, nobody);
      const command = 'cat note; mkdir .git; echo made > open/file; cat open/file';
      const [program = '', ...words] = [...asNobody, own, '--yolo', ...inside, 'shell', command];
      const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, env: cleanEnv(home) });
      expect(stdout.toString(), stderr.toString()).toBe('seenmade\n');
      expect([status, readdirSync(folder)]).toEqual([0, ['note', 'open']]);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it.each([
    ['the whole file system', '/'],
    ['the state folder', 'state'],
  ])('is refused where the workspace is %s', async (_, where) => {
    const home = tempFolder();
    const state = join(home, '.local/state/agent-tools');
    mkdirSync(state, { recursive: true });
    const { status, stderr } = await runCli(
      ['--yolo', ...inside, 'shell', '-C', where === '/' ? '/' : state, 'true'],
      { home },
    );
    expect(stderr).toContain('Cannot open the sandbox for');
    expect(status).toBe(1);
  });
});

describe.runIf(hasBubblewrap)('what policy makes of the sandbox', () => {
  const automatic = {
    AGENT_TOOLS_SANDBOX_AUTO_ALLOW: 'true',
    AGENT_TOOLS_RULES: '[{"tool":"shell","deny":"git push *"}]',
  };

  it.each([
    ['runs unasked', inside, 'touch made', 0],
    ['a deny rule holds', inside, 'git push origin', 126],
    ['the guard holds', inside, 'rm -rf /', 126],
    ['outside it asks', [], 'touch made', 126],
    ['elevated it asks', [...inside, '--elevated'], 'touch made', 126],
  ])('sandbox.autoAllow: %s', async (_, flags, command, status) => {
    const global = flags.filter((flag) => flag !== '--elevated');
    const own = flags.includes('--elevated') ? ['--elevated'] : [];
    const result = await runCli([...global, 'shell', ...own, command], { env: automatic });
    expect(result.status, result.stderr).toBe(status);
  });

  it('a call may move itself inside, and what was refused is a field', async () => {
    const home = new Home();
    const outcome = await home.json(['shell', ...inside, 'echo x > /etc/agent-tools-refused']);
    expect(outcome.isError).toBe(true);
    expect(outcome.details.sandbox).toMatchObject({
      level: 'full',
      refused: [{ what: 'write', path: '/etc/agent-tools-refused' }],
    });
    const plain = await home.json([
      'shell',
      ...inside,
      'echo Permission denied, Read-only file system; exit 1',
    ]);
    expect(plain.details.sandbox).toMatchObject({ refused: [] });
    expect(textOf(plain)).toContain('Permission denied');
  });

  it.each([
    ['allow_once', 'network', 'this is its run outside', undefined],
    ['reject_once', 'network', 'that was not allowed', 'full'],
  ])('what failed for it is offered outside as an approval: %s', async (choice, refused, notice, level) => {
    const client = new RpcClient({ args: [], env: automatic });
    const asked: unknown[] = [];
    client.onRequest = (_, params) => {
      asked.push([params.host, params.reason]);
      return { choice };
    };
    await client.request('initialize', { capabilities: { approvals: true } });
    const script =
      'import socket,time; s=socket.socket(2,2); s.connect_ex(("192.0.2.1",9)); time.sleep(2); exit(3)';
    const { result } = await client.request('shell', { argv: ['python3', '-c', script], host: 'sandbox' });
    expect(asked).toEqual([['local', expect.stringContaining(`which refused: ${refused}`)]]);
    expect(JSON.stringify(result?.notices)).toContain(notice);
    expect(result?.details).toMatchObject(
      level === undefined ? { host: 'local', exitCode: 3 } : { sandbox: { level } },
    );
    client.child.stdin?.end();
    await client.exited;
  });

  it('what was said with the yes to the run inside is told after the question about outside too', async () => {
    const client = new RpcClient({ args: ['--host', 'sandbox', '--ask', 'always'] });
    let asked = 0;
    client.onRequest = () => {
      asked += 1;
      return asked === 1 ? { choice: 'allow_once', feedback: 'careful' } : { choice: 'reject_once' };
    };
    await client.request('initialize', { capabilities: { approvals: true } });
    const { result } = await client.request('shell', { command: 'echo x > /usr/agent-tools-test' });
    expect(asked).toBe(2);
    expect(result?.notices).toEqual([
      'The user says: careful',
      expect.stringContaining('that was not allowed'),
    ]);
    await client.close();
  });

  it('what failed for it has run once where a question would begin the call anew', async () => {
    const client = new RpcClient({ mode: 'mcp', args: ['--host', 'sandbox', '--security', 'full'] });
    const { result } = await client.request('tools/call', {
      name: 'shell',
      arguments: { command: 'echo ran >> log; cat log; echo x > /usr/agent-tools-test' },
      _meta: statelessMeta({ elicitation: {} }),
    });
    expect(result).toMatchObject({
      resultType: 'complete',
      content: [
        { text: expect.stringMatching(/^ran\n/) },
        { text: expect.stringContaining('With host "local"') },
      ],
      structuredContent: { isError: true, details: { host: 'sandbox' } },
    });
    await client.close();
  });

  it('what the network refused is counted, not read', async () => {
    const outcome = await new Home().json([
      ...['shell', ...inside],
      'for i in 1 2 3; do (: > /dev/udp/192.0.2.1/9) 2>/dev/null; sleep 1; done; exit 3',
    ]);
    expect(outcome.details.sandbox).toMatchObject({ refused: [{ what: 'network' }] });
  });
});

/** Sets how many descriptors a process may have open, and returns how many it may have had. */
function limitDescriptors(pid: number, limit: number): number {
  const script = `import resource, sys
pid, limit = int(sys.argv[1]), int(sys.argv[2])
soft, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
resource.prlimit(pid, resource.RLIMIT_NOFILE, (limit, hard))
print(soft)`;
  return Number(
    spawnSync('python3', ['-c', script, String(pid), String(limit)], { encoding: 'utf8' }).stdout,
  );
}

describe.runIf(hasBubblewrap)('a server that lacks descriptors when it looks for a sandbox', () => {
  it('refuses the call, and runs a later one in the full sandbox', async () => {
    const client = new RpcClient();
    const { pid } = client.child;
    if (pid === undefined) throw new Error('it was not started');
    await client.request('shell', { command: 'echo' });
    const taken = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
    const lowestFree = [...Array(taken.size + 1).keys()].find((number) => !taken.has(number)) ?? 0;
    const before = limitDescriptors(pid, lowestFree);
    const { result: refused } = await client.request('shell', { command: 'true', host: 'sandbox' });
    expect(refused).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('too many files are open'),
    });
    limitDescriptors(pid, before);
    const { result: later } = await client.request('shell', { command: 'true', host: 'sandbox' });
    expect(later).toMatchObject({ status: 'completed', details: { sandbox: { level: 'full' } } });
    await client.close();
  });
});

describe.runIf(hasBubblewrap)('a command that the system does not let be put into the sandbox', () => {
  it('is not run where files have a size limit, which is named', () => {
    const home = tempFolder();
    const script = 'ulimit -f 0; exec "$0" --yolo --host sandbox shell true';
    const { status, stderr } = spawnSync('bash', ['-c', script, binary], {
      cwd: home,
      env: cleanEnv(home),
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('(ulimit -f)\n') });
  });

  it('is told what to do with a long environment', async () => {
    const client = new RpcClient({ args: ['--yolo', '--host', 'sandbox'] });
    const names = Array.from({ length: 30 }, (_, index) => `LONG${index}`);
    const env = Object.fromEntries(names.map((name) => [name, 'x'.repeat(100_000)]));
    const { result } = await client.request('shell', { command: 'true', env });
    expect(result?.message).toMatch(/Argument list too long, expected a long text in a file or in stdin$/);
    await client.close();
  });
});
