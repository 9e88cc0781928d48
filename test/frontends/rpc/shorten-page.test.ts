import { describe, expect, it } from 'vitest';
import { type Outcome, outcome } from '../../../src/core/outcome.ts';
import { isRecord } from '../../../src/core/record.ts';
import { WireOutcome } from '../../../src/frontends/rpc/wire-outcome.ts';

const most = 2000;

/** A page of lines from the first on, as it is sent on a line of `most` bytes. */
function sent(
  lines: readonly string[],
  more: { truncated?: readonly number[]; notices?: readonly string[] } = {},
) {
  const whole = outcome({
    status: 'completed',
    message: `Read lines 1 to ${lines.length}.`,
    content: [{ type: 'text', text: lines.join('\n') }],
    details: { startLine: 1, lines: lines.length, eof: true, truncatedLines: more.truncated ?? [] },
    notices: more.notices ?? [],
  });
  const shown = JSON.stringify(new WireOutcome(whole).shrink(most, most));
  expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(most);
  const answer: Outcome = JSON.parse(shown);
  const [only] = answer.content;
  return { ...answer, text: only?.type === 'text' ? only.text : '' };
}

describe('a page of which the first line does not fit', () => {
  it.each([
    ['long', 'x'.repeat(1991)],
    ['escaped', '\u0001'.repeat(1500)],
    ['wide', '😀'.repeat(1000)],
  ])('has as much of it as does: a line that is %s', (_name, line) => {
    const { text, message, details, notices } = sent([line, line, line]);
    const [shown = '', rest] = text.split('[…');
    expect(rest).toBe(' the rest is left out]');
    expect(line.startsWith(shown) && shown.length > 150).toBe(true);
    expect(shown.isWellFormed()).toBe(true);
    expect(message).toContain('Read line 1; the page ends early');
    expect(details).toMatchObject({ lines: 1, eof: false, truncatedLines: [1] });
    expect(notices).toEqual([
      'Line 1 alone passes an answer of 2000 bytes and is cut; raise maxLineBytes in initialize, or caps.rpcLineBytes. Offset 2 reads on behind it.',
    ]);
  });

  it('ends the file where there is no other', () => {
    const { details, notices } = sent(['x'.repeat(9000)]);
    expect(details).toMatchObject({ lines: 1, eof: true, truncatedLines: [1] });
    expect(notices.join()).not.toContain('Offset');
  });
});

describe('what is said of lines of a page that ends earlier', () => {
  const lines = Array.from({ length: 40 }, () => 'x'.repeat(90));
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const ten = numbers(10).join(', ');

  it.each<readonly [string, readonly number[], string, (count: number) => string | null]>([
    [
      'many that are cut',
      numbers(40),
      `Lines ${ten} and 30 more cut at 9.`,
      (left) => `Lines ${ten} and ${left - 10} more cut at 9.`,
    ],
    ['one that is cut', [2], 'Line 2 cut at 9.', () => 'Line 2 cut at 9.'],
    ['one that is left', [2, 39], 'Lines 2, 39 cut at 9.', () => 'Line 2 cut at 9.'],
    ['none that is left', [39], 'Line 39 cut at 9.', () => null],
    ['returns', [], 'Lines 3, 39: \\r stands.', () => 'Line 3: \\r stands.'],
    [
      'many returns',
      [],
      `Lines ${ten} and 9 more: \\r stands.`,
      () => `Lines ${ten} and perhaps more: \\r stands.`,
    ],
  ])('is of those that are left: %s', (_name, truncated, notice, wanted) => {
    const { details, notices } = sent(lines, {
      truncated,
      notices: [notice, 'The file does not end in a newline.'],
    });
    const left = Number(details.lines);
    expect(left).toBeGreaterThan(10);
    expect(left).toBeLessThan(39);
    const said = wanted(left);
    expect(notices).toEqual([
      ...(said === null ? [] : [said]),
      expect.stringContaining(`offset ${left + 1} reads on`),
    ]);
    expect(isRecord(details) && details.truncatedLines).toEqual(truncated.filter((line) => line <= left));
  });
});
