import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readProcess } from '../../../src/platform/process/proc.ts';
import { sweepLostRun } from '../../../src/platform/sessions/session-sweep.ts';
import { asNobody } from '../../helpers/other-user.ts';
import { childrenOf, endAll, isAlive, uniqueSleep, waitFor } from '../../helpers/processes.ts';

const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
const module = join(import.meta.dirname, '../../../src/platform/sessions/session-sweep.ts');

const [setpriv = '', ...nobodyWords] = asNobody;
const canChange =
  spawnSync(setpriv, [...nobodyWords, 'head', '-c', '1', bun, module], { cwd: '/' }).status === 0;
if (!canChange) process.stderr.write('Skipped: a lost run of another user (only root can change to one)\n');

const left: number[] = [];
afterEach(() => endAll(left.splice(0)));

it.runIf(canChange)('tells at once of what a lost run has left that may not be signalled', () => {
  const { pid = 0 } = spawn('sleep', [uniqueSleep()], { detached: true, stdio: 'ignore' });
  left.push(pid);
  const leader = { pid, startTicks: readProcess(pid)?.startTicks };
  const program = `
    import { sweepLostRun } from ${JSON.stringify(module)};
    const run = { runId: crypto.randomUUID(), leader: ${JSON.stringify(leader)} };
    process.stdout.write(JSON.stringify(await sweepLostRun(run)));`;
  const { stdout, stderr } = spawnSync(setpriv, [...nobodyWords, bun, '--eval', program], {
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([{ pid, name: 'sleep', reason: 'not permitted to signal it' }]);
});

describe('what a lost run has left', () => {
  const runId = crypto.randomUUID();

  /** A process in a session of its own. */
  function start(script: string, env: Readonly<Record<string, string>> = {}) {
    const { pid = 0 } = spawn('/bin/sh', ['-c', script], { detached: true, stdio: 'ignore', env });
    left.push(pid);
    return { pid, startTicks: readProcess(pid)?.startTicks ?? 0 };
  }
  const sleeping = () => `exec /bin/sleep ${uniqueSleep()}`;

  it('is the session of its leader as long as that lives, whatever the environment', async () => {
    const leader = start(sleeping());
    expect(await sweepLostRun({ runId, leader })).toEqual([]);
    expect(isAlive(leader.pid)).toBe(false);
  });

  it('is not the session of who has taken over the pid of its leader', async () => {
    const other = start(sleeping());
    await sweepLostRun({ runId, leader: { pid: other.pid, startTicks: other.startTicks - 1 } });
    expect(isAlive(other.pid)).toBe(true);
  });

  it('is what carries its marker, with what descends from that', async () => {
    const marked = start(`/usr/bin/env -i /usr/bin/setsid /bin/sleep ${uniqueSleep()} & wait`, {
      RUN: runId,
    });
    const below = () => childrenOf(marked.pid).map(({ pid }) => pid);
    await waitFor(() => below().some((pid) => readProcess(pid)?.name === 'sleep'), 'its child');
    const all = [marked.pid, ...below()];
    left.push(...all);
    await sweepLostRun({ runId, leader: { pid: 2 ** 30, startTicks: marked.startTicks } });
    expect(all.filter(isAlive)).toEqual([]);
  });

  it('is nothing that is older than the run', async () => {
    const older = start(sleeping(), { RUN: runId });
    await sweepLostRun({ runId, leader: { pid: 2 ** 30, startTicks: older.startTicks + 1 } });
    expect(isAlive(older.pid)).toBe(true);
  });
});
