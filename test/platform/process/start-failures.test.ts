import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messageOf, ToolFailure } from '../../../src/core/failure.ts';
import { folderFailure } from '../../../src/platform/files/working-folder.ts';
import { explainStart } from '../../../src/platform/process/spawn.ts';

const systemError = (code: string) => Object.assign(new Error(`${code}: as the system puts it`), { code });

describe('what the system says of the folder of a command', () => {
  it.each([
    ['ENOENT', 'no such folder, expected an existing folder'],
    ['EACCES', 'permission denied, expected a folder you may enter'],
    ['EIO', 'its disk or device reports an error (EIO), expected a sound one'],
    ['EMFILE', 'too many files are open, expected a free descriptor'],
    ['ENFILE', 'too many files are open in the whole system, expected a free descriptor'],
    ['EOVERFLOW', 'the system says EOVERFLOW, expected the system to allow it'],
  ])('%s', (code, told) => {
    expect(folderFailure('/there', systemError(code)).message).toBe(`Cannot run in "/there": ${told}`);
  });

  it('leaves what is no error of the system', () => {
    expect(() => folderFailure('/there', new TypeError('ours'))).toThrow(TypeError);
  });
});

describe('what the system says of a program that is started', () => {
  const request = { argv: ['/bin/sh'], env: {}, cwd: '/' };

  it.each([
    ['EAGAIN', 'the system has no room for another process'],
    ['EMFILE', 'too many files are open'],
    ['ENOSPC', 'the system says ENOSPC: as the system puts it, expected the system to start it'],
    ['EIO', 'the system says EIO: as the system puts it, expected the system to start it'],
  ])('%s', (code, told) => {
    const failure = explainStart(systemError(code), request);
    expect(failure).toBeInstanceOf(ToolFailure);
    expect(messageOf(failure)).toContain(`Cannot run "/bin/sh": ${told}`);
  });

  it.each([
    ['/usr', 'it is a folder, expected a program'],
    ['./bin', 'it is a folder, expected a program'],
    ['/etc/passwd', 'it is not executable, expected a file with execute permission'],
  ])('EACCES of %s', (program, told) => {
    const failure = explainStart(systemError('EACCES'), { argv: [program], env: {}, cwd: '/usr' });
    expect(messageOf(failure)).toBe(`Cannot run "${program}": ${told}`);
  });

  it('leaves what is no error of the system', () => {
    const ours = new TypeError('ours');
    expect(explainStart(ours, request)).toBe(ours);
  });
});

const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
const folder = join(import.meta.dirname, '../../../src/platform/process');

it('a command that was started and cannot be read counts as running no longer', () => {
  const program = `
    import { closeSync, openSync } from 'node:fs';
    import { activeRuns } from ${JSON.stringify(join(folder, 'active-runs.ts'))};
    import { readProcess } from ${JSON.stringify(join(folder, 'proc.ts'))};
    import { runCommand } from ${JSON.stringify(join(folder, 'run.ts'))};
    const run = (more) => runCommand({
      argv: ['sleep', '60'], cwd: '/', env: { PATH: process.env.PATH }, stdin: { kind: 'closed' }, streams: 'merged',
      runId: crypto.randomUUID(), serverId: '', timeoutMs: null, idleTimeoutMs: null, graceMs: 0, guardAfterMs: 60_000,
      onOutput: () => {}, ...more,
    }, new AbortController().signal);
    await run({ argv: ['true'] });
    const taken = [];
    let pid = 0;
    const takeAll = (started) => {
      pid = started;
      try {
        for (;;) taken.push(openSync('/dev/null'));
      } catch {}
    };
    const error = await run({ onSpawned: takeAll }).then(() => null, (error) => error);
    for (const descriptor of taken) closeSync(descriptor);
    while (readProcess(pid) !== null) await Bun.sleep(5);
    process.stdout.write(JSON.stringify([error?.message, activeRuns().size]));
    process.exit();`;
  const limited = ['-c', 'ulimit -n 256; exec "$@"', 'sh', bun, '--eval', program];
  const { stdout, stderr } = spawnSync('sh', limited, { encoding: 'utf8' });
  expect(stderr).toBe('');
  const told = 'Cannot run "sleep": too many files are open, expected fewer calls at once';
  expect(JSON.parse(stdout)).toEqual([told, 0]);
});
