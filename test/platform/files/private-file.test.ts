import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { writeNewFile, writePrivateFile } from '../../../src/platform/files/private-file.ts';
import { removeTempFolders, tempFolder } from '../../helpers/temp-folder.ts';

afterAll(removeTempFolders);

const writers = [
  ['writePrivateFile', writePrivateFile],
  ['writeNewFile', writeNewFile],
] as const;

describe.each(writers)('%s', (_, write) => {
  it('shows nobody a part of the file', async () => {
    const path = join(tempFolder(), 'made/a.json');
    const text = 'x'.repeat(16 * 1024 * 1024);
    const writing = write(path, text);
    let seen: number | undefined;
    while (seen === undefined) {
      await nextTurn();
      seen = statSync(path, { throwIfNoEntry: false })?.size;
    }
    expect(seen).toBe(text.length);
    await writing;
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, '..'))).toEqual(['a.json']);
  });
});

it('leaves nothing behind where the file cannot get its name', async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'a.json'));
  await expect(writePrivateFile(join(folder, 'a.json'), 'new')).rejects.toThrow('EISDIR');
  expect(readdirSync(folder)).toEqual(['a.json']);
});

describe('a new file', () => {
  it.each([
    ['a file', (path: string) => writeFileSync(path, 'old')],
    ['a link to nothing', (path: string) => symlinkSync('nowhere', path)],
  ])('does not take the place of %s', async (_, make) => {
    const folder = tempFolder();
    const path = join(folder, 'a.json');
    make(path);
    const before = lstatSync(path);
    expect(await writeNewFile(path, 'new')).toBe(false);
    expect(lstatSync(path).ino).toBe(before.ino);
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  it('is one only of several writers', async () => {
    const path = join(tempFolder(), 'a.json');
    const made = await Promise.all(['a', 'b', 'c'].map((text) => writeNewFile(path, text)));
    expect(made.filter(Boolean)).toEqual([true]);
    expect(readFileSync(path, 'utf8')).toBe(['a', 'b', 'c'][made.indexOf(true)]);
    expect(readdirSync(join(path, '..'))).toEqual(['a.json']);
  });
});
