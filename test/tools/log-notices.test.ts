import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLogLines } from '../../src/sessions/output/log-page.ts';
import { cutNotice, earlierOf, gapNotices } from '../../src/tools/process/log-notices.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Pieces of a log: what is kept, and in brackets what is dropped. */
function kept(text: string) {
  const folder = tempFolder();
  let [total, newlines] = [0, 0];
  for (const [, piece = '', dropped = ''] of text.matchAll(/([^[\]]+)|\[([^\]]*)\]/g)) {
    if (piece !== '') writeFileSync(join(folder, `out.${total}.${newlines}`), piece);
    const all = piece + dropped;
    total += all.length;
    newlines += all.split('\n').length - 1;
  }
  return (offset: number, maxBytes: number, limit = 200) => {
    const page = readLogLines(folder, { total, newlines, offset, limit, maxBytes });
    const end = page.startLine + page.lines - 1;
    const cut = cutNotice(page, end);
    return {
      text: Buffer.from(page.bytes).toString(),
      said: [
        `${page.startLine}-${end}${earlierOf(page)}`,
        ...(cut === null ? [] : [cut]),
        ...gapNotices(page, end),
      ],
    };
  };
}

const long = 'x'.repeat(40);

it.each<[log: string, offset: number, maxBytes: number, text: string, said: readonly string[]]>([
  // The middle of a long line is gone, and its end does not fit.
  [`1\n2\nxx[x]${long}\nlast\n`, -200, 30, 'last\n', ['4-4 (before line 4: offset 1 shows what is kept)']],
  [
    `1\n2\nxx[x]${long}\nlast\n`,
    -200,
    60,
    `${long}\nlast\n`,
    [
      '3-4 (before line 3: offset 1 shows what is kept)',
      'Part of line 3 is dropped; offset 3 shows what is kept before that.',
    ],
  ],
  [
    `1\n2\nxx[x]${long}\nlast\n`,
    1,
    60,
    '1\n2\nxx',
    ['1-3', 'Part of line 3 is dropped; process poll shows what is kept behind that at cursor 7.'],
  ],
  // A disk that was full for a while.
  [
    '1\n2\nxx[x\n4\n]5\n',
    -200,
    60,
    '5\n',
    [
      '5-5 (before line 5: offset 1 shows what is kept)',
      'The end of line 3 is dropped, with it line 4 and perhaps the beginning of line 5.',
    ],
  ],
  [
    '1\n2\nxx[x\n4\n5\n]6',
    -200,
    60,
    '6',
    [
      '6-6 (before line 6: offset 1 shows what is kept)',
      'The end of line 3 is dropped, with it lines 4 to 5 and perhaps the beginning of line 6.',
    ],
  ],
  ['1\n2\nxx[x\n]4\n5\n', 3, 60, 'xx', ['3-3', 'The end of line 3 is dropped.']],
  [
    '1\n2\nxx[x\n]4\n5\n',
    4,
    60,
    '4\n5\n',
    ['4-5', 'The end of line 3 is dropped, with it perhaps the beginning of line 4.'],
  ],
  // Whole lines are gone.
  [
    '1\n2\n[3\n4\n]5\n',
    3,
    60,
    '5\n',
    ['5-5 (before line 5: dropped)', 'Lines 3 to 4 are dropped, with them perhaps the beginning of line 5.'],
  ],
  [
    '1\n2\n[3\n]4\n',
    -2,
    60,
    '4\n',
    ['4-4 (before line 4: dropped)', 'Line 3 is dropped, with it perhaps the beginning of line 4.'],
  ],
  ['1\n[x]x\n3\n', 2, 60, 'x\n3\n', ['2-3', 'The beginning of line 2 is dropped.']],
  [
    '[1\nx]x\n3\n',
    1,
    60,
    'x\n3\n',
    ['2-3 (before line 2: dropped)', 'Line 1 is dropped, with it perhaps the beginning of line 2.'],
  ],
  ['[x]x\n2\n', 1, 60, 'x\n2\n', ['1-2', 'The beginning of line 1 is dropped.']],
  ['1\n2[2]', 1, 60, '1\n2', ['1-2', 'The end of line 2 is dropped.']],
  // Nothing is gone.
  ['1\n2\n3\n', -200, 60, '1\n2\n3\n', ['1-3']],
  ['1\n2\n3\n', -200, 4, '2\n3\n', ['2-3 (before line 2: offset 1 shows what is kept)']],
  [
    `1\n${long}\n`,
    -200,
    30,
    `${long.slice(0, 29)}\n`,
    [
      '2-2 (before line 2: offset 1 shows what is kept)',
      'The beginning of line 2 is left out; offset 2 shows it.',
    ],
  ],
  // One that is a byte too long: it is not shown whole.
  [
    `1\n${long}\n`,
    -200,
    40,
    `${long.slice(0, 39)}\n`,
    [
      '2-2 (before line 2: offset 1 shows what is kept)',
      'The beginning of line 2 is left out; offset 2 shows it.',
    ],
  ],
  [
    `1\n[2\nx]${long}\n`,
    -200,
    30,
    `${long.slice(0, 29)}\n`,
    [
      '3-3 (before line 3: offset 1 shows what is kept)',
      'The beginning of line 3 is left out; offset 3 shows what is kept of it.',
    ],
  ],
])('of %j from line %d on, %d bytes, what is missing is said', (log, offset, maxBytes, text, said) => {
  expect(kept(log)(offset, maxBytes)).toEqual({ text, said });
});

it('every line that is named shows what is said to be kept there', () => {
  const log = kept(`1\n2\nxx[x\n4\n]5\nyy[y]${long}\nlast\n`);
  expect(log(-200, 30)).toEqual({
    text: 'last\n',
    said: ['7-7 (before line 7: offset 1 shows what is kept)'],
  });
  expect(log(1, 30)).toEqual({ text: '1\n2\nxx', said: ['1-3', 'The end of line 3 is dropped.'] });
  expect(log(4, 30).text).toBe('5\nyy');
  expect(log(6, 30).said).toEqual([
    '6-6',
    'Part of line 6 is dropped; process poll shows what is kept behind that at cursor 15.',
  ]);
});
