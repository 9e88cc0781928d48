import { spawn } from 'node:child_process';
import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive, processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { Home, type SessionRpc, textOf } from '../helpers/sessions.ts';
import { TerminalRun } from '../helpers/terminal.ts';

interface Stopped {
  readonly home: Home;
  readonly client: SessionRpc;
  readonly id: string;
  readonly keeper: number;
  /** What its command sleeps for. */
  readonly seconds: string;
}

/** A session that has printed a line, and whose keeper is stopped. */
async function stoppedSession(more: object = {}): Promise<Stopped> {
  const home = new Home();
  const client = home.sidecar();
  const seconds = uniqueSleep();
  const id = await client.background(
    `trap 'echo told' USR1; echo begun; setsid sleep ${seconds} & while :; do sleep ${seconds} & wait; done`,
    more,
  );
  await client.until(id, 'begun');
  const keeper = home.record(id).keeper.pid;
  process.kill(keeper, 'SIGSTOP');
  await waitFor(() => isStopped(keeper), 'it to be stopped');
  return { home, client, id, keeper, seconds };
}

/** All of its threads take the signal one after the other. */
function isStopped(pid: number): boolean {
  return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.startsWith('T') === true;
}

const runs = ({ seconds }: Stopped): boolean => processesWith(seconds).length > 0;

describe('a session whose keeper is stopped', () => {
  it('says so wherever it is looked at, shows what is on the disk, and answers again once it goes on', async () => {
    const { client, id, keeper } = await stoppedSession({ pty: true });
    const state = `its keeper (process ${keeper}) is stopped`;
    const reach = `Cannot reach "session ${id}": ${state}, expected one that runs: kill -CONT ${keeper} lets it go on; process kill ends the session`;
    const list = await client.call('process', { action: 'list' });
    expect(textOf(list)).toContain(`${id}  running, ${state}  `);
    for (const action of ['poll', 'log', 'screen']) {
      const shown = await client.process(action, id);
      expect(shown).toMatchObject({
        status: 'running',
        isError: false,
        details: { status: 'running', keeperProblem: state },
        notices: [`What is on the disk is shown. ${reach}.`],
      });
      expect(shown.message).toContain(`Session ${id} is running, but ${state}`);
      expect(textOf(shown)).toContain('begun');
    }
    const later = { cursor: 7, waitMs: 30_000 };
    expect(await client.process('poll', id, later)).toMatchObject({ status: 'running' });
    for (const [action, more] of [
      ['write', { data: 'x\n' }],
      ['wait', { timeout: 300 }],
      ['resize', { cols: 80, rows: 24 }],
    ] as const) {
      expect(await client.process(action, id, more)).toMatchObject({ status: 'failed', message: reach });
    }
    process.kill(keeper, 'SIGCONT');
    const going = await client.process('poll', id);
    expect(going).toMatchObject({ status: 'running', notices: [] });
    expect(going.details).not.toHaveProperty('keeperProblem');
  });

  it('refuses a terminal that attaches', async () => {
    const { home, id, keeper } = await stoppedSession({ pty: true });
    const attached = new TerminalRun(['process', 'attach', id], { home: home.folder });
    expect(await attached.exited).toBe(1);
    expect(attached.output).toContain(`its keeper (process ${keeper}) is stopped`);
  });

  it.each(['kill', 'remove'])('is ended by %s, with all it runs', async (action) => {
    const stopped = await stoppedSession();
    const { client, id, keeper } = stopped;
    expect(await client.process(action, id)).toMatchObject({
      status: 'completed',
      details: { status: 'killed', endedBy: 'kill', bytes: 6 },
      notices: [`Its keeper (process ${keeper}) was stopped and had to go on first.`],
    });
    expect(runs(stopped)).toBe(false);
    await waitFor(() => !isAlive(keeper), 'the keeper to end');
  });

  it('goes on for a signal that is sent to its command', async () => {
    const { client, id } = await stoppedSession();
    expect(await client.process('kill', id, { signal: 'USR1' })).toMatchObject({ status: 'running' });
    await client.until(id, 'told');
  });

  it('ends with its owner', async () => {
    const stopped = await stoppedSession();
    stopped.client.child.stdin?.end();
    await stopped.client.exited;
    await waitFor(() => !runs(stopped), 'the session to end');
    const { details } = await stopped.home.sidecar().ended(stopped.id);
    expect(details).toMatchObject({ status: 'killed', endedBy: 'owner' });
  });

  it('does not end a call that waits for its output', async () => {
    const home = new Home();
    const client = home.sidecar();
    const seconds = uniqueSleep();
    const call = client.call('shell', { command: `echo begun; sleep ${seconds}`, yieldMs: 3000 });
    // It ends with the client, should anything go wrong before it is waited for.
    call.catch(() => {});
    await waitFor(() => processesWith(`sleep\0${seconds}`).length > 0, 'it to run');
    const [id = ''] = home.sessionIds();
    await waitFor(() => existsSync(join(home.sessionFolder(id), 'session.json')), 'its record');
    await client.until(id, 'begun');
    process.kill(home.record(id).keeper.pid, 'SIGSTOP');
    expect(await call).toMatchObject({ status: 'running', details: { sessionId: id, tail: 'begun\n' } });
    expect(processesWith(seconds).length).toBeGreaterThan(0);
    await client.process('remove', id);
    expect(processesWith(seconds)).toEqual([]);
  });
});

/** Holds a process as a debugger does: nothing but SIGKILL gets through to it. */
const holder = [
  'import ctypes,os,sys',
  'pid=int(sys.argv[1])',
  'libc=ctypes.CDLL(None,use_errno=True)',
  'libc.ptrace.argtypes=[ctypes.c_long,ctypes.c_long,ctypes.c_void_p,ctypes.c_void_p]',
  'held=libc.ptrace(16,pid,None,None)==0 and os.waitpid(pid,0x40000000)[0]==pid',
  'print("held" if held else ctypes.get_errno(),flush=True)',
  'sys.stdin.read()',
].join('\n');

/** A session whose keeper is held from here on; null where that is not allowed. */
async function heldSession(): Promise<(Stopped & { release(): void }) | null> {
  const stopped = await stoppedSession();
  const held = spawn('python3', ['-c', holder, String(stopped.keeper)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = await new Promise<Buffer>((resolve) => held.stdout.once('data', resolve));
  const release = (): void => void held.stdin.end();
  if (said.toString().startsWith('held')) return { ...stopped, release };
  release();
  return null;
}

describe('a session whose keeper neither answers nor can be let go on', () => {
  it('is ended without it', async (context) => {
    const session = (await heldSession()) ?? context.skip();
    const { client, id, keeper } = session;
    try {
      expect(await client.process('kill', id)).toMatchObject({
        status: 'completed',
        details: { status: 'lost', bytes: 6 },
        notices: [
          `It was ended without its keeper, which was killed: its keeper (process ${keeper}) does not answer.`,
        ],
      });
      expect(runs(session)).toBe(false);
    } finally {
      session.release();
    }
  });

  it('ends with its owner', async (context) => {
    const session = (await heldSession()) ?? context.skip();
    try {
      session.client.child.stdin?.end();
      await session.client.exited;
      await expect.poll(() => runs(session)).toBe(false);
    } finally {
      session.release();
    }
  });
});

describe('a session whose socket is gone', () => {
  async function unreachedSession(more: object = {}) {
    const home = new Home();
    const client = home.sidecar();
    const seconds = uniqueSleep();
    const id = await client.background(
      `trap 'echo told; exit' TERM; echo begun; sleep ${seconds} & wait`,
      more,
    );
    await client.until(id, 'begun');
    const { keeper, socket } = home.record(id);
    unlinkSync(socket);
    return {
      client,
      id,
      seconds,
      state: `its keeper (process ${keeper.pid}) cannot be connected to (no such file)`,
    };
  }

  it('says so wherever it is looked at, and shows what is on the disk', async () => {
    const { client, id, state } = await unreachedSession({ pty: true });
    const reach = `Cannot reach "session ${id}": ${state}, expected one that can; process kill ends the session`;
    expect(textOf(await client.call('process', { action: 'list' }))).toContain(`${id}  running, ${state}  `);
    for (const action of ['poll', 'log', 'screen']) {
      const shown = await client.process(action, id);
      expect(shown).toMatchObject({
        status: 'running',
        details: { keeperProblem: state },
        notices: [`What is on the disk is shown. ${reach}.`],
      });
      expect(textOf(shown)).toContain('begun');
    }
    for (const [action, more] of [
      ['write', { data: 'x\n' }],
      ['wait', { timeout: 300 }],
      ['kill', { signal: 'USR1' }],
    ] as const) {
      expect(await client.process(action, id, more)).toMatchObject({ status: 'failed', message: reach });
    }
  });

  it.each(['kill', 'remove'])('is ended by %s as gently as any', async (action) => {
    const { client, id, seconds, state } = await unreachedSession();
    expect(await client.process(action, id)).toMatchObject({
      status: 'completed',
      details: { status: 'killed', endedBy: 'shutdown', bytes: 11 },
      notices: [`It was ended by a signal to its keeper: ${state}.`],
    });
    expect(processesWith(seconds)).toEqual([]);
  });
});
