import type { LineCells } from './line-cells.ts';

/** Effects of sequences on the line alone, by final byte. */
export const edits: Readonly<Record<string, (line: LineCells, value: number) => void>> = {
  '@': (line, value) => line.shift(value),
  P: (line, value) => line.shift(-value),
  X: (line, value) => line.erase(value),
  C: (line, value) => line.move(value),
  a: (line, value) => line.move(value),
  D: (line, value) => line.move(-value),
  G: (line, value) => line.toColumn(value - 1),
  '`': (line, value) => line.toColumn(value - 1),
  I: (line) => line.tab(),
};
