import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readProcess } from '../../src/platform/process/proc.ts';
import { binary, cleanEnv, startCli } from '../helpers/binary.ts';
import {
  childrenOf,
  endAll,
  environmentOf,
  guardedBy,
  isAlive,
  processesIn,
  processesWith,
  uniqueSleep,
  waitFor,
  withoutFirstThread,
} from '../helpers/processes.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { hasBubblewrap } from '../helpers/sandbox-levels.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Commands of different shapes, around a sleep of the test's own. */
const shapes = (seconds: string): readonly string[] => [
  `sleep ${seconds}`,
  `sleep ${seconds} & sleep ${seconds} & wait`,
  `trap '' TERM; sleep ${seconds}; sleep ${seconds}`,
  `setsid sleep ${seconds} & wait`,
  `(setsid bash -c 'sleep ${seconds} & disown' >/dev/null 2>&1 </dev/null &); sleep ${seconds}`,
  `env -i /usr/bin/setsid sleep ${seconds} & wait`,
  `setsid python3 -c "${withoutFirstThread}" sleep ${seconds} & wait`,
  `(setsid python3 -c "${withoutFirstThread}" sleep ${seconds} >/dev/null 2>&1 </dev/null &); exec sleep ${seconds}`,
  `(env -i /usr/bin/setsid bash -c 'sleep ${seconds} & disown' >/dev/null 2>&1 </dev/null &); sleep ${seconds}`,
];
const expected = 13;

const ends: readonly (readonly [name: string, end: (client: RpcClient) => void, code: number | null])[] = [
  ['end of input', (client) => client.child.stdin?.end(), 0],
  ['SIGTERM', (client) => client.child.kill('SIGTERM'), 143],
  ['SIGINT', (client) => client.child.kill('SIGINT'), 130],
  ['SIGHUP', (client) => client.child.kill('SIGHUP'), 129],
  ['SIGKILL', (client) => client.child.kill('SIGKILL'), null],
];

describe('the end of a server with commands of different shapes running', () => {
  it.each(ends)('%s leaves none of them', async (_, end, code) => {
    const seconds = uniqueSleep();
    const client = new RpcClient();
    for (const command of shapes(seconds)) void client.request('shell', { command });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length >= expected, 'all to run');
    const server = client.child.pid ?? 0;
    // Looked for each time: what starts a program, as a shim of python3, is counted twice for a moment.
    const isBare = ({ pid }: { readonly pid: number }) =>
      processesWith(`sleep\0${seconds}`).includes(pid) && !environmentOf(pid).includes('AGENT_TOOLS_RUN');
    const orphans = () => childrenOf(server).filter(isBare);
    // The shell between it and its server may not have ended yet.
    await waitFor(() => orphans().length === 1, 'the daemon to be ours');
    await waitFor(
      () => orphans().every(({ pid }) => guardedBy(server).includes(`${pid}:`)),
      'the guardian to be told of what only its parent knows',
    );
    const startedAt = performance.now();
    end(client);
    expect(await client.exited).toBe(code);
    if (code !== null) expect(performance.now() - startedAt).toBeLessThan(5000);
    await waitFor(() => processesWith(seconds).length === 0, 'all to end').catch((error) => {
      endAll(processesWith(seconds));
      throw error;
    });
  });

  it.for<[string, readonly string[], boolean]>([
    ['here', ['--yolo'], true],
    ['in a sandbox', ['--yolo', '--host', 'sandbox'], hasBubblewrap],
  ])('SIGKILL leaves none of those that are just being started, %s', async ([, args, can], context) => {
    if (!can) context.skip('bubblewrap makes no sandbox here');
    const folder = tempFolder();
    const seconds = uniqueSleep();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const client = new RpcClient({ args, cwd: folder, home: tempFolder() });
      await client.request('shell', { command: 'true' });
      const children = childrenOf(client.child.pid ?? 0).map(({ pid }) => pid);
      const guardians = processesWith('agent-tools-guardian').filter((pid) => children.includes(pid));
      expect(guardians).toHaveLength(1);
      for (let call = 0; call < 4; call += 1) void client.request('shell', { command: `sleep ${seconds}` });
      await delay(attempt * 4);
      client.child.kill('SIGKILL');
      await waitFor(() => !guardians.some(isAlive), 'the guardian to end');
    }
    const left = [...processesIn(folder), ...processesWith(seconds)];
    endAll(left);
    expect(left).toEqual([]);
  });

  it('the end of input ends calls that wait, with an id or without, and finishes those that run no process', async () => {
    const home = tempFolder();
    const client = new RpcClient({ home, env: { AGENT_TOOLS_CAPS_CONCURRENT_CALLS: '1' } });
    const seconds = uniqueSleep();
    const running = client.request('shell', { command: `sleep ${seconds}` });
    await waitFor(() => processesWith(seconds).length > 0, 'the only place to be taken');
    client.send({ jsonrpc: '2.0', method: 'shell', params: { command: 'touch command' } });
    client.send({ jsonrpc: '2.0', method: 'write', params: { path: 'first', content: '' } });
    client.send({ jsonrpc: '2.0', method: 'write', params: { path: 'second', content: '' } });
    const waiting = client.request('shell', { command: 'touch command' });
    expect(await client.close()).toBe(0);
    expect(await running).toMatchObject({ error: { code: -32800 } });
    expect(await waiting).toMatchObject({ error: { code: -32800 } });
    expect(['first', 'second', 'command'].filter((name) => existsSync(join(home, name)))).toEqual([
      'first',
      'second',
    ]);
  });

  it('a client that never reads does not keep it', async () => {
    const folder = tempFolder();
    const server = spawn(binary, ['rpc', '--yolo'], { cwd: folder, env: cleanEnv(folder), stdio: 'pipe' });
    const exited = new Promise((resolve) => server.on('exit', resolve));
    server.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'shell', params: { command: 'yes', timeout: 30, _meta: { stream: true } } })}\n`,
    );
    await waitFor(() => childrenOf(server.pid ?? 0).length > 0, 'it to run');
    server.stdin.end();
    expect(await exited).toBe(0);
  });

  it('a closed output counts as the end of input', async () => {
    const seconds = uniqueSleep();
    const client = new RpcClient();
    void client.request('shell', { command: `sleep ${seconds}` });
    void client.request('shell', { command: 'sleep 0.3; echo nobody reads this' });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 1, 'it to run');
    client.child.stdout?.destroy();
    await new Promise((resolve) => client.child.on('exit', resolve));
    expect(processesWith(seconds)).toEqual([]);
  });

  it('the death of the parent counts as the end of input, and is told', async () => {
    const seconds = uniqueSleep();
    const folder = tempFolder();
    const request = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'shell',
      params: { command: `sleep ${seconds}` },
    });
    // The pipe stays open on the server's side, so only the loss of its parent can tell it.
    const script =
      'mkfifo in hold; exec 3<>in; "$0" rpc --yolo <&3 >out 2>err & printf "%s\\n" "$1" >&3; read wait <hold';
    const parent = spawn('bash', ['-c', script, binary, request], {
      cwd: folder,
      env: cleanEnv(folder),
      stdio: 'ignore',
    });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 1, 'it to run');
    parent.kill('SIGKILL');
    await waitFor(() => processesWith(seconds).length === 0, 'the orphaned server to end its run');
    const why = 'the program that started agent-tools is gone';
    await waitFor(() => readFileSync(join(folder, 'out'), 'utf8').endsWith('\n'), 'the answer');
    expect(readFileSync(join(folder, 'err'), 'utf8')).toBe(`agent-tools: ${why}, so it ends\n`);
    expect(JSON.parse(readFileSync(join(folder, 'out'), 'utf8'))).toMatchObject({
      error: { code: -32800, message: 'Command cancelled.', data: { notices: [why] } },
    });
  });
});

/** How many ends of pipes a process has. */
function pipesOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith('pipe:');
    } catch {
      return false;
    }
  }).length;
}

describe('the guardian', () => {
  it('ends what a killed one-shot command was running', async () => {
    const seconds = uniqueSleep();
    const child = startCli([
      'shell',
      '--yolo',
      `setsid sleep ${seconds} & env -i /usr/bin/setsid sleep ${seconds} & sleep ${seconds}`,
    ]);
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 3, 'all to run');
    await waitFor(() => childrenOf(child.pid ?? 0).length >= 2, 'the guardian to start');
    child.kill('SIGKILL');
    await expect.poll(() => processesWith(seconds)).toEqual([]);
  });

  it('is gone with its server, and is replaced when it is killed', async () => {
    const client = new RpcClient();
    const seconds = uniqueSleep();
    void client.request('shell', { command: `sleep ${seconds}` });
    const server = client.child.pid ?? 0;
    const guardians = (): readonly number[] =>
      childrenOf(server)
        .map(({ pid }) => pid)
        .filter((pid) => processesWith('agent-tools-guardian').includes(pid));
    await waitFor(() => guardians().length === 1, 'the guardian');
    const first = guardians();
    const before = pipesOf(server);
    endAll(first);
    await waitFor(() => guardians().length === 1 && guardians()[0] !== first[0], 'another guardian');
    await waitFor(() => pipesOf(server) === before, 'the pipe of the first to be given back');
    const second = guardians();
    const [pid = 0] = second;
    expect([readProcess(pid)?.session, readlinkSync(`/proc/${pid}/cwd`)]).toEqual([pid, '/']);
    client.child.kill('SIGKILL');
    await waitFor(() => processesWith(seconds).length === 0, 'the command to end');
    await waitFor(
      () => second.every((pid) => !processesWith('agent-tools-guardian').includes(pid)),
      'the guardian to end',
    );
  });
});

describe('the list of the guardian', () => {
  it('holds nothing of what has ended: its pids may be of others by then', async () => {
    const client = new RpcClient();
    await Promise.all(
      ['true', 'false', 'no-such-command'].map((command) => client.request('shell', { command })),
    );
    expect(
      guardedBy(client.child.pid ?? 0)
        .split('\n')
        .filter((line) => line.trim() !== ''),
    ).toEqual([]);
    await client.close();
  });
});

describe('a stopped guardian', () => {
  it('holds no call up, and ends what is left once it runs on', async () => {
    const client = new RpcClient();
    const seconds = uniqueSleep();
    await client.request('shell', { command: 'true' });
    const server = client.child.pid ?? 0;
    const guardian = childrenOf(server).find(({ pid }) =>
      processesWith('agent-tools-guardian').includes(pid),
    );
    if (guardian === undefined) throw new Error('There is no guardian.');
    process.kill(guardian.pid, 'SIGSTOP');
    // More than a pipe would take if it were told of each.
    for (let batch = 0; batch < 16; batch += 1) {
      await Promise.all(Array.from({ length: 50 }, () => client.request('shell', { command: ':' })));
    }
    void client.request('shell', { command: `setsid sleep ${seconds} & sleep ${seconds}` });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 2, 'both to run');
    client.child.kill('SIGKILL');
    process.kill(guardian.pid, 'SIGCONT');
    await expect.poll(() => processesWith(seconds)).toEqual([]);
    await expect.poll(() => processesWith('agent-tools-guardian')).not.toContain(guardian.pid);
  });
});

describe('many calls', () => {
  it('a thousand commands that make orphans leave no zombie', async () => {
    const client = new RpcClient();
    const answers = Array.from({ length: 1000 }, () =>
      client.request('shell', { command: '(sleep 0.01 >/dev/null 2>&1 &)' }),
    );
    for (const answer of await Promise.all(answers))
      expect(answer.result).toMatchObject({ status: 'completed' });
    await waitFor(
      () => childrenOf(client.child.pid ?? 0).every(({ state }) => state !== 'Z'),
      'the zombies to be reaped',
    );
    await client.close();
  });

  it('a command that goes on making orphans leaves no zombie meanwhile', async () => {
    const client = new RpcClient();
    const seconds = uniqueSleep();
    const command = `for i in $(seq 50); do (sleep 0.01 >/dev/null 2>&1 &); done; sleep ${seconds}`;
    void client.request('shell', { command });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 1, 'the orphans to be made');
    await waitFor(
      () => childrenOf(client.child.pid ?? 0).every(({ state }) => state !== 'Z'),
      'the zombies to be reaped',
    );
    expect(processesWith(`sleep\0${seconds}`)).toHaveLength(1);
    await client.close();
  });

  it('three hundred at once are all right, and a queue in order waits behind the places', async () => {
    const client = new RpcClient();
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        client.request('shell', { command: `echo ${index}; exit ${index % 7}` }),
      ),
    );
    answers.forEach(({ result }, index) => {
      expect(result?.details?.exitCode).toBe(index % 7);
      expect(JSON.stringify(result?.content)).toContain(`"${index}\\n`);
    });
    await client.close();
  });

  it('as many idle commands as there are places starve no other call', async () => {
    const client = new RpcClient();
    const seconds = uniqueSleep();
    for (let index = 0; index < 64; index += 1) void client.request('shell', { command: `sleep ${seconds}` });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 64, 'all to run');
    const note = join(tempFolder(), 'note');
    expect((await client.request('write', { path: note, content: 'served\n' })).result?.isError).toBe(false);
    const { result } = await client.request('read', { path: note });
    expect(JSON.stringify(result?.content)).toContain('served');
    expect((await client.request('process', { action: 'list' })).result?.status).toBe('completed');
    expect((await client.request('ping')).result).toEqual({});
    await client.close();
    expect(processesWith(seconds)).toEqual([]);
  });

  it('refuses clearly when descriptors run out, and recovers', async () => {
    const home = tempFolder();
    const child = spawn('bash', ['-c', 'ulimit -n 48; exec "$0" rpc --yolo', binary], {
      cwd: home,
      env: cleanEnv(home),
      stdio: 'pipe',
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    const lines = Array.from({ length: 60 }, (_, id) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'shell', params: { command: 'sleep 1; echo fine' } }),
    );
    child.stdin.write(`${lines.join('\n')}\n`);
    await waitFor(() => text.split('\n').length > 60, 'sixty answers');
    const answers = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).result);
    expect(answers.filter(({ status }) => status === 'completed').length).toBeGreaterThan(0);
    for (const { message } of answers.filter(({ status }) => status === 'failed'))
      expect(message).toMatch(/too many files are open/);
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 'after', method: 'shell', params: { command: 'echo again' } })}\n`,
    );
    await waitFor(() => text.includes('"after"'), 'the call afterwards');
    expect(text.trim().split('\n').at(-1)).toContain('again');
    child.stdin.end();
  });

  it('runs to its end or is refused where the descriptors do not suffice for a guardian', () => {
    const statuses = Array.from({ length: 9 }, (_, index) => {
      const home = tempFolder();
      const script = `ulimit -n ${index + 9}; exec "$0" --yolo shell 'sleep 0.4; echo whole'`;
      const { status, stdout, stderr } = spawnSync('bash', ['-c', script, binary], {
        cwd: home,
        env: cleanEnv(home),
        encoding: 'utf8',
      });
      if (status === 0) expect({ stdout, stderr }).toEqual({ stdout: 'whole\n', stderr: '' });
      else expect(stderr).toMatch(/^agent-tools: Cannot run .* too many files are open.*\n$/);
      return status;
    });
    expect([...new Set(statuses)]).toEqual([1, 0]);
  });

  it('leaves nothing of a call that lacks a descriptor after its start', async () => {
    for (const limit of [9, 10, 11, 12, 13, 14]) {
      const seconds = uniqueSleep();
      const home = tempFolder();
      const script = `ulimit -n ${limit}; exec "$0" rpc --yolo`;
      const server = spawn('bash', ['-c', script, binary], { cwd: home, env: cleanEnv(home) });
      const params = { command: `sleep ${seconds}`, timeout: 1 };
      let text = '';
      server.stdout.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'shell', params })}\n`);
      await waitFor(() => text.endsWith('\n'), 'the answer');
      // A refusal does not wait until what was killed has gone.
      await expect.poll(() => processesWith(seconds)).toEqual([]);
      server.stdin.end();
    }
  });
});

describe('standard input that cannot be read', () => {
  it.each(['rpc', 'mcp'])('is no end of what %s was asked', (mode) => {
    const home = tempFolder();
    const { status, stdout, stderr } = spawnSync('bash', ['-c', `"$0" ${mode} < .`, binary], {
      cwd: home,
      env: cleanEnv(home),
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: 'agent-tools: Cannot read "standard input": it is a folder, expected a file\n',
    });
  });
});
