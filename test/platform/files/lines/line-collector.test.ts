import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineCollector, type PageLimits } from '../../../../src/platform/files/lines/line-collector.ts';

const roomy = { lines: 1000, lineChars: 2000, bytes: 102_400 };

interface Request {
  readonly skip?: number;
  readonly limits?: Partial<PageLimits>;
  /** Bytes of the chunks in turn, repeated; all at once without it. */
  readonly sizes?: readonly number[];
}

function page(text: string, { skip = 0, limits = {}, sizes = [] }: Request = {}) {
  const collector = new LineCollector(skip, skip + 1, { ...roomy, ...limits });
  const bytes = new TextEncoder().encode(text);
  let from = 0;
  for (let turn = 0; from < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    if (!collector.push(bytes.subarray(from, from + size))) break;
    from += size;
  }
  collector.finish();
  const { lines, end, truncated, firstCut, strayReturns } = collector;
  return { lines, isAll: end === bytes.length, truncated, firstCut, strayReturns };
}

it('takes a return at the end of a file for a part of its line, and one before a newline for none', () => {
  expect(page('a\rb\r\n\nc\r')).toMatchObject({ lines: ['a\\rb', '', 'c\\r'], strayReturns: [1, 3] });
});

/** Lines that are taken in one go, and the same with one that needs care in front. */
const kinds = [
  ['plain lines', 'plain'],
  ['lines with a stray return', 'a\rb'],
] as const;

describe.each(kinds)('a page of %s', (_, first) => {
  const care = first.replace('\r', '\\r');
  // The number, the tab and the newline of a line are 8 bytes.
  const bytes = care.length + 8 + 28;

  it.each<[string, string, Partial<PageLimits>, readonly string[], boolean]>([
    ['with the last line is at the end', `${first}\nb\n`, { lines: 2 }, [care, 'b'], true],
    ['with all but a last line of one byte is not', `${first}\nb`, { lines: 1 }, [care], false],
    ['with all but an empty last line is not', `${first}\n\n`, { lines: 1 }, [care], false],
    [
      'takes a line that just fits its bytes',
      `${first}\n${'x'.repeat(20)}\n`,
      { bytes },
      [care, 'x'.repeat(20)],
      true,
    ],
    ['ends before one that does not', `${first}\n${'x'.repeat(21)}\n`, { bytes }, [care], false],
    [
      'takes none behind that, though it would fit',
      `${first}\n${'x'.repeat(21)}\ny\n`,
      { bytes },
      [care],
      false,
    ],
    ['counts the bytes of characters', `${first}\n${'é'.repeat(10)}x\n`, { bytes }, [care], false],
    [
      'counts the bytes of every line',
      `${first}\n${'x\n'.repeat(4)}`,
      { bytes },
      [care, 'x', 'x', 'x'],
      false,
    ],
    ['has a first line that does not fit', `${first}\n`, { bytes: 1 }, [care], true],
  ])('%s', (_name, text, limits, lines, isAll) => {
    for (const sizes of [[], [1], [3], [text.length - 1, 1]])
      expect(page(text, { limits, sizes })).toMatchObject({ lines, isAll });
  });
});

it.each([
  [999_999, 18],
  [-1_000_000, 20],
])('the digits of line %i count', (first, bytes) => {
  const collector = new LineCollector(0, first, { ...roomy, bytes });
  collector.push(new TextEncoder().encode('x\n'.repeat(5)));
  const shown = collector.lines.map((line, index) => `${first + index}\t${line}\n`.padStart(9));
  expect(shown.join('').length).toBeLessThanOrEqual(bytes);
  expect(collector.lines.length).toBeGreaterThan(0);
});

describe('a line that is cut', () => {
  it('ends with a whole character, wherever the bytes that are kept of it end', () => {
    for (const lead of ['', 'a', 'aa', 'aaa'])
      for (const character of ['é', '→', '😀']) {
        const shown = lead + character.repeat(16 - lead.length);
        const text = `${lead}${character.repeat(100)}\n`;
        const left = Buffer.byteLength(text) - 1 - Buffer.byteLength(shown);
        expect(page(text, { limits: { lineChars: 16 } }).lines).toEqual([`${shown}[… ${left} more bytes]`]);
      }
  });

  it('is the first whose place is told', () => {
    const text = `a\n${'é'.repeat(40)}\n${'x'.repeat(40)}\n`;
    expect(page(text, { limits: { lineChars: 16 } })).toMatchObject({ truncated: [2, 3], firstCut: 32 });
  });
});

describe('any text', () => {
  const piece = fc.constantFrom('a', 'bc', '\n', '\n', '\r', '\r\n', 'é', '→', '😀', 'x'.repeat(9));
  const request = fc.record({
    skip: fc.integer({ min: 0, max: 3 }),
    limits: fc.record({
      lines: fc.integer({ min: 1, max: 6 }),
      lineChars: fc.integer({ min: 1, max: 12 }),
      bytes: fc.integer({ min: 1, max: 120 }),
    }),
    sizes: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 }),
  });

  it('has the same page however it is cut into chunks', { tags: ['slow'] }, () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), request, (pieces, { sizes, ...asked }) => {
        const text = pieces.join('');
        expect(page(text, { ...asked, sizes })).toEqual(page(text, asked));
      }),
      { numRuns: 2000 },
    );
  });

  it('that is counted by the way is counted right', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 9 })),
        (pieces, cuts) => {
          const bytes = new TextEncoder().encode(pieces.join(''));
          const collector = new LineCollector(0, 1, roomy);
          let from = 0;
          for (const cut of [...cuts, bytes.length]) {
            collector.push(bytes.subarray(from, from + cut));
            from += cut;
          }
          const counted = collector.countOf(bytes.length);
          if (counted === null) return;
          const newlines = bytes.filter((byte) => byte === 10).length;
          expect(counted).toEqual({ totalLines: newlines, eol: 'lf', endsInNewline: true });
          expect([bytes.at(-1), bytes.includes(13)]).toEqual([10, false]);
        },
      ),
      { numRuns: 2000 },
    );
    expect(new LineCollector(0, 1, roomy).countOf(0)).toBeNull();
  });
});
