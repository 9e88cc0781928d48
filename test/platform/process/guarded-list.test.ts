import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GuardedList } from '../../../src/platform/process/guarded-list.ts';
import type { Libc } from '../../../src/platform/system/libc.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

/** Memory that can be read by its path. */
function memory() {
  const path = join(tempFolder(), 'list');
  const descriptor = openSync(path, 'wx+');
  let given = 0;
  const libc: Libc = {
    sharedMemory: () => {
      given += 1;
      return given === 1 ? descriptor : null;
    },
    pipe: () => null,
    becomeSubreaper: () => false,
    reap: () => {},
    hasNoReader: () => false,
    hasNoWriter: () => false,
    unread: () => 0,
  };
  const lines = (): readonly string[] =>
    readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trimEnd());
  return { libc, descriptor, lines };
}

it('has what was added before it was opened and what comes after, in the room of what has gone', () => {
  const list = new GuardedList();
  const { libc, descriptor, lines } = memory();
  list.add('1:a');
  list.add('2:b');
  expect([list.open(libc), list.open(libc)]).toEqual([descriptor, descriptor]);
  expect(lines()).toEqual(['1:a', '2:b', '']);
  list.delete('1:a');
  expect(lines()).toEqual(['', '2:b', '']);
  list.add('3:c');
  list.add('4:d');
  expect([lines(), list.size]).toEqual([['3:c', '2:b', '4:d', ''], 3]);
});

it('has what is added twice once, and nothing of it when it has gone', () => {
  const list = new GuardedList();
  const { libc, lines } = memory();
  list.open(libc);
  for (const entry of ['1:a', '1:a', '2:b']) list.add(entry);
  for (const entry of ['1:a', '1:a', '3:c']) list.delete(entry);
  expect([lines(), list.size]).toEqual([['', '2:b', ''], 1]);
  for (const entry of ['4:d', '5:e']) list.add(entry);
  expect(lines()).toEqual(['4:d', '2:b', '5:e', '']);
});

it('goes on where there is no memory for it, and for one more line', () => {
  const list = new GuardedList();
  const { libc, descriptor, lines } = memory();
  expect(list.open({ ...libc, sharedMemory: () => null })).toBeNull();
  list.add('1:a');
  list.open(libc);
  closeSync(descriptor);
  list.add('2:b');
  list.delete('1:a');
  expect([lines(), list.size]).toEqual([['1:a', ''], 1]);
});
