import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SessionLog } from '../../../src/platform/sessions/session-log.ts';
import {
  findCursors,
  renderScreen,
  replayOfLog,
  type Screen,
} from '../../../src/sessions/terminal/screen.ts';
import type { SizeFrom } from '../../../src/sessions/terminal/terminal-sizes.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

let folder = '';
beforeEach(() => {
  folder = tempFolder();
});

it.each([
  ['letters', 'abc\x1b[1;3Hx', 'abx'],
  ['ideographs', '漢字\x1b[1;3Hx', '漢x'],
  ['combining marks', 'e\u0301f\x1b[1;2Hx', 'e\u0301x'],
  ['emoji', '👍f\x1b[1;3Hx', '👍x'],
  ['emoji of later versions of Unicode', '🥳✅f\x1b[1;5Hx', '🥳✅x'],
])('gives %s the columns that programs count for them', async (_, output, line) => {
  const { lines } = await shown(output, [{ at: 0, cols: 20, rows: 2 }]);
  expect(lines).toEqual([line, '']);
});

/** The screen after this output of a session. */
function shown(output: string, sizes: readonly SizeFrom[]): Promise<Screen> {
  const log = new SessionLog(folder, 65_536);
  log.append(Buffer.from(output));
  log.close();
  return renderScreen(replayOfLog(folder, log.total, { sizes }));
}

it('draws what was made for another size in that size', async () => {
  const before = '\x1b[?1049h\x1b[1;10Htop\x1b[10;1Hlow\x1b[1;1Hab';
  const after = '\x1b[2J\x1b[1;1Hnew';
  const wide = { at: 0, cols: 20, rows: 10 };
  const narrow = { at: before.length, cols: 8, rows: 3 };
  expect((await shown(before, [wide, narrow])).lines).toEqual(['ab', '', '']);
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  expect((await shown(before + after, [wide, narrow])).lines).toEqual(['new', '', '']);
});

it('wraps at the margin of the time', async () => {
  const { lines, cursor } = await shown('abcdefghij\r\n12345678', [
    { at: 0, cols: 5, rows: 4 },
    { at: 12, cols: 10, rows: 4 },
  ]);
  expect(lines).toEqual(['abcdefghij', '12345678', '', '']);
  expect(cursor).toEqual({ row: 2, column: 9 });
});

it('shows what was printed up to an offset, and nothing behind it, where some is not stored', async () => {
  writeFileSync(join(folder, 'out.0.0'), 'abc');
  writeFileSync(join(folder, 'out.9.0'), 'defghi');
  const sizes = [{ at: 0, cols: 20, rows: 1 }];
  const lines = async (total: number) => (await renderScreen(replayOfLog(folder, total, { sizes }))).lines;
  expect(await lines(11)).toEqual(['abcde']);
  expect(await lines(7)).toEqual(['abc']);
});

it('has the cursor in the last column while a full line waits for the next character', async () => {
  expect((await shown('abcde', [{ at: 0, cols: 5, rows: 2 }])).cursor).toEqual({ row: 1, column: 5 });
});

it('draws all output in the oldest size that is known, and the newest where there is no output', async () => {
  expect((await shown('abcdef', [{ at: 3, cols: 4, rows: 2 }])).lines).toEqual(['abcd', 'ef']);
  expect(
    (
      await shown('', [
        { at: 0, cols: 4, rows: 2 },
        { at: 0, cols: 4, rows: 3 },
      ])
    ).lines,
  ).toHaveLength(3);
});

describe('the cursor at an offset', () => {
  const wide = { at: 0, cols: 20, rows: 5 };
  const narrow = { at: 6, cols: 4, rows: 2 };

  it.each([
    [
      'is where the output up to there leaves it',
      'ab\r\nc\x1b[9;9Hd',
      0,
      [wide],
      [0, 1, 2, 4, 5, 12],
      '1;1 1;2 1;3 2;1 2;2 5;10',
    ],
    ['is asked twice', 'abc', 0, [wide], [2, 2, 3], '1;3 1;3 1;4'],
    ['is in the size of the time', 'abcdef\x1b[9;9H', 0, [wide, narrow], [6, 12], '1;7 2;4'],
    ['is where it ends for one behind it', 'abc', 0, [wide], [9], '1;4'],
    ['is the first place for one that is not known any more', 'abc', 100, [wide], [50, 102], '1;1 1;3'],
  ])('%s', async (_, output, start, sizes, offsets, places) => {
    const cursors = await findCursors({ pieces: [{ start, bytes: Buffer.from(output) }], sizes }, offsets);
    expect(cursors.map(({ row, column }) => `${row};${column}`).join(' ')).toBe(places);
  });
});
