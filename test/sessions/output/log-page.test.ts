import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LogPage, readLogLines } from '../../../src/sessions/output/log-page.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

/** Lines 1 and 2 to within it, and from within line 5 on; of 27 bytes. */
const apart = { 'out.0.0': 'one\ntw', 'out.20.4': 'ee\nsix\n' };
/** The same with a gap within line 2. */
const within = { 'out.0.0': 'one\ntw', 'out.20.1': 'ee\nsix\n' };
/** The same with a gap that begins at a line. */
const between = { 'out.0.0': 'one\n', 'out.20.4': 'ee\nsix\n' };
/** One longer line after another, all kept. */
const long = { 'out.0.0': 'one\ntwo\nthree\n' };

type Row = [
  name: string,
  files: Readonly<Record<string, string>>,
  newlines: number,
  asked: readonly [offset: number, limit: number, maxBytes?: number],
  text: string,
  page: Partial<LogPage>,
];

const plain = { missing: null, earlierLine: null, gapBefore: null, gapBehind: null, lostFrom: null };

describe('lines of a log of which some is dropped', () => {
  it.each<Row>([
    ['to the gap', apart, 6, [1, 9], 'one\ntw', { startLine: 1, gapBehind: { goesOnAt: null } }],
    ['to the gap within a line', within, 3, [2, 1], 'tw', { startLine: 2, gapBehind: { goesOnAt: 20 } }],
    ['to a gap between lines', between, 6, [1, 9], 'one\n', { startLine: 1 }],
    ['before the gap', apart, 6, [1, 1], 'one\n', { startLine: 1 }],
    ['in the gap', apart, 6, [3, 2], 'ee\nsix\n', { startLine: 5, gapBefore: { line: 2, isBegun: true } }],
    ['behind the gap', apart, 6, [6, 1], 'six\n', { startLine: 6 }],
    [
      'in a gap between lines',
      between,
      6,
      [2, 1],
      'ee\n',
      { startLine: 5, gapBefore: { line: 2, isBegun: false } },
    ],
    ['past the end', { 'out.5.1': 'a\n' }, 2, [9, 1], '', { lines: 0 }],
    [
      'at the end of what the disk took, within a line',
      { 'out.0.0': 'one\ntw', 'out.20.4': '' },
      4,
      [-1, 1],
      'tw',
      { startLine: 2, totalLines: 4, gapBehind: { goesOnAt: null }, lostFrom: 3 },
    ],
    [
      'at the end of what the disk took, between lines',
      { 'out.0.0': 'one\n', 'out.20.4': '' },
      4,
      [-1, 1],
      'one\n',
      { startLine: 1, totalLines: 4, lostFrom: 2 },
    ],
    ['at the end', apart, 6, [-1, 1], 'six\n', { startLine: 6 }],
    [
      'at the end from the gap',
      within,
      3,
      [-2, 2],
      'ee\nsix\n',
      { startLine: 2, gapBefore: { line: 2, isBegun: true } },
    ],
    [
      'at the end from before the gap',
      apart,
      6,
      [-6, 6],
      'ee\nsix\n',
      { startLine: 5, earlierLine: 1, gapBefore: { line: 2, isBegun: true } },
    ],
    [
      'at the end in as many bytes as are behind the gap',
      apart,
      6,
      [-2, 2, 7],
      'ee\nsix\n',
      { startLine: 5, gapBefore: { line: 2, isBegun: true } },
    ],
  ])('%s', (...row) => expectPage(row));
});

describe('lines of a log in fewer bytes', () => {
  it.each<Row>([
    ['whole ones', long, 3, [1, 9, 9], 'one\ntwo\n', { startLine: 1 }],
    ['just those', long, 3, [1, 9, 8], 'one\ntwo\n', { startLine: 1 }],
    ['all that are left', long, 3, [3, 9, 6], 'three\n', { startLine: 3 }],
    ['a part of the first', long, 3, [1, 9, 3], 'one', { startLine: 1, missing: { part: 'end', cursor: 3 } }],
    ['the last whole ones', long, 3, [-3, 3, 11], 'two\nthree\n', { startLine: 2, earlierLine: 1 }],
    ['just the last ones', long, 3, [-3, 3, 10], 'two\nthree\n', { startLine: 2, earlierLine: 1 }],
    [
      'an empty line',
      { 'out.0.0': 'one\n\ntwo\n' },
      3,
      [-3, 3, 5],
      '\ntwo\n',
      { startLine: 2, earlierLine: 1 },
    ],
    [
      'the end of the last',
      long,
      3,
      [-1, 1, 4],
      'ree\n',
      { startLine: 3, missing: { part: 'beginning', isKept: true } },
    ],
    [
      'the end of the last, whose beginning is dropped',
      { 'out.0.0': 'one\n', 'out.9.1': 'three\n' },
      2,
      [-1, 1, 3],
      'ee\n',
      { startLine: 2, missing: { part: 'beginning', isKept: false } },
    ],
    [
      'the end of the only one',
      { 'out.0.0': 'three\n' },
      1,
      [-1, 1, 3],
      'ee\n',
      { startLine: 1, missing: { part: 'beginning', isKept: true } },
    ],
  ])('%s', (...row) => expectPage(row));
});

function expectPage([, files, newlines, [offset, limit, maxBytes = 100], text, expected]: Row): void {
  const folder = tempFolder();
  let total = 0;
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content);
    total = Number(name.split('.')[1]) + content.length;
  }
  const { bytes, ...page } = readLogLines(folder, { total, newlines, offset, limit, maxBytes });
  expect(Buffer.from(bytes).toString()).toBe(text);
  expect(page).toMatchObject({ ...plain, ...expected });
}
