import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CliResult, runCli, startCli } from '../helpers/binary.ts';
import { waitFor } from '../helpers/processes.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const source = join(import.meta.dirname, '../fixtures/clock-shift.c');
const library = join(tempFolder(), 'clock-shift.so');
const made = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source], { encoding: 'utf8' });
/** Why the clock cannot be shifted here, or null. */
const problem =
  process.platform !== 'linux'
    ? 'only Linux preloads it'
    : made.error !== undefined
      ? 'there is no C compiler (cc)'
      : made.status === 0
        ? null
        : made.stderr;

const hour = 3600;

let home: string;
let env: Record<string, string>;
beforeEach(() => {
  home = tempFolder();
  env = {
    LD_PRELOAD: library,
    CLOCK_SHIFT_FILE: join(home, '.shift'),
    // The times of files stay the kernel's own, so that what has just ended looks an hour old.
    AGENT_TOOLS_CAPS_FINISHED_MINUTES: '1440',
  };
  step(0);
});

/** Sets the wall clock of all that runs here, as seconds off the true one. */
function step(seconds: number): void {
  writeFileSync(join(home, '.shift'), String(seconds));
}

const cli = (...args: readonly string[]): Promise<CliResult> => runCli(args, { home, env });

/** Runs a command line and steps the clock as soon as it prints `ready`. */
async function steppedAtReady(seconds: number, ...args: readonly string[]) {
  const child = startCli(args, { home, env });
  let output = '';
  child.stdout?.on('data', (part: Buffer) => {
    if (output === '') step(seconds);
    output += part.toString();
  });
  child.stderr?.resume();
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { output, status };
}

async function pendingTimes(): Promise<readonly string[]> {
  const { stdout } = await cli('approvals', 'list', '--json');
  return JSON.parse(stdout.toString()).approvals.map(({ createdAt }: { createdAt: string }) => createdAt);
}

describe.skipIf(problem !== null)(`the wall clock is set (${problem ?? 'preloaded'})`, () => {
  it('is the clock the program reads', async () => {
    step(10 * hour);
    await cli('shell', 'touch made');
    const [createdAt = ''] = await pendingTimes();
    expect(Date.parse(createdAt) - Date.now()).toBeGreaterThan(9 * hour * 1000);
  });

  it.each([hour, -hour])('by %i s: a time limit ends what is too long', async (seconds) => {
    const run = await steppedAtReady(seconds, 'shell', '--yolo', '--timeout', '2', 'echo ready; sleep 50');
    expect(run).toEqual({ output: 'ready\n', status: 124 });
  });

  it.each([hour, -hour])('by %i s: a time limit leaves what is in time', async (seconds) => {
    const command = 'echo ready; sleep 1; echo done';
    const run = await steppedAtReady(seconds, 'shell', '--yolo', '--timeout', '50', command);
    expect(run).toEqual({ output: 'ready\ndone\n', status: 0 });
  });

  it.each([hour, -hour])(
    'by %i s: sessions go on, are as old as they are, and end in time',
    async (seconds) => {
      const start = async (...words: readonly string[]): Promise<string> =>
        (await cli('shell', '--yolo', '--background', ...words)).stdout.toString().trim();
      const limited = await start('--timeout', '2', 'sleep 50');
      const id = await start('cat');
      step(seconds);
      expect((await cli('process', 'list')).stdout.toString()).toMatch(
        new RegExp(`^${id} +running\\S* +(waits for input +)?\\d+\\.\\ds +cat$`, 'm'),
      );
      await cli('process', 'write', id, '--data', 'still there\n', '--eof');
      const poll = await cli('process', 'wait', id, '--json');
      expect(JSON.parse(poll.stdout.toString()).details).toMatchObject({ exitCode: 0 });
      const wait = await cli('process', 'wait', limited, '--json');
      const { details } = JSON.parse(wait.stdout.toString());
      expect(details).toMatchObject({ status: 'timed_out', timedOut: true });
      expect(details.durationMs).toBeLessThan(50_000);
    },
  );

  it('on: what waits for an answer is over and is asked anew', async () => {
    expect((await cli('shell', 'touch made')).status).toBe(126);
    const [before] = await pendingTimes();
    step(hour);
    expect(await pendingTimes()).toEqual([]);
    expect((await cli('shell', 'touch made')).status).toBe(126);
    const after = await pendingTimes();
    expect(after).toHaveLength(1);
    expect(after[0]).not.toBe(before);
    expect((await cli('audit', 'verify')).status).toBe(0);
  });

  it.each([hour, -hour])('by %i s: what a client is asked just now can be answered', async (seconds) => {
    const client = new RpcClient({ home, env, args: [] });
    await client.request('initialize', { capabilities: { approvals: true } });
    let approvalId = '';
    client.onRequest = (_, params) => {
      approvalId = String(params.approvalId);
      return new Promise(() => {});
    };
    const { answer } = client.start('shell', { command: 'touch made' });
    await waitFor(() => approvalId !== '', 'the client to be asked');
    step(seconds);
    expect(await pendingTimes()).toHaveLength(1);
    // Another question sweeps what is over.
    expect((await cli('shell', 'touch other')).status).toBe(126);
    expect((await cli('approvals', 'resolve', approvalId, '--allow-once')).status).toBe(0);
    expect((await answer).result?.status).toBe('completed');
    await client.close();
  });

  it('back: a yes of unknown age allows nothing, a new one does', async () => {
    const ask = async (): Promise<string> => {
      const { stdout } = await cli('shell', 'touch made', '--json');
      return JSON.parse(stdout.toString()).details.approvalId;
    };
    await cli('approvals', 'resolve', await ask(), '--allow-once');
    step(-hour);
    const anew = await ask();
    expect(existsSync(join(home, 'made'))).toBe(false);
    await cli('approvals', 'resolve', anew, '--allow-once');
    expect((await cli('shell', 'touch made')).status).toBe(0);
    expect(existsSync(join(home, 'made'))).toBe(true);
    expect((await cli('audit', 'verify')).status).toBe(0);
  });
});
