import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
const folder = join(import.meta.dirname, '../../../src/platform/process');

/** What a program gives that runs commands with `run`, which takes what is not usual of a request. */
function giving(script: string): unknown {
  const program = `
    import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';
    import { activeRuns } from ${JSON.stringify(join(folder, 'active-runs.ts'))};
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
  const { stdout, stderr, status } = spawnSync('sh', limited, { encoding: 'utf8', timeout: 40_000 });
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
    while (readProcess(pid) !== null) await Bun.sleep(5);
    give([error?.message, activeRuns().size]);`);
  const told = 'Cannot run "sleep": too many files are open, expected fewer calls at once';
  expect(given).toEqual([told, 0]);
});

it('a command that is cancelled in the moment of its start is ended', () => {
  const given = giving(`
    const controller = new AbortController();
    const request = { argv: ['sleep', '60'], timeoutMs: 10_000, onStart: () => controller.abort() };
    give((await run(request, controller.signal)).endedBy);`);
  expect(given).toBe('cancel');
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
