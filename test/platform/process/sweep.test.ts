import { spawn } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { isRunning, type ProcessEntry, readProcess } from '../../../src/platform/process/proc.ts';
import { sendSignal } from '../../../src/platform/process/signals.ts';
import { sweepProcesses } from '../../../src/platform/process/sweep.ts';
import { endAll, uniqueSleep, waitFor } from '../../helpers/processes.ts';

const left: number[] = [];
afterEach(() => endAll(left.splice(0)));

async function sleeper(): Promise<ProcessEntry> {
  const { pid = 0 } = spawn('sleep', [uniqueSleep()], { detached: true, stdio: 'ignore' });
  left.push(pid);
  await waitFor(() => readProcess(pid)?.name === 'sleep', 'it to be what it is');
  const entry = readProcess(pid);
  if (entry === null) throw new Error('it is gone');
  return entry;
}

const killed = (pid: number) => sendSignal(pid, 'SIGKILL');

it('looks three times: what was being started while it looked is ended too', async () => {
  const entry = await sleeper();
  let looks = 0;
  const find = () => {
    looks += 1;
    return looks > 2 && isRunning(entry) ? [entry] : [];
  };
  expect(await sweepProcesses(find, killed)).toEqual([]);
  expect(isRunning(entry)).toBe(false);
});

it('neither stops nor kills who has taken over the pid of one that was found, and does not name it', async () => {
  const other = await sleeper();
  const gone = { ...other, startTicks: other.startTicks - 1 };
  let looks = 0;
  const find = () => {
    looks += 1;
    return looks === 1 ? [gone] : [];
  };
  expect(await sweepProcesses(find, killed)).toEqual([]);
  expect(readProcess(other.pid)).toMatchObject({
    startTicks: other.startTicks,
    // A sleeper that has just begun may still be on its way to sleep.
    state: expect.stringMatching(/^[RSD]$/),
  });
});

it('stops all before it kills one, so that none can start another meanwhile', async () => {
  const entries = [await sleeper(), await sleeper()];
  const areStopped = () => entries.every(({ pid }) => readProcess(pid)?.state === 'T');
  let first: Promise<void> | null = null;
  const kill = async (pid: number) => {
    first ??= waitFor(areStopped, 'all to be stopped');
    await first;
    return killed(pid);
  };
  await sweepProcesses(() => entries.filter(isRunning), kill);
  expect(entries.some(isRunning)).toBe(false);
});

it('names what still runs when its time is over, and ends by then', { tags: ['slow'] }, async () => {
  const [living, ending] = [await sleeper(), await sleeper()];
  const kill = (pid: number) => (pid === living.pid ? 'sent' : killed(pid));
  const survivors = await sweepProcesses(() => [living, ending], kill);
  expect(survivors).toEqual([{ pid: living.pid, name: 'sleep', reason: 'it still runs after SIGKILL' }]);
});

it('tries what may not be signalled once, names it if it still runs, and goes on with the others', async () => {
  const [forbidden, ending, allowed] = [await sleeper(), await sleeper(), await sleeper()];
  const tried: number[] = [];
  const kill = (pid: number) => {
    tried.push(pid);
    if (pid !== forbidden.pid) killed(pid);
    return pid === allowed.pid ? 'sent' : 'forbidden';
  };
  const survivors = await sweepProcesses(() => [forbidden, ending, allowed].filter(isRunning), kill);
  expect(survivors).toEqual([{ pid: forbidden.pid, name: 'sleep', reason: 'not permitted to signal it' }]);
  expect(tried.filter((pid) => pid === forbidden.pid)).toHaveLength(1);
  expect(isRunning(allowed)).toBe(false);
});
