import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolFailure } from '../../src/core/failure.ts';
import { showChange } from '../../src/output/display-diff.ts';
import { type EditedBytes, editBytes } from '../../src/tools/edit/edit-bytes.ts';
import type { Edit } from '../../src/tools/edit/input.ts';
import { pausesOf } from '../../src/tools/edit/pause.ts';
import { applyStrictly } from '../helpers/strict-patch.ts';

const pause = pausesOf(undefined);
const one = (old: string, fresh: string, replaceAll = false): Edit => ({ old, new: fresh, replaceAll });

/** The edits made around their places, or in the whole text; the message if they fail. */
async function edited(text: string, edits: readonly Edit[], isWhole: boolean): Promise<EditedBytes | string> {
  const file = { given: 'a.txt', bytes: Buffer.from(text, 'utf8') };
  try {
    return await editBytes(file, edits, pause, isWhole ? Number.POSITIVE_INFINITY : 0);
  } catch (error) {
    if (error instanceof ToolFailure) return error.message;
    throw error;
  }
}

const textOf = ({ content }: EditedBytes) => Buffer.concat(content).toString('utf8');

/** What a call says of its edits, and the bytes they leave. */
function told(result: EditedBytes | string) {
  if (typeof result === 'string') return result;
  const { replacements, notices } = result;
  return { text: textOf(result), replacements, notices };
}

async function expectAlike(text: string, edits: readonly Edit[]): Promise<void> {
  const near = await edited(text, edits, false);
  expect(told(near)).toEqual(told(await edited(text, edits, true)));
  if (typeof near === 'string') return;
  const { before, after, ...around } = near.part;
  const { display } = await showChange('a.txt', before, after, around);
  if (display.type === 'diff') expect(applyStrictly(text, display.text)).toBe(textOf(near));
}

const numbered = Array.from({ length: 1000 }, (_, index) => `line ${index}\n`).join('');
const returned = numbered.replaceAll('\n', '\r\n');
const same = 'same\n'.repeat(300);
/** More lines than are kept around a place. */
const tail = 'c\n'.repeat(6);

describe('an edit of a large file', () => {
  it.each<[string, string, readonly Edit[]]>([
    ['a place in the middle', numbered, [one('line 500\n', 'LINE 500\n')]],
    ['the first line', numbered, [one('line 0\n', '')]],
    ['the last line', numbered, [one('line 999\n', 'line 999')]],
    ['a place without a newline below', `${numbered}end`, [one('end', 'END\n')]],
    ['several places', numbered, [one('line 300\n', 'x\n'), one('line 310\n', ''), one('line 305\n', 'y\n')]],
    [
      'what an earlier edit has put there',
      numbered,
      [one('line 300\n', 'new\n'), one('new\nline 301', 'newer')],
    ],
    [
      'what the removal of something brings together',
      numbered,
      [one('0\nline 301', ''), one('line 30\n', 'joined\n')],
    ],
    [
      'what an edit makes equal to a place above, some lines down',
      `B\n${tail}${numbered}A\n${tail}`,
      [one('A\n', 'B\n'), one(`B\n${tail}`, 'x\n')],
    ],
    [
      'what an edit makes equal to a place below, some lines up',
      `${tail}A\n${numbered}${tail}B\n`,
      [one('A\n', 'B\n'), one(`${tail}B\n`, 'x\n')],
    ],
    ['all of a few places', numbered, [one('line 77', 'LINE 77', true)]],
    ['all of more places than are counted', same.repeat(4), [one('same', 'other', true)]],
    ['a text that is there more often than is counted', same.repeat(4), [one('same\n', 'x\n')]],
    ['the line ends of the place', returned, [one('line 500', 'line\nand 500')]],
    ['the line ends of the last line', `${returned}end`, [one('end', 'the\nend\n')]],
    ['lines in CRLF written with LF', returned, [one('line 500\nline 501', 'two\nlines')]],
    ['no tearing of a CRLF', returned, [one('\nline 500', '\nx')]],
    ['quotes that are folded', `${numbered}it\u2019s\n${numbered}`, [one("it's\nline", 'its\nline')]],
    ['a line among its like', `${same}other\n${same}`, [one('other\n', 'same\n')]],
    ['a line among its like that goes', `${same}same, last\n${same}`, [one('same, last\n', '')]],
    ['one in the place of its like', `x\n${same}y\n`, [one('x\nsame\n', 'x\nsame\nsame\n')]],
    ['characters of several bytes', `${numbered}日本語 🙂 é\n${numbered}`, [one('語 🙂', '語 🎉')]],
    ['a text that is nowhere', numbered, [one('line 1000', 'x')]],
    ['a text that is there twice', numbered, [one('line 77', 'x')]],
    ['one of two edits that fails', numbered, [one('line 500\n', 'x\n'), one('line 500\n', 'y\n')]],
    ['equal texts', numbered, [one('line 500', 'line 500')]],
  ])('is made as in the whole text: %s', async (_name, text, edits) => {
    await expectAlike(text, edits);
  });

  it('makes a text of the lines around its places alone', async () => {
    const result = await edited(numbered, [one('line 500\n', 'x\n'), one('line 502\n', 'y\n')], false);
    expect(result).toMatchObject({ part: { before: expect.stringMatching(/^line 49\d\n/) } });
    if (typeof result === 'string') return;
    const { before, after, skipped } = result.part;
    expect(numbered.split('\n').slice(skipped, skipped + 1)).toEqual(before.split('\n').slice(0, 1));
    expect(before.length).toBeLessThan(400);
    expect(after).toBe(before.replace('line 500', 'x').replace('line 502', 'y'));
  });

  it('makes a text of the lines from the first to the last of its places', async () => {
    const result = await edited(numbered, [one('line 77', 'LINE 77', true)], false);
    expect(result).toMatchObject({
      part: { before: expect.stringMatching(/^line 7\d\n(?:line \d+\n)*line 78\d\n$/) },
      replacements: 11,
    });
  });

  it.each<[string, Buffer, string]>([
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from(numbered), Buffer.from([0xff])]),
      'bytes that are not UTF-8',
    ],
    ['a zero byte', Buffer.from(`${numbered}\0`), 'binary data'],
  ])('is refused for %s anywhere in the file', async (_name, bytes, message) => {
    const file = { given: 'a.txt', bytes };
    await expect(editBytes(file, [one('line 500\n', 'x')], pause, 0)).rejects.toThrow(message);
  });

  const pieces = fc.constantFrom(
    'a',
    'b',
    'ab',
    '\n',
    '\r\n',
    ' \n',
    'é',
    '🙂',
    "'",
    '\u2019',
    'aa\n',
    '\n\n',
    'c\n'.repeat(6),
  );
  const texts = (most: number, least = 0) =>
    fc.array(pieces, { minLength: least, maxLength: most }).map((parts) => parts.join(''));
  const anyEdit = fc.record({ old: texts(3, 1), new: texts(3), replaceAll: fc.boolean() });

  it('is made as in the whole text, whatever text and edits are', async () => {
    await fc.assert(
      fc.asyncProperty(texts(60), fc.array(anyEdit, { minLength: 1, maxLength: 4 }), expectAlike),
      { numRuns: 2000 },
    );
  });
});
