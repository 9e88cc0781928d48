import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { passOn, passOnUpTo } from '../../../src/sessions/output/follow.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

let folder: string;
let log: string;
beforeEach(() => {
  folder = tempFolder();
  log = join(folder, 'out.0.0');
  writeFileSync(log, 'abcdefgh');
});

/** Collects what is handed on, and writes to the log each time, as a command does that is faster than who reads it. */
function taker(more = '') {
  const got: (string | number)[] = [];
  return {
    got,
    onBytes: (bytes: Uint8Array) => {
      got.push(Buffer.from(bytes).toString());
      appendFileSync(log, more);
    },
    onDropped: (bytes: number) => {
      got.push(bytes);
    },
  };
}

describe('what a session printed, handed on', () => {
  it('goes to the end of the log', async () => {
    const { got, ...to } = taker();
    expect(await passOn(folder, 2, to, { atOnce: 4 })).toBe(8);
    expect(got).toEqual(['cdef', 'gh']);
  });

  it('ends where it was to end, however fast the log grows', async () => {
    const { got, ...to } = taker('more of it');
    expect(await passOnUpTo(folder, { cursor: 1, bytes: 7 }, to)).toBe(7);
    expect(got.join('')).toBe('bcdefg');
  });

  it.each([
    ['in front', { 'out.4.0': 'efgh' }, { cursor: 0, bytes: 8 }, [4, 'efgh']],
    ['behind', { 'out.0.0': 'abcd', 'out.9.0': 'jk' }, { cursor: 0, bytes: 8 }, ['abcd', 4]],
    ['between', { 'out.0.0': 'ab', 'out.6.0': 'ghij' }, { cursor: 1, bytes: 8 }, ['b', 4, 'gh']],
    ['of all', {}, { cursor: 3, bytes: 8 }, [5]],
  ])('tells of what was dropped %s', async (_, files, range, expected) => {
    const { got, ...to } = taker();
    const own = tempFolder();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text);
    expect(await passOnUpTo(own, range, to)).toBe(8);
    expect(got).toEqual(expected);
  });

  it('stops once it is over, and leaves the rest for later', async () => {
    const { got, ...to } = taker();
    const isOver = () => got.length > 1;
    expect(await passOn(folder, 0, to, { atOnce: 3, isOver })).toBe(6);
    expect(await passOnUpTo(folder, { cursor: 6, bytes: 8 }, to, isOver)).toBe(6);
    expect(got).toEqual(['abc', 'def']);
  });

  it('lets everything else be heard while the log grows faster than it is read', async () => {
    let isHeard = false;
    setTimeout(() => {
      isHeard = true;
    }, 1);
    const { got: _, ...to } = taker('and more');
    await passOn(folder, 0, to, { isOver: () => isHeard });
    expect(isHeard).toBe(true);
  });
});
