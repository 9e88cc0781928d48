import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { readProcess } from '../../../src/platform/process/proc.ts';
import { goesOn } from '../../../src/platform/sessions/session-stopped.ts';
import { waitFor } from '../../helpers/processes.ts';

/** A `cat` that is stopped, as its terminal does with one behind. */
async function stoppedCat() {
  const child = spawn('cat');
  const pid = child.pid ?? 0;
  child.kill('SIGSTOP');
  await waitFor(() => readProcess(pid)?.state === 'T', 'cat is stopped');
  return { child, stopped: { pid, name: 'cat', inFront: false } };
}

it.runIf(process.platform === 'linux')('a stopped program that is ended never goes on', async () => {
  for (let round = 0; round < 50; round += 1) {
    const { child, stopped } = await stoppedCat();
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    child.kill('SIGCONT');
    const looks = Array.from({ length: 20 }, () => goesOn(stopped));
    expect(looks).not.toContain(true);
    await ended;
    expect(goesOn(stopped)).toBe(false);
  }
});

it.runIf(process.platform === 'linux')('a stopped program goes on once it is continued', async () => {
  const { child, stopped } = await stoppedCat();
  expect(goesOn(stopped)).toBe(false);
  child.kill('SIGCONT');
  await waitFor(() => goesOn(stopped), 'cat goes on');
  child.kill('SIGKILL');
  await once(child, 'close');
});
