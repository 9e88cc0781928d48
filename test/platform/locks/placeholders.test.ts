import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readlinkSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { holdClaimLock } from '../../../src/platform/locks/claim-lock.ts';
import { holdPlaces } from '../../../src/platform/locks/placeholders.ts';
import type { Placeholder } from '../../../src/platform/sandbox/sandbox-spec.ts';
import { elsewhere, hasNamespaces } from '../../helpers/namespaces.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
const module = join(import.meta.dirname, '../../../src/platform/locks/placeholders.ts');

let folder: string;
let marks: string;
let places: readonly Placeholder[];
beforeEach(() => {
  folder = tempFolder();
  marks = join(folder, 'state/marks');
  mkdirSync(join(folder, 'work'));
  places = [
    { path: join(folder, 'work/made'), text: null },
    { path: join(folder, 'work/made/file'), text: 'ours' },
    { path: join(folder, 'work/found'), text: null },
  ];
});

const work = () => readdirSync(join(folder, 'work')).sort();
const marksLeft = () => readdirSync(marks).filter((name) => name !== 'lock');

/** Starts a process that holds the places so many times; prints once it holds them, and goes on when its input ends. */
function start(times: number, isPatient: boolean, within: readonly string[] = []) {
  const program = `
    const { existsSync } = await import('node:fs');
    const { holdPlaces } = await import(${JSON.stringify(module)});
    const places = ${JSON.stringify(places)};
    for (let n = 0; n < ${times}; n += 1) {
      const release = await holdPlaces(places, ${JSON.stringify(marks)});
      process.stdout.write('held');
      if (${isPatient}) for await (const _ of process.stdin);
      for (let looks = 0; looks < 3; looks += 1) {
        if (!places.every(({ path }) => existsSync(path))) throw new Error('taken away while held');
        await new Promise(setImmediate);
      }
      await release();
    }`;
  const [name = '', ...words] = [...within, bun, '--eval', program];
  return spawn(name, words, { stdio: ['pipe', 'pipe', 'inherit'], timeout: 120_000 });
}

it('keeps what is missing as long as one of several processes uses it, and no longer', {
  tags: ['slow'],
}, async () => {
  mkdirSync(join(folder, 'work/found'));
  const children = Array.from({ length: 6 }, () => start(60, false));
  for (const child of children) child.stdout.resume();
  const codes = await Promise.all(children.map((child) => once(child, 'close').then(([code]) => code)));
  expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
  expect(work()).toEqual(['found']);
  expect(marksLeft()).toEqual([]);
});

it('leaves what its process made to the last one that uses it', async () => {
  const child = start(1, true);
  await once(child.stdout, 'data');
  const release = await holdPlaces(places, marks);
  child.stdin.end();
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(work()).toEqual(['found', 'made']);
  await release();
  expect(work()).toEqual([]);
  expect(marksLeft()).toEqual([]);
});

it('does not wait for a pipe that took the place of what it made', { tags: ['slow'] }, async () => {
  const child = start(1, true);
  await once(child.stdout, 'data');
  rmSync(join(folder, 'work/made/file'));
  execFileSync('mkfifo', [join(folder, 'work/made/file')]);
  child.stdin.end();
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(readdirSync(join(folder, 'work/made'))).toEqual(['file']);
});

it('takes away what a killed process made', async () => {
  const child = start(1, true);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  await (await holdPlaces(places, marks))();
  expect(work()).toEqual([]);
  expect(marksLeft()).toEqual([]);
});

it('forgets a killed process that had found all of it, and leaves that', async () => {
  mkdirSync(join(folder, 'work/found'));
  mkdirSync(join(folder, 'work/made'));
  writeFileSync(join(folder, 'work/made/file'), 'ours');
  const child = start(1, true);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(marksLeft()).toHaveLength(3);
  await (await holdPlaces(places, marks))();
  expect(work()).toEqual(['found', 'made']);
  expect(marksLeft()).toEqual([]);
});

it('leaves the marks of those that live, whoever made a place', async () => {
  mkdirSync(join(folder, 'work/found'));
  const child = start(1, true);
  await once(child.stdout, 'data');
  const theirs = marksLeft();
  await (await holdPlaces(places, marks))();
  expect(marksLeft()).toEqual(theirs);
  rmdirSync(join(folder, 'work/found'));
  await (await holdPlaces(places, marks))();
  expect(work()).toEqual(['found', 'made']);
  child.stdin.end();
  expect(await once(child, 'close')).toEqual([0, null]);
});

it('remembers what a killed process made in place of what others had found', async () => {
  mkdirSync(join(folder, 'work/found'));
  const release = await holdPlaces(places, marks);
  rmdirSync(join(folder, 'work/found'));
  const child = start(1, true);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  await release();
  expect(work()).toEqual(['found']);
  await (await holdPlaces(places, marks))();
  expect(work()).toEqual([]);
  expect(marksLeft()).toEqual([]);
});

describe.runIf(hasNamespaces)('a process of another PID namespace', () => {
  it('is not taken for dead where it had found a place', async () => {
    mkdirSync(join(folder, 'work/found'));
    const child = start(1, true, elsewhere);
    await once(child.stdout, 'data');
    const theirs = marksLeft();
    await (await holdPlaces(places, marks))();
    expect(marksLeft()).toEqual(theirs);
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('is not taken for dead', async () => {
    const child = start(1, true, elsewhere);
    await once(child.stdout, 'data');
    await (await holdPlaces(places, marks))();
    expect(work()).toEqual(['found', 'made']);
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(work()).toEqual([]);
  });

  it('has a day', async () => {
    const child = start(1, true, elsewhere);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    await (await holdPlaces(places, marks))();
    expect(work()).toEqual(['found', 'made']);
    const before = new Date(Date.now() - 90_000_000);
    for (const mark of marksLeft()) utimesSync(join(marks, mark), before, before);
    await (await holdPlaces(places, marks))();
    expect(work()).toEqual([]);
    expect(marksLeft()).toEqual([]);
  });
});

it('serves several runs of one process', async () => {
  const [first, second] = await Promise.all([holdPlaces(places, marks), holdPlaces(places, marks)]);
  await first();
  await first();
  expect(work()).toEqual(['found', 'made']);
  await second();
  expect(work()).toEqual([]);
});

it('serves several runs of one process also in a place that was there', async () => {
  mkdirSync(join(folder, 'work/found'));
  const first = await holdPlaces(places, marks);
  const second = await holdPlaces(places, marks);
  await first();
  await second();
  expect(work()).toEqual(['found']);
  expect(marksLeft()).toEqual([]);
});

it('takes away what a later run of this process had to make', async () => {
  mkdirSync(join(folder, 'work/found'));
  const first = await holdPlaces(places, marks);
  rmdirSync(join(folder, 'work/found'));
  const second = await holdPlaces(places, marks);
  expect(work()).toEqual(['found', 'made']);
  await first();
  await second();
  expect(work()).toEqual([]);
  expect(marksLeft()).toEqual([]);
});

it('keeps for the next run what the last one is about to take away', { tags: ['slow'] }, async () => {
  for (let round = 0; round < 12; round += 1) {
    const last = await holdPlaces(places, marks);
    const letGo = await holdClaimLock(join(marks, 'lock'), new AbortController().signal);
    const next = holdPlaces(places, marks);
    const left = last();
    letGo?.();
    const release = await next;
    await left;
    expect(work()).toEqual(['found', 'made']);
    await release();
    expect(work()).toEqual([]);
  }
});

it('gives back the folders it works in', async () => {
  const opened = () =>
    readdirSync('/proc/self/fd').filter((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`).startsWith(folder);
      } catch {
        return false;
      }
    });
  const release = await holdPlaces(places, marks);
  expect(opened()).toEqual([]);
  await release();
  expect(opened()).toEqual([]);
});

it('fails where others keep it from its work, for a sandbox would begin without', {
  tags: ['slow'],
}, async () => {
  const letGo = await holdClaimLock(join(marks, 'lock'), new AbortController().signal);
  await expect(holdPlaces(places, marks)).rejects.toThrow('others have been at it for too long');
  letGo?.();
  expect(work()).toEqual([]);
});

it('says what the system says of a place that cannot be made', async () => {
  const long = { path: join(folder, 'work', 'x'.repeat(300)), text: null };
  await expect(holdPlaces([long], marks)).rejects.toThrow('ENAMETOOLONG');
  expect(marksLeft()).toEqual([]);
});

it('leaves what somebody has put to use', async () => {
  const release = await holdPlaces(places, marks);
  writeFileSync(join(folder, 'work/found/note'), '');
  writeFileSync(join(folder, 'work/made/file'), 'theirs');
  await release();
  expect(work()).toEqual(['found', 'made']);
});

it('takes away what it has made when one cannot be', async () => {
  writeFileSync(join(folder, 'work/file'), '');
  const more = [...places, { path: join(folder, 'work/file/below'), text: null }];
  await expect(holdPlaces(more, marks)).rejects.toThrow('ENOTDIR');
  expect(work()).toEqual(['file']);
  expect(marksLeft()).toEqual([]);
});

it('needs no folder for nothing', async () => {
  await (await holdPlaces([], join(folder, 'work/file')))();
  expect(work()).toEqual([]);
});
