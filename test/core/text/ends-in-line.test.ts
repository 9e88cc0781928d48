import { expect, it } from 'vitest';
import { endsInLine } from '../../../src/core/text/ends-in-line.ts';

it.each([
  ['a line', 'one\n', false, false],
  ['one of Windows', 'one\r\n', true, false],
  ['a line that is begun', 'one\ntwo', false, true],
  ['one that is written over', '50%\r', false, true],
  ['colours put back', '\u001b[31mred\n\u001b[0m\u001b[?25h', false, false],
  ['colours alone behind a line', '\u001b[0m', false, false],
  ['colours alone within a line', '\u001b[0m', true, true],
  ['no sequence', 'one\n\u001b]0;title', false, true],
  ['nothing', '', true, true],
  ['more than is looked at', '\u001b[0m'.repeat(15_000), false, true],
])('%s', (_, text, wasInLine, isInLine) => {
  expect(endsInLine(Buffer.from(text), wasInLine)).toBe(isInLine);
});
