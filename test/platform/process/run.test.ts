import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runMarker } from '../../../src/core/environment.ts';
import { endAll, isAlive, waitFor } from '../../helpers/processes.ts';

const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
const folder = join(import.meta.dirname, '../../../src/platform/process');

/** Runs a program that runs commands with `run`, which takes what is not usual of a request. */
function runProgram(script: string) {
  const program = `
    import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, writeSync } from 'node:fs';
    import { activeRuns } from ${JSON.stringify(join(folder, 'active-runs.ts'))};
    import { isOwnedChild } from ${JSON.stringify(join(folder, 'owned-children.ts'))};
    import { readProcess } from ${JSON.stringify(join(folder, 'proc.ts'))};
    import { runCommand } from ${JSON.stringify(join(folder, 'run.ts'))};
    const run = (request, signal = new AbortController().signal) => runCommand({
      argv: ['true'], cwd: '/', env: { PATH: process.env.PATH }, stdin: { kind: 'closed' }, streams: 'merged',
      runId: crypto.randomUUID(), serverId: 'none', timeoutMs: null, idleTimeoutMs: null, graceMs: 0, guardAfterMs: 60_000,
      onOutput: () => {}, ...request,
    }, signal);
    const open = () => readdirSync('/proc/self/fd').flatMap((name) => {
      try {
        return [readlinkSync('/proc/self/fd/' + name)];
      } catch {
        return [];
      }
    });
    const give = (value) => {
      process.stdout.write(JSON.stringify(value));
      process.exit();
    };
    ${script}`;
  const limited = ['-c', 'ulimit -n 256; exec "$@"', 'sh', bun, '--eval', program];
  return spawnSync('sh', limited, { encoding: 'utf8', timeout: 40_000 });
}

/** What such a program gives. */
function giving(script: string): unknown {
  const { stdout, stderr, status } = runProgram(script);
  expect([stderr, status]).toEqual(['', 0]);
  return JSON.parse(stdout);
}

it('a command that was started and cannot be read counts as running no longer', () => {
  const given = giving(`
    await run({});
    const taken = [];
    let pid = 0;
    const onSpawned = (started) => {
      pid = started;
      try {
        for (;;) taken.push(openSync('/dev/null'));
      } catch {}
    };
    const error = await run({ argv: ['sleep', '60'], onSpawned }).then(() => null, (error) => error);
    for (const descriptor of taken) closeSync(descriptor);
    while (readProcess(pid) !== null || isOwnedChild(pid)) await Bun.sleep(5);
    give([error?.message, activeRuns().size]);`);
  const told =
    'Cannot run "sleep": too many files are open, expected fewer calls at once, or a higher limit (ulimit -n)';
  expect(given).toEqual([told, 0]);
});

it.each([
  ['merged', 'closed'],
  ['merged', 'open'],
  ['split', 'closed'],
  ['split', 'open'],
])(
  'nothing is kept open of a command that could not be started or read (%s, input %s)',
  { tags: ['slow'] },
  (streams, kind) => {
    const given = giving(`
    const usual = { streams: '${streams}', stdin: { kind: '${kind}' } };
    await run(usual);
    const before = open().length;
    const settled = async () => {
      for (let looks = 0; looks < 500 && open().length > before; looks += 1) await Bun.sleep(10);
      return Math.max(0, open().length - before);
    };
    const told = [await run({ ...usual, argv: ['/no/such/program'] }).then(() => 'run', (error) => error.code), await settled()];
    const taken = [];
    const leave = (free) => {
      try {
        for (;;) taken.push(openSync('/dev/null'));
      } catch {}
      for (const descriptor of taken.splice(0, free)) closeSync(descriptor);
    };
    const failing = async (request) => {
      const error = await run({ ...usual, ...request }).then(() => null, (error) => error);
      for (const descriptor of taken.splice(0)) closeSync(descriptor);
      told.push(await settled());
      return error !== null;
    };
    // From too few for the folder to enough for all of it; then the same once the program has started.
    const failed = [[], []];
    for (let free = 0; free <= 12; free += 1) {
      leave(free);
      failed[0].push(await failing({}));
      failed[1].push(await failing({ onSpawned: () => leave(free) }));
    }
    give([...told, ...failed.map((all) => all[0] && !all[12])]);`);
    expect(given).toEqual(['program_missing', 0, ...Array.from({ length: 26 }, () => 0), true, true]);
  },
);

it('a command that is cancelled before its start is not started', () => {
  const given = giving(`
    let pids = 0;
    const onSpawned = () => {
      pids += 1;
    };
    const { pid, endedBy } = await run({ onSpawned }, AbortSignal.abort());
    give([pids, pid, endedBy]);`);
  expect(given).toEqual([0, 0, 'cancel']);
});

it('a command that is cancelled in the moment of its start is ended', () => {
  const given = giving(`
    const controller = new AbortController();
    const request = { argv: ['sleep', '60'], timeoutMs: 10_000, onStart: () => controller.abort() };
    give((await run(request, controller.signal)).endedBy);`);
  expect(given).toBe('cancel');
});

it('limits of a command that is cancelled in the moment of its start keep no process waiting', () => {
  const given = giving(`
    const controller = new AbortController();
    const limits = { timeoutMs: 600_000, idleTimeoutMs: 600_000 };
    const request = { argv: ['sleep', '60'], ...limits, onStart: () => controller.abort() };
    process.stdout.write(JSON.stringify((await run(request, controller.signal)).endedBy));`);
  expect(given).toBe('cancel');
});

it.each([
  ['merged', ''],
  ['merged', 'sleep 30 & '],
  ['split', ''],
  ['split', 'sleep 30 & '],
])('all that a command has printed is taken, however late (%s; %s)', { tags: ['slow'] }, (streams, first) => {
  const given = giving(`
    const bytes = { stdout: 0, stderr: 0 };
    const onOutput = (stream, { length }) => {
      bytes[stream] += length;
      // Longer than the pipes of a command that has ended are listened to, whatever others print (drain.ts).
      return Bun.sleep(300);
    };
    const script = '${first}head -c 250000 /dev/zero; head -c 250000 /dev/zero >&2';
    const { background } = await run({ argv: ['sh', '-c', script], streams: '${streams}', onOutput });
    for (const { pid } of background) process.kill(pid);
    give([bytes.stdout, bytes.stderr]);`);
  expect(given).toEqual(streams === 'merged' ? [500_000, 0] : [250_000, 250_000]);
});

it('a command that is over before the guardian learns of it keeps no process waiting for that', () => {
  const given = giving(`
    process.stdout.write(JSON.stringify((await run({})).exit));`);
  expect(given).toEqual({ code: 0, signal: null });
});

it('a guardian that waits keeps no process from its end', () => {
  const given = giving(`
    const { exit } = await run({ guardAfterMs: 0 });
    process.stdout.write(JSON.stringify(exit));`);
  expect(given).toEqual({ code: 0, signal: null });
});

it('a guardian that is dismissed while something is left to guard stays, and ends it with its owner', async () => {
  const pid = Number(
    giving(`
    const { dismissGuardian } = await import(${JSON.stringify(join(folder, 'guardian.ts'))});
    const onStart = ({ pid }) => {
      dismissGuardian();
      give(pid);
    };
    await run({ argv: ['sleep', '600'], guardAfterMs: 0, onStart });`),
  );
  try {
    await expect.poll(() => isAlive(pid)).toBe(false);
  } finally {
    endAll([pid].filter(isAlive));
  }
});

it('a command whose owner is killed in the moment of its start is ended, also the first of all', async () => {
  const { stdout, signal } = runProgram(`
    const runId = crypto.randomUUID();
    const env = { PATH: process.env.PATH, ${runMarker}: runId };
    const onSpawned = (pid) => {
      writeSync(1, String(pid));
      process.kill(process.pid, 'SIGKILL');
    };
    await run({ argv: ['sleep', '600'], env, runId, guardAfterMs: 0, onSpawned });`);
  const pid = Number(stdout);
  expect([signal, pid > 0]).toEqual(['SIGKILL', true]);
  try {
    await waitFor(() => !isAlive(pid), 'the command to be ended');
  } finally {
    endAll([pid].filter(isAlive));
  }
});

it('one guardian does for all commands', () => {
  const given = giving(`
    for (let count = 0; count < 3; count += 1) await run({ guardAfterMs: 0 });
    const own = readFileSync('/proc/thread-self/children', 'utf8').trim().split(' ');
    give(own.map((pid) => readFileSync('/proc/' + pid + '/cmdline', 'utf8').includes('agent-tools-guardian')));`);
  expect(given).toEqual([true]);
});
