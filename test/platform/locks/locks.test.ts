import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withPathLock } from '../../../src/platform/locks/locks.ts';
import { elsewhere, hasNamespaces } from '../../helpers/namespaces.ts';
import { endAll, waitFor } from '../../helpers/processes.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
const module = join(import.meta.dirname, '../../../src/platform/locks/locks.ts');

let folder: string;
let place: { folder: string; path: string; shown: string };
beforeEach(() => {
  folder = tempFolder();
  place = { folder, path: join(folder, 'file'), shown: 'file' };
});

const claims = (): readonly string[] => readdirSync(join(folder, 'locks'));

/** A process that runs `script`, which knows `withPathLock`, `place`, `fs` and its words as `argv`. */
function start(script: string, ...argv: readonly string[]) {
  return startIn([], script, ...argv);
}

function startIn(within: readonly string[], script: string, ...argv: readonly string[]) {
  const program = `
    const { withPathLock } = await import(${JSON.stringify(module)});
    const fs = await import('node:fs');
    const place = ${JSON.stringify(place)};
    const argv = process.argv.slice(1);
    ${script}`;
  const [name = '', ...words] = [...within, bun, '--eval', program, ...argv];
  return spawn(name, words, { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Holds until its standard input ends. */
const holder = `
  await withPathLock(place, async () => {
    process.stdout.write('held');
    await new Promise((resolve) => process.stdin.on('end', resolve).resume());
  });`;

/** Adds a word to the file, reading it before and writing it after, as often as it is told. */
const writer = `
  for (let n = 0; n < Number(argv[1]); n += 1) {
    await withPathLock(place, async ({ problem }) => {
      if (problem !== null) throw new Error(problem);
      const before = fs.existsSync(place.path) ? fs.readFileSync(place.path, 'utf8') : '';
      await new Promise((resolve) => setTimeout(resolve, 1));
      fs.writeFileSync(place.path, before + argv[0] + ' ');
    });
  }`;

const words = (): readonly string[] => readFileSync(place.path, 'utf8').trim().split(' ');

describe('the lock of a path', () => {
  it('gives what the work gives, and leaves nothing', async () => {
    expect(await withPathLock(place, async ({ dead, problem }) => [dead, problem])).toEqual([[], null]);
    await expect(withPathLock(place, () => Promise.reject(new Error('oh')))).rejects.toThrow('oh');
    expect(claims()).toEqual([]);
  });

  it('keeps processes apart, and loses the turn of none', { tags: ['slow'] }, async () => {
    const children = Array.from({ length: 8 }, (_, index) => start(writer, `w${index}`, '15'));
    const codes = await Promise.all(children.map((child) => once(child, 'close').then(([code]) => code)));
    expect(codes).toEqual(children.map(() => 0));
    const seen = words();
    expect(seen).toHaveLength(8 * 15);
    for (let index = 0; index < 8; index += 1)
      expect(seen.filter((word) => word === `w${index}`)).toHaveLength(15);
    expect(claims()).toEqual([]);
  });

  it('is given to those who wait in the order they came', { tags: ['slow'] }, async () => {
    const first = start(holder);
    await once(first.stdout, 'data');
    const waiting = [];
    for (let index = 0; index < 5; index += 1) {
      waiting.push(start(writer, `w${index}`, '1'));
      await waitFor(() => claims().filter((name) => /\.\d+$/.test(name)).length === index + 1, 'its place');
    }
    first.stdin.end();
    await Promise.all(waiting.map((child) => once(child, 'close')));
    expect(words()).toEqual(['w0', 'w1', 'w2', 'w3', 'w4']);
  });

  it('is not kept by the dead, who are named to the next holder', async () => {
    const killed = [start(holder)];
    await once(killed[0]?.stdout ?? process.stdin, 'data');
    killed.push(start(writer, 'never', '1'));
    await waitFor(() => claims().some((name) => /\.\d+$/.test(name)), 'one to wait');
    const names = claims().map((name) => name.split('.')[1]);
    // The one who waits goes first: it would take the lock of a dead holder.
    endAll(killed.toReversed().flatMap(({ pid }) => pid ?? []));
    await Promise.all(killed.map((child) => once(child, 'close')));
    // A holder that fails may not have tidied up: the next is told as well.
    const failing = withPathLock(place, (lock) => Promise.reject(new Error([...lock.dead].sort().join())));
    await expect(failing).rejects.toThrow([...names].sort().join());
    const dead = await withPathLock(place, async (lock) => lock.dead);
    expect([...dead].sort()).toEqual([...names].sort());
    expect(claims()).toEqual([]);
  });

  it('is refused after 10 s while one process holds it, which leaves no claim', {
    tags: ['slow'],
  }, async () => {
    const child = start(holder);
    await once(child.stdout, 'data');
    await expect(withPathLock(place, async () => 'held')).rejects.toThrow(
      'Cannot write "file": another process has been writing it for 10 s, expected a file nobody writes',
    );
    expect(claims()).toHaveLength(1);
    child.stdin.end();
    await once(child, 'close');
    expect(await withPathLock(place, async () => 'held')).toBe('held');
  });

  it('is waited for as long as no holder takes 10 s, however many there are', {
    tags: ['slow'],
  }, async () => {
    const first = start(holder);
    await once(first.stdout, 'data');
    const placed = () => claims().filter((name) => /\.\d+$/.test(name)).length;
    const others = [];
    for (const place of [1, 2]) {
      others.push(start(holder));
      await waitFor(() => placed() === place, 'its place');
    }
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const waiting = withPathLock(place, async () => 'held');
      await waitFor(() => placed() === 3, 'our place');
      for (const [index, child] of [first, ...others].entries()) {
        vi.advanceTimersByTime(9000);
        const next = others[index];
        const held = next === undefined ? null : once(next.stdout, 'data');
        child.stdin.end();
        await held;
      }
      expect(await waiting).toBe('held');
    } finally {
      vi.useRealTimers();
    }
  });

  it('names the dead who wanted another file of its folder, and no others', async () => {
    const [beside, below] = [join(folder, 'beside'), join(folder, 'below/file')];
    const killed = [beside, below].map((path) =>
      start(holder.replace('place,', `{ ...place, path: '${path}' },`)),
    );
    await Promise.all(killed.map((child) => once(child.stdout, 'data')));
    expect(await withPathLock(place, async ({ dead }) => dead)).toEqual([]);
    const [wanted = '', other = ''] = killed.map(({ pid }) =>
      claims().find((name) => name.includes(`.${pid}-`)),
    );
    endAll(killed.flatMap(({ pid }) => pid ?? []));
    await Promise.all(killed.map((child) => once(child, 'close')));
    expect(await withPathLock(place, async ({ dead }) => dead)).toEqual([wanted.split('.')[1]]);
    expect(claims()).toEqual([other]);
  });

  describe.runIf(hasNamespaces)('held in another PID namespace', () => {
    it.each([
      ['11 s old', -11_000],
      ['an hour in the future, the clock having been set back', 3_600_000],
    ])('is waited for, and not for long where its holder is gone (%s)', async (_, offset) => {
      const child = startIn(elsewhere, holder);
      await once(child.stdout, 'data');
      const waiting = withPathLock(place, async () => 'held');
      await waitFor(() => claims().some((name) => /\.\d+$/.test(name)), 'us to wait');
      child.kill('SIGKILL');
      await once(child, 'close');
      expect(claims()).toHaveLength(2);
      const time = new Date(Date.now() + offset);
      for (const claim of claims()) utimesSync(join(folder, 'locks', claim), time, time);
      expect(await waiting).toBe('held');
      expect(claims()).toEqual([]);
    });

    /** Gives a claim the age at which it counts as dead, and waits until it is young again. */
    const renewed = async (claim: string): Promise<void> => {
      const path = join(folder, 'locks', claim);
      utimesSync(path, 1e9, 1e9);
      await waitFor(() => statSync(path).mtimeMs > Date.now() - 60_000, 'the claim to be young again');
    };

    it('is kept as long as its holder lives', { tags: ['slow'] }, async () => {
      const child = startIn(elsewhere, holder);
      await once(child.stdout, 'data');
      await renewed(claims()[0] ?? '');
      const waiting = withPathLock(place, async () => 'held');
      await waitFor(() => claims().some((name) => /\.\d+$/.test(name)), 'us to wait');
      child.stdin.end();
      expect(await waiting).toBe('held');
    });

    it('keeps its place in the queue as long as who waits there lives', { tags: ['slow'] }, async () => {
      const first = start(holder);
      await once(first.stdout, 'data');
      const child = startIn(elsewhere, writer, 'w', '1');
      const placed = () => claims().filter((name) => /\.\d+$/.test(name));
      await waitFor(() => placed().length > 0, 'its place');
      await renewed(placed()[0] ?? '');
      first.stdin.end();
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(claims()).toEqual([]);
    });
  });

  it('renews its claim no longer than it is held', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      expect(await withPathLock(place, async () => vi.getTimerCount())).toBe(1);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['999999999-1-1', '999999999-1-1.7', 'rubbish', '1-1-1.x.y'])(
    'is not kept by the claim %s',
    async (claim) => {
      await withPathLock(place, async () => {
        const [own = ''] = claims();
        writeFileSync(join(folder, 'locks', `${own.split('.')[0]}.${claim}`), '');
      });
      expect(await withPathLock(place, async () => 'held')).toBe('held');
      expect(claims()).toEqual([]);
    },
  );

  it('says when it cannot keep others out', async () => {
    mkdirSync(join(folder, 'x'));
    writeFileSync(join(folder, 'x/locks'), '');
    const problem = await withPathLock({ ...place, folder: join(folder, 'x') }, async (lock) => lock.problem);
    expect(problem).toBe(`"${join(folder, 'x/locks')}": a part of the path is not a folder`);
  });
});
