import { spawn } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import {
  type ActiveRun,
  beginRun,
  leaveBehind,
  leaveInDoubt,
} from '../../../src/platform/process/active-runs.ts';
import { findMembers } from '../../../src/platform/process/members.ts';
import { claimChild } from '../../../src/platform/process/owned-children.ts';
import { type ProcessEntry, readProcess } from '../../../src/platform/process/proc.ts';
import { childrenOf, endAll, uniqueSleep, waitFor } from '../../helpers/processes.ts';

const undo: (() => void)[] = [];
afterEach(() => {
  for (const work of undo.splice(0)) work();
});

/** No process is its leader. */
const noGroup = 2 ** 30;

function runOf(part: Partial<ActiveRun>): ActiveRun {
  return {
    runId: crypto.randomUUID(),
    serverId: crypto.randomUUID(),
    pid: noGroup,
    startTicks: 0,
    sudo: null,
    isContained: false,
    known: new Map(),
    hungUp: new Map(),
    ...part,
  };
}

async function entryOf(pid: number, name = 'sleep'): Promise<ProcessEntry> {
  undo.push(() => endAll([pid]));
  await waitFor(() => readProcess(pid)?.name === name, 'it to be what it is');
  const entry = readProcess(pid);
  if (entry === null) throw new Error('it is gone');
  return entry;
}

/** A child of ours that the runtime is not said to wait for: as an orphan that was handed to us. */
function orphan(env: Readonly<Record<string, string>> = {}): Promise<ProcessEntry> {
  const { pid = 0 } = spawn('/bin/sleep', [uniqueSleep()], { detached: true, stdio: 'ignore', env });
  return entryOf(pid);
}

type Place = 'own' | 'unclear' | 'none';

function placeOf({ pid }: ProcessEntry, run: ActiveRun): Place {
  const { own, unclear } = findMembers(run);
  const isIn = (entries: readonly ProcessEntry[]) => entries.some((entry) => entry.pid === pid);
  return isIn(own) ? 'own' : isIn(unclear) ? 'unclear' : 'none';
}

type Change = (entry: ProcessEntry, run: ActiveRun) => void;
const later = (entry: ProcessEntry): ActiveRun => runOf({ startTicks: entry.startTicks + 1 });

it.each<[string, Place, Change]>([
  ['that nothing tells of is of the run', 'own', () => {}],
  ['that the runtime waits for is not', 'none', ({ pid }) => undo.push(claimChild(pid))],
  ['that a finished call left is not', 'none', (entry) => leaveBehind([entry])],
  ['that a finished call may have left may be', 'unclear', (entry) => leaveInDoubt([entry])],
  ['that a run beside it may have made may be', 'unclear', () => undo.push(beginRun(runOf({})))],
  ['is, beside a run that began later', 'own', (entry) => undo.push(beginRun(later(entry)))],
  ['is, the run itself being listed', 'own', (_, run) => undo.push(beginRun(run))],
  [
    'that was below it before is, whoever else may have made it',
    'own',
    ({ pid, startTicks }, run) => {
      run.known.set(pid, startTicks);
      undo.push(beginRun(runOf({})));
    },
  ],
  [
    'that has the pid of what was below it before may be',
    'unclear',
    ({ pid, startTicks }, run) => {
      run.known.set(pid, startTicks - 1);
      undo.push(beginRun(runOf({})));
    },
  ],
])('an orphan %s', async (_, expected, change) => {
  const entry = await orphan();
  const run = runOf({});
  change(entry, run);
  expect(placeOf(entry, run)).toBe(expected);
});

it('an orphan that began before the run is not of it', async () => {
  const entry = await orphan();
  expect(placeOf(entry, runOf({ startTicks: entry.startTicks }))).toBe('own');
  expect(placeOf(entry, later(entry))).toBe('none');
});

it('what has the marker of its own run is of that alone', async () => {
  const serverId = crypto.randomUUID();
  const [one, other] = [runOf({ serverId }), runOf({ serverId })];
  const entry = await orphan({ SERVER: serverId, RUN: one.runId });
  expect([one, other].map((run) => placeOf(entry, run))).toEqual(['own', 'none']);
});

it('what has left the group, the parent and the environment is known by the session, and from then on by itself', async () => {
  const script = `set -m; (env -i /bin/sleep ${uniqueSleep()} & echo $!) | { read -r pid; echo $pid; }; read -r end`;
  const leader = spawn('bash', ['-c', script], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  const { pid = 0 } = leader;
  undo.push(() => endAll([pid]));
  const told = await new Promise<string>((resolve) =>
    leader.stdout.once('data', (text) => resolve(`${text}`)),
  );
  const entry = await entryOf(Number(told));
  await waitFor(
    () => !childrenOf(pid).some((child) => child.pid === entry.parent),
    'its parent to have gone',
  );
  const run = runOf({ pid });
  const now = readProcess(entry.pid);
  expect([now?.group === pid, now?.parent === pid, now?.session]).toEqual([false, false, pid]);
  expect(placeOf(entry, run)).toBe('own');
  expect(run.known.get(entry.pid)).toBe(entry.startTicks);
  expect(placeOf(entry, runOf({}))).toBe('none');
});

it('what descends from a member is one', async () => {
  const inner = `env -i /usr/bin/setsid sleep ${uniqueSleep()} & wait`;
  const { pid = 0 } = spawn('bash', ['-c', `bash -c '${inner}' & wait`], { detached: true, stdio: 'ignore' });
  undo.push(() => endAll([pid]));
  await waitFor(() => childrenOf(pid).length === 1, 'its child');
  const [child] = childrenOf(pid);
  await waitFor(() => childrenOf(child?.pid ?? 0).length === 1, 'the child of that');
  const below = await entryOf(childrenOf(child?.pid ?? 0)[0]?.pid ?? 0);
  expect(placeOf(below, runOf({ pid }))).toBe('own');
});

it('what has ended is no member, though nobody has asked how', async () => {
  const script = `sleep ${uniqueSleep()} & exec sleep ${uniqueSleep()}`;
  const { pid = 0 } = spawn('bash', ['-c', script], { detached: true, stdio: 'ignore' });
  const leader = await entryOf(pid);
  const ended = await entryOf(childrenOf(pid)[0]?.pid ?? 0);
  const run = runOf({ pid });
  expect([leader, ended].map((entry) => placeOf(entry, run))).toEqual(['own', 'own']);
  process.kill(ended.pid, 'SIGKILL');
  await waitFor(() => readProcess(ended.pid)?.state === 'Z', 'it to have ended');
  expect([leader, ended].map((entry) => placeOf(entry, run))).toEqual(['own', 'none']);
});
