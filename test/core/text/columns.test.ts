import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/headless';
import { expect, it } from 'vitest';
import { columnsOf } from '../../../src/core/text/columns.ts';

it.each([
  ['a', 1],
  ['é', 1],
  ['─', 1],
  ['\u0301', 0],
  ['\u200d', 0],
  ['\ufe0f', 0],
  ['漢', 2],
  ['ｱ', 1],
  ['Ａ', 2],
  ['한', 2],
  ['✅', 2],
  ['🥳', 2],
  ['🇩', 1],
])('%j has %d columns', (character, columns) => expect(columnsOf(character)).toBe(columns));

/** Columns that the terminal behind `screen` moves its cursor by. */
async function movedBy(characters: readonly string[]): Promise<readonly number[]> {
  const terminal = new Terminal({ cols: 10, rows: 2, scrollback: 0, allowProposedApi: true });
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  const moved: number[] = [];
  for (const character of characters) {
    await new Promise<void>((resolve) => terminal.write(`\r.${character}`, resolve));
    moved.push(terminal.buffer.active.cursorX - 1);
  }
  terminal.dispose();
  return moved;
}

it('characters of the usual scripts have the columns that the screen gives them', {
  tags: ['slow'],
}, async () => {
  const ranges = [
    [0x20, 0x7e],
    [0xa0, 0x5ff],
    [0x2000, 0x2bff],
    [0x3000, 0x30ff],
    [0x4e00, 0x4eff],
    [0xac00, 0xacff],
    [0xff00, 0xffef],
    [0x1f300, 0x1f5ff],
  ] as const;
  const characters = ranges
    .flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
    )
    .filter((character) => /[^\p{Cn}\p{Cc}\p{Co}]/u.test(character));
  const moved = await movedBy(characters);
  expect(characters.filter((character, at) => columnsOf(character) !== moved[at])).toEqual([]);
});
