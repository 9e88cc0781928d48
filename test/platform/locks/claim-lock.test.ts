import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { holdClaimLock, withClaimLock } from '../../../src/platform/locks/claim-lock.ts';
import { ownEntry, ownNamespace } from '../../../src/platform/locks/claim-name.ts';
import { elsewhere, hasNamespaces } from '../../helpers/namespaces.ts';
import { waitFor } from '../../helpers/processes.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
const module = join(import.meta.dirname, '../../../src/platform/locks/claim-lock.ts');

const filter = join(import.meta.dirname, '../../fixtures/faults/denied-call.py');
const canDenyLocks = spawnSync('python3', [filter, 'lock', 'true']).status === 0;
const noWait = join(import.meta.dirname, '../../../src/platform/system/nowait.ts');

let folder: string;
let lock: string;
beforeEach(() => {
  folder = tempFolder();
  lock = join(folder, 'deep/lock');
});

const never = new AbortController().signal;

describe('the lock', () => {
  it('gives what the work gives, and leaves nothing', async () => {
    expect(await withClaimLock(lock, 100, () => 7)).toEqual({ value: 7 });
    await expect(
      withClaimLock(lock, 100, () => {
        throw new Error('oh');
      }),
    ).rejects.toThrow('oh');
    expect(readdirSync(lock)).toEqual([]);
    expect(statSync(lock).mode & 0o777).toBe(0o700);
  });

  it('is given up after its time while another holds it', async () => {
    const release = await holdClaimLock(lock, never);
    expect(await withClaimLock(lock, 30, () => 7)).toBeNull();
    release?.();
    expect(await withClaimLock(lock, 30, () => 7)).toEqual({ value: 7 });
  });

  it('waits for its holder until it is aborted', async () => {
    const release = await holdClaimLock(lock, never);
    const second = holdClaimLock(lock, never);
    const controller = new AbortController();
    const third = holdClaimLock(lock, controller.signal);
    controller.abort();
    expect(await third).toBeNull();
    release?.();
    expect(await second).not.toBeNull();
  });

  it.each(['999999999-1-1', '1-1-1', '999999999-0-1', 'rubbish', '-'])(
    'is not kept by the dead claim %s',
    async (claim) => {
      mkdirSync(lock, { recursive: true });
      writeFileSync(join(lock, claim), '');
      expect(await withClaimLock(lock, 30, () => readdirSync(lock))).toEqual({
        value: [expect.stringContaining(`${process.pid}-`)],
      });
    },
  );

  const { pid } = process;
  it.each([
    ['of a process that cannot be told from a later one', `${pid}-0-1`, 0, true],
    ['of the same, by a clock that is ahead', `${pid}-0-1`, -30, true],
    ['of the same, long ago', `${pid}-0-1`, 11, false],
    ['of the same, by a clock that was set back', `${pid}-0-1`, -120, false],
    ['of another PID namespace', `999999999-1-1-${ownNamespace() + 1}`, 0, true],
    ['of another PID namespace, long ago', `999999999-1-1-${ownNamespace() + 1}`, 11, false],
    ['of an earlier version, long ago', `${pid}-${ownEntry()?.startTicks}-0`, 11, true],
  ])('is kept as long as it may be held by the claim %s', async (_, claim, age, isKept) => {
    mkdirSync(lock, { recursive: true });
    writeFileSync(join(lock, claim), '');
    utimesSync(join(lock, claim), Date.now() / 1000 - age, Date.now() / 1000 - age);
    expect(await withClaimLock(lock, 0, () => 7)).toEqual(isKept ? null : { value: 7 });
    expect(readdirSync(lock)).toEqual(isKept ? [claim] : []);
  });

  it.runIf(hasNamespaces)('is kept by who lives in another PID namespace', { tags: ['slow'] }, async () => {
    const program = `
      const { holdClaimLock } = await import(${JSON.stringify(module)});
      const release = await holdClaimLock(${JSON.stringify(lock)}, new AbortController().signal);
      process.stdout.write('held');
      await new Promise((resolve) => process.stdin.on('end', resolve).resume());
      release();`;
    const [name = '', ...words] = [...elsewhere, bun, '--eval', program];
    const child = spawn(name, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const [claim = ''] = readdirSync(lock);
    utimesSync(join(lock, claim), 1e9, 1e9);
    const isRenewed = () => statSync(join(lock, claim)).mtimeMs > Date.now() - 60_000;
    await waitFor(isRenewed, 'the claim to be young again');
    expect(await withClaimLock(lock, 0, () => 7)).toBeNull();
    child.stdin.end();
    await once(child, 'close');
    expect(readdirSync(lock)).toEqual([]);
  });

  it('renews a claim no longer than it is held', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const release = await holdClaimLock(lock, never);
      expect(vi.getTimerCount()).toBe(1);
      release?.();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('says what the system says', async () => {
    writeFileSync(join(folder, 'deep'), '');
    await expect(withClaimLock(lock, 30, () => 7)).rejects.toThrow(/ENOTDIR|EEXIST/);
  });

  it('keeps those with a claim and those with the kernel’s lock apart', { tags: ['slow'] }, async () => {
    const count = join(folder, 'count');
    writeFileSync(count, '0');
    const program = `
      const { withClaimLock } = await import(${JSON.stringify(module)});
      const { readFileSync, writeFileSync, readdirSync } = await import('node:fs');
      if (process.argv[1] === 'kernel') await (await import(${JSON.stringify(noWait)})).loadNoWait();
      let claims = 0;
      for (let n = 0; n < 100; n += 1) {
        const done = await withClaimLock(${JSON.stringify(lock)}, 60000, () => {
          claims += readdirSync(${JSON.stringify(lock)}).filter((name) => name.startsWith(process.pid + '-')).length;
          writeFileSync(${JSON.stringify(count)}, String(Number(readFileSync(${JSON.stringify(count)}, 'utf8')) + 1));
        });
        if (done === null) throw new Error('not held');
      }
      process.stdout.write(String(claims));`;
    const results = await Promise.all(
      ['kernel', 'claim', 'kernel', 'claim'].map(async (kind) => {
        const child = spawn(bun, ['--eval', program, kind], { stdio: ['ignore', 'pipe', 'inherit'] });
        let claims = '';
        child.stdout.on('data', (text) => {
          claims += text;
        });
        const [code] = await once(child, 'close');
        return [kind, code, claims];
      }),
    );
    expect(results).toEqual([
      ['kernel', 0, '0'],
      ['claim', 0, '100'],
      ['kernel', 0, '0'],
      ['claim', 0, '100'],
    ]);
    expect(readFileSync(count, 'utf8')).toBe('400');
    expect(readdirSync(lock)).toEqual(['kernel']);
    expect(readFileSync(join(lock, 'kernel'), 'utf8')).toBe('0');
  });

  it.runIf(canDenyLocks)('is held by a claim where the kernel has none to give', async () => {
    const program = `
      const { withClaimLock } = await import(${JSON.stringify(module)});
      const { readdirSync } = await import('node:fs');
      await (await import(${JSON.stringify(noWait)})).loadNoWait();
      const held = await withClaimLock(${JSON.stringify(lock)}, 0, () => readdirSync(${JSON.stringify(lock)}).length);
      process.stdout.write(JSON.stringify([held, readdirSync(${JSON.stringify(lock)})]));`;
    const { stdout } = spawnSync('python3', [filter, 'lock', bun, '--eval', program], { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual([{ value: 2 }, ['kernel']]);
  });

  it('sees a claim in a folder that had none for long', async () => {
    const program = `
      const { holdClaimLock, withClaimLock } = await import(${JSON.stringify(module)});
      const { readFileSync, utimesSync } = await import('node:fs');
      await (await import(${JSON.stringify(noWait)})).loadNoWait();
      const told = [];
      const take = async () => told.push((await withClaimLock(${JSON.stringify(lock)}, 30, () => 7)) !== null);
      await take();
      told.push(readFileSync(${JSON.stringify(join(lock, 'kernel'))}, 'utf8'));
      utimesSync(${JSON.stringify(lock)}, 1e9, 1e9);
      await take();
      await take();
      const release = await holdClaimLock(${JSON.stringify(lock)}, new AbortController().signal);
      utimesSync(${JSON.stringify(lock)}, 1e9, 1e9);
      await take();
      release();
      await take();
      process.stdout.write(told.join(' '));`;
    const child = spawn(bun, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const told = (await child.stdout.setEncoding('utf8').toArray()).join('');
    expect(told).toBe('true 0 true true false true');
  });

  it('gives all back of a try that comes to nothing', async () => {
    const program = `
      const { withClaimLock } = await import(${JSON.stringify(module)});
      const { closeSync, openSync, readdirSync } = await import('node:fs');
      await (await import(${JSON.stringify(noWait)})).loadNoWait();
      const take = (work) => withClaimLock(${JSON.stringify(lock)}, 0, work);
      const open = () => readdirSync('/proc/self/fd').length;
      await take(() => {});
      const before = open();
      let meanwhile;
      await take(() => {
        const held = open();
        meanwhile = [0, 1, 2].map(() => take(() => {}));
        meanwhile.push(open() - held);
      });
      const taken = [];
      try {
        for (;;) taken.push(openSync('/dev/null'));
      } catch {}
      closeSync(taken.pop());
      const error = await take(() => {}).then(() => null, (error) => error.code);
      for (const descriptor of taken) closeSync(descriptor);
      const told = [...(await Promise.all(meanwhile)), error, await take(() => 7), open() - before];
      process.stdout.write(JSON.stringify(told));`;
    const limited = ['-c', 'ulimit -n 256; exec "$@"', 'sh', bun, '--eval', program];
    const { stdout, stderr } = spawnSync('sh', limited, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([null, null, null, 0, 'EMFILE', { value: 7 }, 0]);
  });

  it('is not kept by who was killed under the kernel’s lock', async () => {
    const program = `
      const { withClaimLock } = await import(${JSON.stringify(module)});
      await (await import(${JSON.stringify(noWait)})).loadNoWait();
      await withClaimLock(${JSON.stringify(lock)}, 20000, () => {
        process.stdout.write('held');
        for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
      });`;
    const child = spawn(bun, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    expect(await withClaimLock(lock, 30, () => 7)).toBeNull();
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(readFileSync(join(lock, 'kernel'), 'utf8')).toBe('1');
    expect(await withClaimLock(lock, 20_000, () => readdirSync(lock).length)).toEqual({ value: 2 });
    expect(readFileSync(join(lock, 'kernel'), 'utf8')).toBe('0');
  });

  it('keeps processes apart, also when some are killed while they hold it', { tags: ['slow'] }, async () => {
    const count = join(folder, 'count');
    writeFileSync(count, '0');
    const program = `
      const { withClaimLock } = await import(${JSON.stringify(module)});
      const { readFileSync, writeFileSync } = await import('node:fs');
      for (let n = 0; n < Number(process.argv[1]); n += 1) {
        const done = await withClaimLock(${JSON.stringify(lock)}, 20000, () => {
          if (process.argv[1] === '1e9') process.stdout.write('held');
          writeFileSync(${JSON.stringify(count)}, String(Number(readFileSync(${JSON.stringify(count)}, 'utf8')) + (process.argv[1] === '1e9' ? 0 : 1)));
        });
        if (done === null) throw new Error('not held');
      }`;
    const run = (times: string) =>
      spawn(bun, ['--eval', program, times], { stdio: ['ignore', 'pipe', 'inherit'] });
    const killed = Array.from({ length: 2 }, () => run('1e9'));
    await Promise.all(killed.map((child) => once(child.stdout, 'data')));
    const children = Array.from({ length: 4 }, () => run('50'));
    for (const child of killed) child.kill('SIGKILL');
    const codes = await Promise.all(children.map((child) => once(child, 'close').then(([code]) => code)));
    expect(codes).toEqual([0, 0, 0, 0]);
    // A writer that was killed between its two calls may have emptied the file; nobody else was inside with it.
    expect(Number(readFileSync(count, 'utf8'))).toBeGreaterThan(0);
    expect(readdirSync(lock)).toEqual([]);
  });
});
