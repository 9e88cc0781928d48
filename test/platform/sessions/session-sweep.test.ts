import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readProcess } from '../../../src/platform/process/proc.ts';
import { asNobody } from '../../helpers/other-user.ts';
import { endAll, uniqueSleep } from '../../helpers/processes.ts';

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
