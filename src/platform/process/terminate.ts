import { sleep } from '../../core/async/sleep.ts';
import { signalInside } from '../sandbox/inside.ts';
import type { ActiveRun } from './active-runs.ts';
import { signalBySudo } from './elevate.ts';
import { hangUp } from './hang-up.ts';
import { findMembers } from './members.ts';
import { isEnded, listProcesses } from './proc.ts';
import { reapAdopted } from './reaper.ts';
import { hasMembers, type SignalResult, sendSignal } from './signals.ts';
import { type Survivor, survivorsOf, sweepProcesses } from './sweep.ts';

/**
 * Ends a run by the kill ladder: SIGTERM to the group (SIGHUP to a shell at a terminal that ignores it), `graceMs` to comply,
 * SIGKILL to the group, then a sweep of all the run started. Returns what could not be ended.
 */
export async function terminateRun(run: ActiveRun, graceMs: number): Promise<readonly Survivor[]> {
  if (process.platform === 'win32') return endWindowsTree(run.pid);
  findMembers(run);
  await askToEnd(run);
  await waitForGroup(run.pid, graceMs);
  await signalRun(run, -run.pid, 'SIGKILL');
  return sweep(run);
}

/** Sends SIGTERM, also to stopped processes, but not to one that holds a sandbox: its death would kill all inside at once. */
async function askToEnd(run: ActiveRun): Promise<void> {
  if (run.isContained) {
    signalInside(run.pid, 'SIGTERM');
    signalInside(run.pid, 'SIGCONT');
    return;
  }
  await signalRun(run, -run.pid, 'SIGTERM');
  hangUp(run);
  sendSignal(-run.pid, 'SIGCONT');
}

/** Waits until a process group is empty, at most `limitMs`. */
async function waitForGroup(group: number, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (let pause = 2; performance.now() < deadline; pause = Math.min(pause * 2, 25)) {
    if (!hasMembers(group)) return;
    await reapAdopted();
    if (!listProcesses().some((entry) => entry.group === group && !isEnded(entry))) return;
    await sleep(Math.min(pause, Math.max(1, deadline - performance.now())));
  }
}

/** Ends all processes of the run, wherever they went. */
async function sweep(run: ActiveRun): Promise<readonly Survivor[]> {
  const survivors = await sweepProcesses(
    () => findMembers(run).own,
    (pid) => signalRun(run, pid, 'SIGKILL'),
  );
  const unclear = 'its environment is cleared and several calls ran at once, so whose it is cannot be told';
  return [...survivors, ...survivorsOf(findMembers(run).unclear, unclear)];
}

/** Signals a process or group of a run; through sudo if that started it as root. */
async function signalRun({ sudo }: ActiveRun, target: number, signal: NodeJS.Signals): Promise<SignalResult> {
  const result = sendSignal(target, signal);
  if (result !== 'forbidden' || sudo === null) return result;
  return signalBySudo(sudo, target, signal);
}

/** The argv that ends a process and all its descendants on Windows. Experimental: built here, not run here. */
export function taskkillArgv(pid: number): readonly string[] {
  return ['taskkill', '/T', '/F', '/PID', String(pid)];
}

async function endWindowsTree(pid: number): Promise<readonly Survivor[]> {
  const { spawnSync } = await import('node:child_process');
  const [program = '', ...words] = taskkillArgv(pid);
  const { status } = spawnSync(program, words, { windowsHide: true });
  // 128: there is no such process.
  if (status === 0 || status === 128) return [];
  // The call ends at least, even if what the command started cannot be found.
  const told = sendSignal(pid, 'SIGKILL') === 'forbidden' ? 'it may not be ended' : 'only it was told to end';
  return [{ pid, name: 'and all below it', reason: `taskkill ended with status ${status}; ${told}` }];
}
