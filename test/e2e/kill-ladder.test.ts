import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readProcess } from '../../src/platform/process/proc.ts';
import { runCli } from '../helpers/binary.ts';
import {
  endAll,
  guardedBy,
  processesWith,
  uniqueSleep,
  waitFor,
  withoutFirstThread,
} from '../helpers/processes.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

interface Outcome {
  readonly status: string;
  readonly details: {
    readonly exitCode: number | null;
    readonly signal: string | null;
    readonly survivors?: readonly { readonly pid: number }[];
  };
}

/** SLEEP stands for `sleep` with a number of seconds of the row's own. */
const trees: readonly (readonly [name: string, script: string])[] = [
  ['plain', 'SLEEP'],
  ['a child in the background', 'SLEEP & wait'],
  ['a tree that ignores TERM', "trap '' TERM; (trap '' TERM; SLEEP; SLEEP) & SLEEP; SLEEP"],
  ['nohup', 'nohup SLEEP >/dev/null 2>&1 & SLEEP'],
  ['setsid', 'setsid SLEEP & SLEEP'],
  ['a daemon by double fork', "(setsid bash -c 'SLEEP & disown' >/dev/null 2>&1 </dev/null &); SLEEP"],
  ['setsid with a cleared environment', 'env -i /usr/bin/setsid SLEEP & SLEEP'],
  [
    'a daemon by double fork with a cleared environment',
    "(env -i /usr/bin/setsid bash -c 'SLEEP & disown' >/dev/null 2>&1 </dev/null &); SLEEP",
  ],
  ['a stopped subtree', "setsid bash -c 'SLEEP & kill -STOP $!; kill -STOP $$' & SLEEP"],
  ['fifty setsid children', 'for i in $(seq 50); do setsid SLEEP & done; SLEEP'],
  ['a TERM handler that respawns', "trap 'setsid SLEEP & exit' TERM; while :; do sleep 0.05; done"],
  ['a program whose first thread has left the others', `SLEEP & exec python3 -c "${withoutFirstThread}"`],
  ['the same apart', `setsid python3 -c "${withoutFirstThread}" SLEEP & SLEEP`],
  [
    'the same as a daemon with a cleared environment',
    `(env -i PATH="$PATH" setsid python3 -c "${withoutFirstThread}" SLEEP >/dev/null 2>&1 &); SLEEP`,
  ],
  ['a terminal of its own', "script -qc 'SLEEP' /dev/null"],
];

/** The processes that have become this `sleep`. */
function sleepers(seconds: string) {
  return processesWith(`sleep\0${seconds}`).flatMap((pid) => {
    const entry = readProcess(pid);
    return entry?.name === 'sleep' ? [entry] : [];
  });
}

async function killedByTimeout(frontend: 'cli' | 'rpc', script: string): Promise<Outcome> {
  if (frontend === 'cli') {
    const { stdout, status } = await runCli(['shell', '--yolo', '--json', '--timeout', '1', script]);
    expect(status).toBe(124);
    return JSON.parse(stdout.toString());
  }
  const client = new RpcClient();
  const { result } = await client.request('shell', { command: script, timeout: 1 });
  await client.close();
  return JSON.parse(JSON.stringify(result));
}

describe.each(['cli', 'rpc'] as const)('time limit through %s', (frontend) => {
  it.concurrent.each(trees)('%s leaves nothing', async (_, script) => {
    const seconds = uniqueSleep();
    const outcome = await killedByTimeout(frontend, script.replaceAll('SLEEP', `sleep ${seconds}`));
    expect(outcome.status).toBe('timed_out');
    expect(outcome.details.survivors).toBeUndefined();
    const left = processesWith(seconds);
    endAll(left);
    expect(left).toEqual([]);
  });

  it.concurrent.each([
    ['that exits between TERM and KILL', "echo ready; trap 'exit 7' TERM; SLEEP & wait"],
    ['that is stopped, and exits once it goes on', "trap 'exit 7' TERM; kill -STOP $$; SLEEP"],
  ])('reports the true status of a command %s', async (_, script) => {
    const outcome = await killedByTimeout(frontend, script.replaceAll('SLEEP', `sleep ${uniqueSleep()}`));
    expect(outcome.details).toMatchObject({ exitCode: 7, signal: null });
  });

  it.concurrent('an idle limit ends a silent command and keeps what it printed', async () => {
    const seconds = uniqueSleep();
    const input = { command: `echo before; sleep ${seconds}`, idleTimeout: 0.5 };
    const outcome =
      frontend === 'cli'
        ? JSON.parse(
            (await runCli(['shell', '--yolo', '--json', '--input', JSON.stringify(input)])).stdout.toString(),
          )
        : (await withClient((client) => client.request('shell', input))).result;
    expect(outcome).toMatchObject({ status: 'timed_out', details: { idleTimedOut: true, timedOut: false } });
    expect(outcome.content[0].text).toContain('before');
    expect(processesWith(seconds)).toEqual([]);
  });

  it.concurrent.each([
    ['merged', {}],
    ['split', { streams: 'split' }],
    ['a terminal', { pty: true }],
  ])('an idle limit lets a command go on that keeps printing (%s)', async (_, more) => {
    const command = 'for i in 1 2 3 4 5 6; do sleep 0.5; echo $i >&2; done';
    const input = { command, idleTimeout: 2, ...more };
    const outcome =
      frontend === 'cli'
        ? JSON.parse(
            (await runCli(['shell', '--yolo', '--json', '--input', JSON.stringify(input)])).stdout.toString(),
          )
        : (await withClient((client) => client.request('shell', input))).result;
    expect(outcome).toMatchObject({ status: 'completed', details: { exitCode: 0, idleTimedOut: false } });
  });
});

async function withClient<T>(use: (client: RpcClient) => Promise<T>): Promise<T> {
  const client = new RpcClient();
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

describe('a nested namespace', () => {
  it('leaves nothing', async (context) => {
    const probe = await runCli(['shell', '--yolo', 'unshare -Urpf true']);
    if (probe.status !== 0) context.skip(`unshare is forbidden here: ${probe.stderr.trim()}`);
    const seconds = uniqueSleep();
    const outcome = await killedByTimeout('rpc', `unshare -Urpf sleep ${seconds}`);
    expect(outcome.status).toBe('timed_out');
    expect(processesWith(seconds)).toEqual([]);
  });
});

describe('what a finished call leaves', () => {
  const left: number[] = [];
  afterAll(() => endAll(left));

  it.each([
    ['a child that holds stdout', 'SLEEP & echo done'],
    ['the same with setsid', 'setsid SLEEP & echo done'],
    ['a child with its output elsewhere', 'SLEEP >/dev/null 2>&1 & echo done'],
    [
      'a program whose first thread has left the others',
      `setsid python3 -c "${withoutFirstThread}" SLEEP & sleep 1; echo done`,
    ],
    ['a daemon', '(setsid SLEEP >/dev/null 2>&1 &); echo done'],
  ])('%s: the call returns, lists it and leaves it alone', async (_, script) => {
    const seconds = uniqueSleep();
    await withClient(async (client) => {
      const { result } = await client.request('shell', {
        command: script.replaceAll('SLEEP', `sleep ${seconds}`),
      });
      await waitFor(() => processesWith(`sleep\0${seconds}`).length > 0, 'the child to become what it is');
      const alive = processesWith(`sleep\0${seconds}`);
      left.push(...alive);
      expect(result).toMatchObject({ status: 'completed', isError: false });
      expect(result?.details?.durationMs).toBeLessThan(5000);
      expect(alive).toHaveLength(1);
      expect(result?.details?.backgroundPids).toContain(alive[0]);
      const next = await client.request('shell', { command: 'sleep 60', timeout: 1 });
      expect(next.result).toMatchObject({ status: 'timed_out' });
      expect(processesWith(`sleep\0${seconds}`)).toEqual(alive);
    });
  });

  it("is not the guardian's to end any more", async () => {
    await withClient(async (client) => {
      const seconds = uniqueSleep();
      const done = join(tempFolder(), 'done');
      const orphan = `(env -i /usr/bin/setsid sleep ${seconds} >/dev/null 2>&1 &)`;
      const command = `${orphan}; until [ -e ${done} ]; do sleep 0.05; done`;
      const { answer } = client.start('shell', { command });
      await waitFor(() => sleepers(seconds).length > 0, 'the orphan to be what it is');
      const [{ pid } = { pid: 0 }] = sleepers(seconds);
      left.push(pid);
      const isGuarded = () => guardedBy(client.child.pid ?? 0).includes(`${pid}:`);
      await waitFor(isGuarded, 'the guardian to be told of what only its parent knows');
      writeFileSync(done, '');
      expect((await answer).result?.details?.backgroundPids).toEqual([pid]);
      expect(isGuarded()).toBe(false);
    });
  });

  it.each([
    ['text', [], /^agent-tools: Left in the background: \d+; kill in shell ends them\n$/],
    [
      'text of a session that ended in time',
      ['--yield-ms', '5000'],
      /^agent-tools: Left in the background: \d+; /,
    ],
    ['text without notices', ['--quiet'], /^$/],
  ])('is named in %s', async (_, flags, told) => {
    const seconds = uniqueSleep();
    const command = `sleep ${seconds} >/dev/null 2>&1 & echo hi`;
    const { stdout, stderr } = await runCli(['shell', '--yolo', ...flags, command]);
    left.push(...processesWith(`sleep\0${seconds}`));
    expect([stdout.toString(), stderr]).toEqual(['hi\n', expect.stringMatching(told)]);
  });

  it('an orphan that floods stdout is neither read nor kept', async () => {
    await withClient(async (client) => {
      const before = await client.request('shell', { command: 'cat /proc/$PPID/statm' });
      const { result } = await client.request('shell', { command: 'setsid yes & sleep 0.2' });
      expect(result).toMatchObject({ status: 'completed' });
      const after = await client.request('shell', { command: 'sleep 1; cat /proc/$PPID/statm' });
      const pages = (answer: typeof after): number =>
        Number(JSON.stringify(answer.result?.content).split(' ')[1]);
      expect((pages(after) - pages(before)) * 4096).toBeLessThan(64e6);
    });
  });

  it('a child that closes its output early is waited for', async () => {
    const { status, ms } = await runCli(['shell', '--yolo', 'exec >&- 2>&-; sleep 0.7; exit 4']);
    expect(status).toBe(4);
    expect(ms).toBeGreaterThan(600);
  });
});

describe('calls beside each other', () => {
  it.each([
    ['setsid'],
    // Whose it is cannot be told once its parent is gone, so it has to be seen before.
    ['env -i /usr/bin/setsid'],
  ])('killing one leaves the other, and nothing of its own (%s)', async (apart) => {
    await withClient(async (client) => {
      const [one, two] = [uniqueSleep(), uniqueSleep()];
      const killed = client.start('shell', { command: `${apart} sleep ${one} & sleep ${one}` });
      const kept = client.start('shell', { command: `setsid sleep ${two} & sleep 1.5; echo kept` });
      await waitFor(
        () => processesWith(`sleep\0${one}`).length === 2 && processesWith(`sleep\0${two}`).length === 1,
        'both to run',
      );
      client.notify('$/cancelRequest', { id: killed.id });
      expect((await killed.answer).error).toMatchObject({ code: -32800, data: { status: 'cancelled' } });
      expect(processesWith(`sleep\0${one}`)).toEqual([]);
      const alive = processesWith(`sleep\0${two}`);
      expect((await kept.answer).result).toMatchObject({
        status: 'completed',
        details: { backgroundPids: alive },
      });
      endAll(alive);
    });
  });

  it('what one has left stays when another is killed, though nothing in its environment tells whose it is', async () => {
    await withClient(async (client) => {
      const [one, two] = [uniqueSleep(), uniqueSleep()];
      const killed = client.start('shell', { command: `sleep ${one}` });
      await waitFor(() => sleepers(one).length > 0, 'the first to run');
      const { result } = await client.request('shell', { command: `env -i /bin/sleep ${two} >&- 2>&- &` });
      await waitFor(() => sleepers(two).length > 0, 'what the second has left to be what it is');
      const left = sleepers(two);
      expect(result?.details?.backgroundPids).toEqual(left.map(({ pid }) => pid));
      client.notify('$/cancelRequest', { id: killed.id });
      await killed.answer;
      const still = sleepers(two);
      endAll(left.map(({ pid }) => pid));
      expect([sleepers(one), still.length]).toEqual([[], 1]);
    });
  });

  it('what one may have left stays when another is killed, and is named', async () => {
    await withClient(async (client) => {
      const [one, two] = [uniqueSleep(), uniqueSleep()];
      const killed = client.start('shell', { command: `sleep ${one}` });
      await waitFor(() => sleepers(one).length > 0, 'the first to run');
      const orphan = `(env -i /usr/bin/setsid sleep ${two} >/dev/null 2>&1 &); sleep 0.3`;
      const { result } = await client.request('shell', { command: orphan });
      await waitFor(() => sleepers(two).length > 0, 'what the second has left to be what it is');
      client.notify('$/cancelRequest', { id: killed.id });
      const { error } = await killed.answer;
      const left = sleepers(two).map(({ pid }) => pid);
      endAll(left);
      expect([sleepers(one), left.length]).toEqual([[], 1]);
      const told = JSON.stringify([result?.details?.backgroundPids, error?.data]);
      expect(told).toContain(String(left[0]));
    });
  });

  it.each([
    ['before it stays and is named', true],
    ['only after it is ended', false],
  ])('an orphan with a cleared environment, when another call was there %s', async (_, isBefore) => {
    await withClient(async (client) => {
      const [orphan, other] = [uniqueSleep(), uniqueSleep()];
      const startOther = async () => {
        client.start('shell', { command: `sleep ${other}` });
        await waitFor(() => sleepers(other).length > 0, 'the other call to run');
      };
      if (isBefore) await startOther();
      const command = `(env -i /usr/bin/setsid sleep ${orphan} >/dev/null 2>&1 &); sleep 60`;
      const killed = client.start('shell', { command });
      const isOrphan = () => sleepers(orphan).some(({ parent }) => parent === client.child.pid);
      await waitFor(isOrphan, 'the orphan to have lost its parent');
      // The system counts the starts of processes in hundredths of a second.
      await client.request('shell', { command: 'sleep 0.05' });
      if (!isBefore) await startOther();
      client.notify('$/cancelRequest', { id: killed.id });
      const { details }: Outcome = JSON.parse(JSON.stringify((await killed.answer).error?.data));
      const left = sleepers(orphan).map(({ pid }) => pid);
      endAll(left);
      expect(left).toHaveLength(isBefore ? 1 : 0);
      const reason = expect.stringContaining('whose it is cannot be told');
      const survivors = isBefore ? [{ pid: left[0], name: 'sleep', reason }] : undefined;
      expect(details.survivors).toEqual(survivors);
    });
  });

  it('a cancel during the spawn and a second one are one answer and no child', async () => {
    await withClient(async (client) => {
      const seconds = uniqueSleep();
      const calls = Array.from({ length: 20 }, () => client.start('shell', { command: `sleep ${seconds}` }));
      for (const { id } of calls) {
        client.notify('$/cancelRequest', { id });
        client.notify('$/cancelRequest', { id });
      }
      for (const { answer } of calls) expect((await answer).error?.code).toBe(-32800);
      await client.request('ping');
      expect(client.unmatched).toEqual([]);
      expect(processesWith(seconds)).toEqual([]);
    });
  });
});
