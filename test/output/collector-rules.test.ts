import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, collect } from './collect.ts';

const omission = /(^|\n)\[… (\d+) bytes?, (\d+) lines? omitted …\]\n/;
const pieces = fc.constantFrom(
  ...[
    'a',
    'b c',
    '\n',
    '\r',
    '\r\n',
    '\b',
    '\0',
    '\u001b',
    '\u001b[1m',
    '\u001b]0;t\u0007',
    '\u001b]',
    '\u001b\\',
  ],
  ...[
    'é',
    '→',
    '😀',
    '\ufeff',
    '\u200b',
    '\u2028',
    '\u009b',
    '\t',
    '\r\r\n',
    '0123456789'.repeat(3),
    'z'.repeat(40),
  ],
);
const raw = fc.uint8Array({ maxLength: 4 });
/** Streams of everything that needs care, between stretches of text. */
const hostile = fc
  .array(fc.oneof({ weight: 6, arbitrary: pieces.map(bytesOf) }, raw), { maxLength: 60 })
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const caps = fc.record({
  outputChars: fc.integer({ min: 1, max: 120 }),
  outputLines: fc.integer({ min: 1, max: 12 }),
  lineChars: fc.integer({ min: 16, max: 40 }),
});
const plain = fc
  .array(fc.constantFrom('a', 'bcd', '\n', '\n\n', 'é', '→→', '😀', 'x'.repeat(30)), { maxLength: 80 })
  .map((parts) => parts.join(''));
const padding = bytesOf('padding\n'.repeat(1025));

function countLines(bytes: Uint8Array): number {
  const newlines = bytes.filter((byte) => byte === 10).length;
  return newlines + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0);
}

describe('any stream', () => {
  it('gives the same result however it is cut into chunks', { tags: ['slow'] }, () =>
    fc.assert(
      fc.asyncProperty(hostile, sizes, caps, async (bytes, cut, limits) => {
        for (const input of [bytes, Uint8Array.from([...padding, ...bytes])]) {
          const whole = await collect(input, { caps: limits });
          expect(await collect(input, { caps: limits, sizes: cut })).toEqual(whole);
        }
      }),
      { numRuns: 300 },
    ),
  );

  it('is counted exactly, and shows no escape, NUL, carriage return or backspace', { tags: ['slow'] }, () =>
    fc.assert(
      fc.asyncProperty(hostile, caps, async (bytes, limits) => {
        const { text, facts } = await collect(bytes, { caps: limits });
        expect(facts).toMatchObject({ bytes: bytes.length, lines: countLines(bytes) });
        expect(text).not.toMatch(/[\0\b\r\u001b]/);
        expect(text.isWellFormed?.() ?? true).toBe(true);
        expect(facts.omittedLines).toBeGreaterThanOrEqual(0);
        expect(facts.omittedLines).toBeLessThanOrEqual(facts.lines);
      }),
      { numRuns: 500 },
    ),
  );

  it('is what is shown, what is left out and what cleaning took from it', () =>
    fc.assert(
      fc.asyncProperty(hostile, async (bytes) => {
        const { text, facts } = await collect(bytes, { caps: { lineChars: 100_000 } });
        const { omittedBytes, cleanedBytes = 0, binary } = facts;
        if (binary)
          expect({ omittedBytes, cleanedBytes }).toEqual({ omittedBytes: bytes.length, cleanedBytes: 0 });
        else expect(bytesOf(text).length + omittedBytes + cleanedBytes).toBe(bytes.length);
      }),
      { numRuns: 500 },
    ));

  it('never shows more than the caps and one line', () =>
    fc.assert(
      fc.asyncProperty(hostile, caps, async (bytes, limits) => {
        const { text, facts } = await collect(bytes, { caps: limits });
        if (facts.binary) return;
        const payload = text.replace(omission, '$1');
        expect([...payload].length).toBeLessThanOrEqual(limits.outputChars + 1);
        const shownLines = payload.split('\n').length - (payload.endsWith('\n') || payload === '' ? 1 : 0);
        expect(shownLines).toBeLessThanOrEqual(limits.outputLines);
      }),
      { numRuns: 500 },
    ));
});

/** What is shown of plain text, as UTF-8 before and after the omission, and the numbers named there. */
function partsOf(text: string, input: string) {
  const match = omission.exec(text);
  if (match === null) return { head: text, tail: '', named: null };
  const before = text.slice(0, match.index);
  const withBreak = `${before}${match[1]}`;
  return {
    // The line break before the omission is the stream's own when the stream has one there.
    head: input.startsWith(withBreak) && match[1] === '\n' ? withBreak : before,
    tail: text.slice(match.index + match[0].length),
    named: { bytes: Number(match[2]), lines: Number(match[3]) },
  };
}

describe('plain text', () => {
  const noCuts = fc.record({
    outputChars: fc.integer({ min: 1, max: 120 }),
    outputLines: fc.integer({ min: 1, max: 12 }),
    lineChars: fc.constant(100_000),
  });

  it('is shown whole when it fits, else shown plus omitted is all of it', { tags: ['slow'] }, () =>
    fc.assert(
      fc.asyncProperty(plain, noCuts, sizes, async (input, limits, cut) => {
        const { text, facts } = await collect(input, { caps: limits, sizes: cut });
        const bytes = bytesOf(input);
        const fits = [...input].length <= limits.outputChars && countLines(bytes) <= limits.outputLines;
        expect(facts.truncated).toBe(!fits);
        if (fits) {
          expect(text).toBe(input);
          return;
        }
        const { head, tail, named } = partsOf(text, input);
        expect(input.startsWith(head)).toBe(true);
        expect(input.endsWith(tail)).toBe(true);
        expect(named).toEqual({ bytes: facts.omittedBytes, lines: facts.omittedLines });
        const shown = bytesOf(head).length + bytesOf(tail).length;
        // A head that ends right before a line break looks as if the break were shown.
        expect([bytes.length - shown, bytes.length - shown + 1]).toContain(facts.omittedBytes);
      }),
      { numRuns: 1000 },
    ),
  );

  it('names as omitted exactly the lines of which nothing is shown', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 60 }), noCuts, async (count, limits) => {
        const input = Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');
        const { text, facts } = await collect(input, { caps: limits });
        if (!facts.truncated) return;
        const { head, tail } = partsOf(text, input);
        const end = bytesOf(input).length - bytesOf(tail).length;
        const starts = input
          .split('\n')
          .slice(0, -1)
          .map((line) => input.indexOf(`${line}\n`));
        const hidden = starts.filter((start) => {
          const next = input.indexOf('\n', start) + 1;
          return start >= head.length && next <= end;
        });
        expect(facts.omittedLines).toBe(hidden.length);
      }),
      { numRuns: 500 },
    ));
});
