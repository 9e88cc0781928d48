import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chmod,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunkBytes } from '../../../../src/platform/files/file-bytes.ts';
import { sha256 } from '../../../../src/platform/files/sha256.ts';
import { lockKey } from '../../../../src/platform/locks/lock-files.ts';
import { withPathLock } from '../../../../src/platform/locks/locks.ts';
import { read } from '../../../../src/tools/read/tool.ts';
import { write } from '../../../../src/tools/write/tool.ts';
import {
  callTool,
  type FileWorkspace,
  failureOf,
  makeWorkspace,
  planCall,
  withoutRights,
} from '../../../helpers/file-workspace.ts';

const bun = resolve(import.meta.dirname, '../../../../node_modules/.bin/bun');
const fixture = (name: string): string => resolve(import.meta.dirname, '../../../fixtures/files', name);
const sink = { output() {}, progress() {} };
const { signal } = new AbortController();

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({ 'a.txt': 'old\n', 'locked/x.txt': 'old\n' });
});

afterAll(() => ws.remove());

const temps = async (): Promise<readonly string[]> =>
  (await readdir(ws.root)).filter((name) => name.startsWith('.agent-tools-'));

describe('what a rename would not ask', () => {
  it('whether the file may be written, where its folder takes new ones', async () => {
    await chmod(ws.base, 0o755);
    await mkdir(ws.at('shared'));
    await chmod(ws.at('shared'), 0o777);
    const failure = await withoutRights(async () => {
      await writeFile(ws.at('shared/own.txt'), 'old\n', { mode: 0o444 });
      return failureOf(write, { path: 'shared/own.txt', content: 'new\n' }, ws.context);
    });
    expect(failure).toContain('permission denied');
    expect(await readFile(ws.at('shared/own.txt'), 'utf8')).toBe('old\n');
  });

  it('and a program that runs is replaced, though it cannot be opened for writing', async () => {
    await copyFile('/bin/sleep', ws.at('program'));
    const child = spawn(ws.at('program'), ['60']);
    await once(child, 'spawn');
    const ended = once(child, 'exit');
    await callTool(write, { path: 'program', content: 'new\n' }, ws.context);
    child.kill();
    expect(await readFile(ws.at('program'), 'utf8')).toBe('new\n');
    expect(await ended).toEqual([null, 'SIGTERM']);
  });
});

describe('two calls on one file', () => {
  it('one wins, the other is told that it changed meanwhile', async () => {
    await writeFile(ws.at('race.txt'), 'old');
    const plans = [];
    for (const content of ['one', 'two'])
      plans.push(await planCall(write, { path: 'race.txt', content }, ws.context));
    const results = await Promise.allSettled(plans.map((plan) => plan.execute(signal, sink, {})));
    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost).toHaveLength(1);
    expect(String(lost[0]?.reason)).toContain('it changed meanwhile');
    expect(['one', 'two']).toContain(await readFile(ws.at('race.txt'), 'utf8'));
  });

  it('that both create it: the first one stays', async () => {
    const plans = [];
    for (const content of ['one', 'two'])
      plans.push(await planCall(write, { path: 'fresh.txt', content }, ws.context));
    const results = await Promise.allSettled(plans.map((plan) => plan.execute(signal, sink, {})));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await readFile(ws.at('fresh.txt'), 'utf8')).toBe('one');
  });

  it.each([
    ['to a file', 'first\n'],
    ['to none yet', null],
  ])('that both append %s: all of it stays', async (_name, before) => {
    const { rm } = await import('node:fs/promises');
    await rm(ws.at('log.txt'), { force: true });
    if (before !== null) await writeFile(ws.at('log.txt'), before);
    const append = (content: string) =>
      planCall(write, { path: 'log.txt', content, mode: 'append' }, ws.context);
    const [one, two] = [await append('one\n'), await append('two\n')];
    await one.execute(signal, sink, {});
    const result = await two.execute(signal, sink, {});
    const whole = `${before ?? ''}one\ntwo\n`;
    expect(await readFile(ws.at('log.txt'), 'utf8')).toBe(whole);
    expect(result).toMatchObject({
      message: 'Appended 4 bytes to "log.txt".',
      details: { created: false, bytes: whole.length, hash: sha256(Buffer.from(whole)) },
      notices: [expect.any(String), 'Others had added 4 bytes meanwhile; they stay.'],
    });
  });

  it.each([
    ['of one chunk', chunkBytes],
    ['that ends within a chunk', chunkBytes + 1],
    ['that ends before its last chunk does', 2 * chunkBytes - 1],
    ['that is not kept whole', 5_000_000],
  ])('an addition goes behind that of others to a file %s', async (_name, size) => {
    const before = `${'x'.repeat(size - 2)}y\n`;
    await writeFile(ws.at('long.log'), before);
    const input = { path: 'long.log', content: 'mine\n', mode: 'append' };
    const plan = await planCall(write, input, ws.context);
    const after = sha256(Buffer.from(`${before}mine\n`));
    expect(plan.effects).toMatchObject([{ before: sha256(Buffer.from(before)), after }]);
    await appendFile(ws.at('long.log'), 'theirs\n');
    const whole = `${before}theirs\nmine\n`;
    expect(await plan.execute(signal, sink, {})).toMatchObject({
      details: { bytes: whole.length, hash: sha256(Buffer.from(whole)) },
      notices: [expect.any(String), 'Others had added 7 bytes meanwhile; they stay.'],
    });
    expect((await readFile(ws.at('long.log'), 'utf8')) === whole).toBe(true);
    const again = await planCall(write, input, ws.context);
    await writeFile(ws.at('long.log'), whole.replace('y', 'z'));
    await expect(again.execute(signal, sink, {})).rejects.toThrow('it changed meanwhile');
  });

  it.each([
    ['another start', {}, 'fi???\nmore\n'],
    ['less', {}, 'fir'],
    ['more, where a hash is expected', { expectedHash: sha256(Buffer.from('first\n')) }, 'first\nmore\n'],
  ])('an addition is not made to a file that has %s', async (_name, extra, now) => {
    await writeFile(ws.at('log.txt'), 'first\n');
    const input = { path: 'log.txt', content: 'x', mode: 'append', ...extra };
    const plan = await planCall(write, input, ws.context);
    await writeFile(ws.at('log.txt'), now);
    await expect(plan.execute(signal, sink, {})).rejects.toThrow('it changed meanwhile');
    expect(await readFile(ws.at('log.txt'), 'utf8')).toBe(now);
  });

  it.each([
    ['a changed file', async () => writeFile(ws.at('a.txt'), 'other'), 'it changed meanwhile'],
    [
      'a removed file',
      async () => (await import('node:fs/promises')).rm(ws.at('a.txt')),
      'it was removed meanwhile',
    ],
    [
      'a file that became a symlink',
      async () => {
        const { rm } = await import('node:fs/promises');
        await rm(ws.at('a.txt'));
        await writeFile(join(ws.base, 'outside.txt'), 'old\n');
        await symlink('../outside.txt', ws.at('a.txt'));
      },
      'it is a symbolic link',
    ],
    [
      'a folder that became a symlink',
      async () => {
        const { rename } = await import('node:fs/promises');
        await rename(ws.at('locked'), join(ws.base, 'moved'));
        await symlink('../moved', ws.at('locked'));
      },
      'its path changed meanwhile',
    ],
  ])('%s is not overwritten', async (name, change, message) => {
    const { rm } = await import('node:fs/promises');
    await rm(ws.at('a.txt'), { force: true });
    await writeFile(ws.at('a.txt'), 'old\n');
    const path = name.includes('folder') ? 'locked/x.txt' : 'a.txt';
    const plan = await planCall(write, { path, content: 'mine' }, ws.context);
    await change();
    await expect(plan.execute(signal, sink, {})).rejects.toThrow(message);
    expect(await readFile(join(ws.base, 'moved/x.txt'), 'utf8').catch(() => 'old\n')).toBe('old\n');
    expect(await readFile(join(ws.base, 'outside.txt'), 'utf8').catch(() => 'old\n')).toBe('old\n');
  });
});

describe('locks', () => {
  it('let one holder in at a time, in the order they came', async () => {
    const seen: string[] = [];
    const hold = (name: string) =>
      withPathLock({ folder: ws.context.folders.state, path: '/x', shown: 'x' }, async () => {
        seen.push(`${name} in`);
        await new Promise((done) => setImmediate(done));
        seen.push(`${name} out`);
      });
    await Promise.all([hold('a'), hold('b'), hold('c')]);
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
    expect(await readdir(join(ws.context.folders.state, 'locks'))).toEqual([]);
  });

  it('of a dead process hold nobody up, and what it left is named', async () => {
    const ended = spawnSync('true');
    const folder = ws.context.folders.state;
    const key = lockKey('/y');
    await writeFile(join(folder, 'locks', `${key}.${ended.pid}-123-1`), '');
    const dead = await withPathLock({ folder, path: '/y', shown: 'y' }, async (lock) => lock.dead);
    expect(dead).toEqual([`${ended.pid}-123-1`]);
    expect(await readdir(join(folder, 'locks'))).toEqual([]);
  });

  it('are waited for across processes', async () => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    const fields = (await readFile(`/proc/${child.pid}/stat`, 'latin1')).split(') ')[1]?.split(' ') ?? [];
    const folder = ws.context.folders.state;
    const key = lockKey('/z');
    await writeFile(join(folder, 'locks', `${key}.${child.pid}-${fields[19]}-1`), '');
    let held = false;
    const waiting = withPathLock({ folder, path: '/z', shown: 'z' }, async () => {
      held = true;
    });
    for (let i = 0; i < 200; i += 1) await new Promise((done) => setImmediate(done));
    expect(held).toBe(false);
    child.kill('SIGKILL');
    await waiting;
    expect(held).toBe(true);
  });

  it('that cannot be made are a notice, not a failure', async () => {
    const context = { ...ws.context, folders: { ...ws.context.folders, state: '/proc/nowhere' } };
    const result = await callTool(write, { path: 'unlocked.txt', content: 'x' }, context);
    expect(result.notices.join()).toContain('Other processes were not kept out');
  });

  it('keep changes of many processes apart', { tags: ['slow'] }, async () => {
    await writeFile(ws.at('count.txt'), '0');
    const script = fixture('add-one.ts');
    const children = Array.from({ length: 4 }, () => spawn(bun, [script, ws.base, 'count.txt', '10']));
    await Promise.all(children.map((child) => once(child, 'close')));
    expect(await readFile(ws.at('count.txt'), 'utf8')).toBe('40');
  });
});

describe('what a killed process left of a file it wrote', () => {
  it('goes with the next write in its folder', async () => {
    const ended = spawnSync('true').pid;
    const locks = join(ws.context.folders.state, 'locks');
    const claims = [`${ended}-1-1-0`, `${ended}-1-2-0`];
    for (const [index, name] of ['other.txt', 'below/other.txt'].entries()) {
      const path = ws.at(name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(join(locks, `${lockKey(path)}.${claims[index]}`), '');
      await writeFile(join(dirname(path), `.agent-tools-${claims[index]}`), 'half');
    }
    // Killed before it wrote anything.
    await writeFile(join(locks, `${lockKey(ws.at('third.txt'))}.${ended}-1-3-0`), '');
    await callTool(write, { path: 'this.txt', content: 'new' }, ws.context);
    expect(await temps()).toEqual([]);
    expect(await readdir(ws.at('below'))).toEqual([`.agent-tools-${claims[1]}`]);
    await callTool(write, { path: 'below/this.txt', content: 'new' }, ws.context);
    expect(await readdir(ws.at('below'))).toEqual(['this.txt']);
    expect(await readdir(locks)).toEqual([]);
  });
});

describe('a file that others replace all the time', () => {
  it('can be read each time', { tags: ['slow'] }, async () => {
    const child = spawn(bun, [fixture('replace-loop.ts'), ws.at('replaced.txt')]);
    const messages = new Set<string>();
    try {
      await once(child.stdout, 'data');
      for (let turn = 0; turn < 1000; turn += 1) {
        const { message } = await callTool(read, { path: 'replaced.txt' }, ws.context);
        messages.add(message);
      }
    } finally {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    expect([...messages]).toEqual(['Read line 1 of 1 of "replaced.txt" (end of file).']);
  });
});

describe('kill -9 during a write', () => {
  it('leaves the old or the new file, 100 times', { tags: ['slow'], timeout: 400_000 }, async () => {
    const size = 300_000;
    await writeFile(ws.at('killed.txt'), 'z'.repeat(size));
    for (let turn = 0; turn < 100; turn += 1) {
      const child = spawn(bun, [fixture('write-loop.ts'), ws.base, 'killed.txt', String(size)]);
      await once(child.stdout, 'data');
      await new Promise((done) => setTimeout(done, turn % 10));
      child.kill('SIGKILL');
      await once(child, 'close');
      const text = await readFile(ws.at('killed.txt'), 'utf8');
      expect(text).toHaveLength(size);
      expect(text).toBe((text[0] ?? '').repeat(size));
    }
    await callTool(write, { path: 'killed.txt', content: 'alive' }, ws.context);
    expect(await readFile(ws.at('killed.txt'), 'utf8')).toBe('alive');
    expect(await temps()).toEqual([]);
  });
});

describe('a full disk (a file size limit)', () => {
  const limited = (input: object): string => {
    const call = `ulimit -f 64; exec "$0" "$@"`;
    const args = ['-c', call, bun, fixture('call-once.ts'), ws.base, 'write', JSON.stringify(input)];
    return spawnSync('bash', args).stdout.toString();
  };
  const big = 'n'.repeat(100_000);

  it.each<[string, string, object]>([
    ['replacing', 'full.txt', {}],
    ['in place', 'hard.txt', {}],
    ['appending', 'full.txt', { mode: 'append' }],
    ['creating', 'none/none.txt', {}],
  ])('%s leaves everything as it was', async (_name, path, extra) => {
    await writeFile(ws.at('full.txt'), 'old content\n');
    await writeFile(ws.at('hard.txt'), 'old content\n');
    await link(ws.at('hard.txt'), ws.at('hard2.txt')).catch(() => {});
    expect(limited({ path, content: big, ...extra })).toContain(
      `Cannot write "${path}": the content passes the file size limit`,
    );
    expect(await readFile(ws.at('full.txt'), 'utf8')).toBe('old content\n');
    expect(await readFile(ws.at('hard2.txt'), 'utf8')).toBe('old content\n');
    await expect(stat(ws.at('none'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await temps()).toEqual([]);
  });
});
