import { expect, it } from 'vitest';
import { typedLines } from '../../../src/platform/terminal/terminal-line.ts';

it.each([
  ['', 0, { longest: 0, open: 0 }],
  ['', 7, { longest: 7, open: 7 }],
  ['abc', 0, { longest: 3, open: 3 }],
  ['abc\n', 0, { longest: 3, open: 0 }],
  ['abc\rde', 0, { longest: 3, open: 2 }],
  ['ab\ncdef\ng', 3, { longest: 5, open: 1 }],
  ['ab\u0015cd', 0, { longest: 2, open: 2 }],
  ['ä', 0, { longest: 2, open: 2 }],
  ['x'.repeat(60_000), 0, { longest: 60_000, open: 60_000 }],
])('the lines of what is typed: %j behind %i', (typed, open, lines) => {
  expect(typedLines(Buffer.from(typed), open)).toEqual(lines);
});
