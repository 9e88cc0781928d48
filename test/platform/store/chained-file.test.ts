import { appendFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appendAfterEnd } from '../../../src/platform/store/chained-file.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const roomy = 1_000_000;

/** Appends a line that tells which one it follows. */
function follow(path: string, name: string, rotateBytes = roomy): void {
  appendAfterEnd(
    path,
    rotateBytes,
    ({ lastLine }) => `${name} after ${lastLine === null ? 'none' : Buffer.from(lastLine)}\n`,
  );
}

it.each<[what: string, meanwhile: (path: string) => void, lines: readonly string[]]>([
  ['nothing', () => {}, ['a after none', 'b after a after none', 'c after b after a after none']],
  [
    'a line of another writer',
    (path) => appendFileSync(path, 'x\n'),
    ['a after none', 'b after a after none', 'x', 'c after x'],
  ],
  [
    'a line without its end',
    (path) => appendFileSync(path, 'x'),
    ['a after none', 'b after a after none', 'x', 'c after x'],
  ],
  ['the last line was cut off', (path) => truncateSync(path, 13), ['a after none', 'c after a after none']],
  ['all was cut off', (path) => truncateSync(path, 0), ['c after none']],
  [
    'another file took its place',
    (path) => {
      writeFileSync(`${path}.new`, 'y\n');
      renameSync(`${path}.new`, path);
    },
    ['y', 'c after y'],
  ],
  ['it was removed', (path) => rmSync(path), ['c after none']],
])('a line follows the end as it is: %s', (_, meanwhile, lines) => {
  const path = join(tempFolder(), 'trail');
  follow(path, 'a');
  follow(path, 'b');
  meanwhile(path);
  follow(path, 'c');
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toEqual(lines);
});

it('a line follows the end of the file that was moved aside for it', () => {
  const path = join(tempFolder(), 'trail');
  follow(path, 'a');
  follow(path, 'b');
  follow(path, 'c', 20);
  follow(path, 'd');
  expect(readFileSync(path, 'utf8')).toBe(
    'c after b after a after none\nd after c after b after a after none\n',
  );
});
