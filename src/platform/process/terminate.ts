import { sleep } from '../../core/async/sleep.ts';
import { signalInside } from '../sandbox/inside.ts';
import type { ActiveRun } from './active-runs.ts';
import { signalBySudo } from './elevate.ts';
import { findMembers } from './members.ts';
import { isEnded, isRunning, listProcesses, type ProcessEntry } from './proc.ts';
import { reapAdopted } from './reaper.ts';
import { hasMembers, type SignalResult, sendSignal } from './signals.ts';

/** A process that clean-up could not end, and why. */
export interface Survivor {
  readonly pid: number;
  readonly name: string;
  readonly reason: string;
}

/** Milliseconds the sweep may take before it reports what still lives. */
const sweepLimitMs = 1000;

/**
 * The kill ladder: SIGTERM to the group, `graceMs` to comply, SIGKILL to the group, then a sweep of everything the run
 * started, wherever it went. Returns what could not be ended.
 */
export async function terminateRun(run: ActiveRun, graceMs: number): Promise<readonly Survivor[]> {
  if (process.platform === 'win32') return endWindowsTree(run.pid);
  findMembers(run);
  await askToEnd(run);
  await waitForGroup(run.pid, graceMs);
  await signalRun(run, -run.pid, 'SIGKILL');
  return sweep(run);
}

/** SIGTERM, also to what is stopped. What holds a sandbox would die of it at once and take all within along, so it is passed by. */
async function askToEnd(run: ActiveRun): Promise<void> {
  if (run.isContained) {
    signalInside(run.pid, 'SIGTERM');
    signalInside(run.pid, 'SIGCONT');
    return;
  }
  await signalRun(run, -run.pid, 'SIGTERM');
  sendSignal(-run.pid, 'SIGCONT');
}

/** Waits until nothing lives in a process group, at most `limitMs`. */
async function waitForGroup(group: number, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (let pause = 2; performance.now() < deadline; pause = Math.min(pause * 2, 25)) {
    if (!hasMembers(group)) return;
    await reapAdopted();
    if (!listProcesses().some((entry) => entry.group === group && !isEnded(entry))) return;
    await sleep(Math.min(pause, Math.max(1, deadline - performance.now())));
  }
}

/** Stops, then kills, everything of the run until three looks in a row find nothing or the limit is reached. */
async function sweep(run: ActiveRun): Promise<readonly Survivor[]> {
  const deadline = performance.now() + sweepLimitMs;
  const forbidden = new Map<number, ProcessEntry>();
  let remaining: readonly ProcessEntry[] = [];
  for (let empty = 0; empty < 3 && performance.now() < deadline; ) {
    remaining = findMembers(run).own.filter(({ pid }) => !forbidden.has(pid));
    empty = remaining.length === 0 ? empty + 1 : 0;
    for (const entry of remaining) signalEntry(entry, 'SIGSTOP');
    for (const entry of remaining) {
      if ((await killEntry(run, entry)) === 'forbidden') forbidden.set(entry.pid, entry);
    }
    await sleep(empty === 0 ? 1 : 4);
    await reapAdopted();
  }
  return [
    ...report(remaining.filter(isRunning), 'it still runs after SIGKILL'),
    ...report([...forbidden.values()].filter(isRunning), 'not permitted to signal it'),
    ...report(
      findMembers(run).unclear,
      'its environment is cleared and several calls run, so whose it is cannot be told',
    ),
  ];
}

/** Signals exactly this process: one that has taken over its pid is let be. */
function signalEntry(entry: ProcessEntry, signal: NodeJS.Signals): SignalResult {
  return isRunning(entry) ? sendSignal(entry.pid, signal) : 'gone';
}

async function killEntry(run: ActiveRun, entry: ProcessEntry): Promise<SignalResult> {
  return isRunning(entry) ? signalRun(run, entry.pid, 'SIGKILL') : 'gone';
}

/** Signals what a run started; what sudo started for us as root, by sudo. */
async function signalRun({ sudo }: ActiveRun, target: number, signal: NodeJS.Signals): Promise<SignalResult> {
  const result = sendSignal(target, signal);
  if (result !== 'forbidden' || sudo === null) return result;
  return signalBySudo(sudo, target, signal);
}

function report(entries: readonly ProcessEntry[], reason: string): readonly Survivor[] {
  return entries.map(({ pid, name }) => ({ pid, name, reason }));
}

/** The argv that ends a process and all below it on Windows. Experimental: built here, not run here. */
export function taskkillArgv(pid: number): readonly string[] {
  return ['taskkill', '/T', '/F', '/PID', String(pid)];
}

async function endWindowsTree(pid: number): Promise<readonly Survivor[]> {
  const { spawnSync } = await import('node:child_process');
  const [program = '', ...words] = taskkillArgv(pid);
  const { status } = spawnSync(program, words, { windowsHide: true });
  return status === 0 || status === 128
    ? []
    : [{ pid, name: '', reason: `taskkill ended with status ${status}` }];
}
