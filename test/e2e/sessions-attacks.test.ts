import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { endAll, processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { Home, textOf } from '../helpers/sessions.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A connection to a keeper that says what it likes; what the keeper does to it is of no interest. */
function intrude(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    sockets.push(socket);
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
    socket.on('error', () => {});
    socket.resume();
  });
}

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** How many sockets a process has open. */
function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  const isSocket = (name: string): boolean => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith('socket:');
    } catch {
      return false;
    }
  };
  return readdirSync(folder).filter(isSocket).length;
}

describe('a bad client at the socket of a keeper', () => {
  it.each([
    ['no JSON', 'garbage\n\0\xff\n{]\n'.repeat(10_000)],
    ['no request', '{}\n[]\n1\nnull\n""\n'.repeat(10_000)],
    ['unknown methods', '{"jsonrpc":"2.0","id":1,"method":"run","params":{}}\n'.repeat(10_000)],
    ['wrong fields', '{"jsonrpc":"2.0","id":1,"method":"input","params":{"data":7}}\n'.repeat(10_000)],
    [
      'sizes that are none',
      '{"jsonrpc":"2.0","id":1,"method":"resize","params":{"cols":-1,"rows":1e99}}\n'.repeat(1000),
    ],
    ['a frame without end', 'x'.repeat(50_000_000)],
  ])('that sends %s leaves the session as it is', async (_, bytes) => {
    const home = new Home();
    const client = home.sidecar();
    const id = await client.background('cat', { pty: true });
    const { socket, keeper } = home.record(id);
    const before = memoryOf(keeper.pid);
    const intruder = await intrude(socket);
    await new Promise<void>((resolve) => {
      intruder.once('close', () => resolve());
      intruder.write(bytes, 'latin1', () => resolve());
    });
    await client.process('write', id, { data: 'still here\r' });
    await client.until(id, '^still here\nstill here$|still here');
    expect(memoryOf(keeper.pid) - before).toBeLessThan(200);
    expect(await client.process('remove', id)).toMatchObject({ status: 'completed' });
  });

  it('that opens a thousand connections and asks on all of them to wait', async () => {
    const home = new Home();
    const client = home.sidecar();
    const id = await client.background('cat');
    const { socket, keeper } = home.record(id);
    const ask = '{"jsonrpc":"2.0","id":1,"method":"status","params":{"after":0,"waitMs":600000}}\n';
    for (let count = 0; count < 1000; count += 1) {
      const intruder = await intrude(socket).catch(() => null);
      intruder?.write(ask);
    }
    await client.process('write', id, { data: 'answer\n' });
    await client.until(id, '^answer$');
    for (const intruder of sockets.splice(0)) intruder.destroy();
    await client.process('remove', id);
    await expect.poll(() => existsSync(`/proc/${keeper.pid}`)).toBe(false);
  });

  it('that attaches and leaves no longer answers what the program asks its terminal', async () => {
    const home = new Home();
    const client = home.sidecar();
    const ask =
      'stty -echo -icanon; read -rn 1 _; printf "\\033[6n"; IFS= read -rd R got; printf "%s" "$got" | od -An -c';
    const id = await client.background(ask, { pty: true });
    const { socket, keeper } = home.record(id);
    const before = socketsOf(keeper.pid);
    const intruder = await intrude(socket);
    const answer = once(intruder, 'data');
    for (const asked of [1, 2])
      intruder.write(`{"jsonrpc":"2.0","id":${asked},"method":"attach","params":{}}\n`);
    await answer;
    intruder.destroy();
    await waitFor(() => socketsOf(keeper.pid) <= before, 'the keeper to have seen that it left');
    await client.process('send-keys', id, { keys: ['x'] });
    expect((await client.ended(id)).details).toMatchObject({ status: 'completed', exitCode: 0 });
    expect(await client.output(id)).toMatch(/033 {3}\[ {3}1 {3}; {3}1/);
  });
});

describe('hostile parameters', () => {
  it.each([-1, 0.5, 1e300, Number.MAX_SAFE_INTEGER + 2, '0', [], {}])(
    'cursor %s is refused',
    async (cursor) => {
      const client = new Home().sidecar();
      const id = await client.background('echo out');
      const answer = await client.request('process', { action: 'poll', sessionId: id, cursor });
      expect(answer.error).toMatchObject({ code: -32602 });
    },
  );

  it('a cursor past the end is an empty page, and none that goes back', async () => {
    const client = new Home().sidecar();
    const id = await client.background('echo out');
    await client.ended(id);
    const { details } = await client.process('poll', id, { cursor: 1_000_000 });
    expect(details.more).toBe(false);
    expect(Number(details.cursor)).toBeLessThanOrEqual(1_000_000);
  });

  it.each(['(a+)+$', '(a|aa)+$', '(.*)*x', '((a{1,100}){1,100}){1,100}', 'a'.repeat(5000)])(
    'a pattern that would take other engines for ever: %s',
    async (pattern) => {
      const client = new Home().sidecar();
      const id = await client.background(`head -c 200000 /dev/zero | tr '\\0' a; echo b; sleep 60`);
      const answer = await client.request('process', { action: 'wait', sessionId: id, pattern, timeout: 1 });
      expect(answer.result ?? answer.error).toBeDefined();
      expect(await client.process('remove', id)).toMatchObject({ status: 'completed' });
    },
  );

  it.each(['../../../etc', 'x/../y', '', '.', 'aaaaaaaaaaaa\0', '%2e%2e'])(
    'the name %j is no session',
    async (sessionId) => {
      const client = new Home().sidecar();
      const answer = await client.request('process', { action: 'poll', sessionId });
      expect(JSON.stringify(answer)).toMatch(/Cannot find session|-32602/);
    },
  );
});

describe('a program and its terminal', () => {
  it('closes it, and goes on', async () => {
    const client = new Home().sidecar();
    const id = await client.background('echo before; exec >&- 2>&- <&-; sleep 0.5; exit 7', { pty: true });
    expect((await client.ended(id)).details).toMatchObject({ status: 'completed', exitCode: 7 });
    expect(await client.output(id)).toBe('before\n');
  });

  it('reads the end of input that write sends', async () => {
    const client = new Home().sidecar();
    const id = await client.background('wc -l', { pty: true });
    await client.process('write', id, { data: 'one\ntwo\n', eof: true });
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 0 });
    expect(await client.output(id)).toMatch(/\b2\n$/);
  });

  it('is killed with what is in front of it', async () => {
    const client = new Home().sidecar();
    const seconds = uniqueSleep();
    const id = await client.background(`set -m; sleep ${seconds}; echo after; sleep ${seconds}`, {
      pty: true,
    });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 1, 'it to be in front');
    await client.process('kill', id, { signal: 'SIGKILL' });
    expect((await client.ended(id)).details).toMatchObject({ status: 'killed', signal: 'SIGKILL' });
    expect(processesWith(`sleep\0${seconds}`)).toEqual([]);
  });

  it('leaves a child behind that holds it', async () => {
    const client = new Home().sidecar();
    const seconds = uniqueSleep();
    const id = await client.background(`setsid sleep ${seconds} & echo started`, { pty: true });
    expect((await client.ended(id)).details).toMatchObject({ status: 'completed', exitCode: 0 });
    endAll(processesWith(`sleep\0${seconds}`));
  });
});

describe('a keeper killed with -9', () => {
  it.each([0, 5, 20, 60, 150])(
    'after %d ms leaves a session that is told of and nothing of its run',
    async (ms) => {
      const home = new Home();
      const client = home.sidecar();
      const seconds = uniqueSleep();
      const id = await client.background(`yes ${'x'.repeat(50)} & sleep ${seconds}`, { pty: ms % 2 === 1 });
      const { keeper } = home.record(id);
      await new Promise((resolve) => setTimeout(resolve, ms));
      process.kill(keeper.pid, 'SIGKILL');
      await waitFor(() => processesWith(`sleep\0${seconds}`).length === 0, 'the run to end');
      const poll = await client.process('poll', id, { maxBytes: 100 });
      expect(poll.details).toMatchObject({ status: 'lost' });
      expect(textOf(poll).length).toBeLessThan(400);
      expect(await client.process('remove', id)).toMatchObject({ status: 'completed' });
    },
  );
});
