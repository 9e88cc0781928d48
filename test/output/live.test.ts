import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LiveOptions, LiveWriter } from '../../src/output/live.ts';
import { bytesOf, chunksOf } from './collect.ts';

interface LiveCase {
  readonly caps?: Partial<LiveOptions['caps']>;
  readonly unlimited?: boolean;
  readonly terminal?: boolean;
  readonly sizes?: readonly number[];
}

/** What was written while the stream ran and at its end. */
function show(input: string | Uint8Array, given: LiveCase = {}) {
  const { caps, unlimited = false, terminal = false, sizes } = given;
  const written: number[] = [];
  const live = new LiveWriter({
    caps: { outputChars: 10, outputLines: 100, ...caps },
    unlimited,
    terminal,
    write: (bytes) => void written.push(...bytes),
  });
  for (const chunk of chunksOf(bytesOf(input), sizes)) void live.push(chunk);
  const held = live.held();
  return { live: Buffer.from(written), held, ...live.finish() };
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

describe('LiveWriter', () => {
  it.each([
    ['nothing', '', {}, '', '', 0, 0],
    ['less than the head', 'abc\n', {}, 'abc\n', '', 0, 0],
    ['exactly the head', 'abcde', {}, 'abcde', '', 0, 0],
    ['one past the head', 'abcdef', {}, 'abcde', 'f', 0, 0],
    ['exactly the cap', 'abcdefghij', {}, 'abcde', 'fghij', 0, 0],
    ['one past the cap', 'abcdefghijk', {}, 'abcde', 'ghijk', 1, 0],
    ['a head of whole lines', 'a\nb\nc\nd\n', { outputLines: 2 }, 'a\n', 'd\n', 4, 2],
    ['exactly the lines', 'a\nb\nc\nd\n', { outputLines: 4 }, 'a\nb\n', 'c\nd\n', 0, 0],
    ['lines without a last newline', 'a\nb\nc\nd', { outputLines: 2 }, 'a\n', 'd', 4, 2],
    ['a part of the only line', 'abcdefghijklm', {}, 'abcde', 'ijklm', 3, 0],
    ['a tail in a later line', 'abcdefg\nhijk\nlmnop', {}, 'abcde', 'lmnop', 8, 1],
    [
      'few long lines, many short ones',
      `abcde${'\n'.repeat(5)}`,
      { outputLines: 6 },
      'abcde',
      '\n\n\n\n\n',
      0,
      0,
    ],
    ['escapes and carriage returns', '\u001b[1ma\rb\n', {}, '\u001b[1ma', '\rb\n', 0, 0],
  ])('%s', (_, input, caps, live, tail, omittedBytes, omittedLines) => {
    for (const sizes of [[], [1], [3]]) {
      const shown = show(input, { caps, sizes });
      expect([text(shown.live), text(shown.tail)]).toEqual([live, tail]);
      expect(shown).toMatchObject({ omittedBytes, omittedLines });
      expect(shown.held.bytes).toBe(input.length - live.length);
      expect(shown.held.lines).toBe(input.slice(live.length).split('\n').length - 1);
    }
  });

  it.each([[[]], [[1]], [[7]]])(
    'shows no more of bytes that begin no character, in pieces of %j',
    (sizes) => {
      expect(show(new Uint8Array(1000).fill(0x80), { sizes }).live).toHaveLength(5 * 4);
    },
  );

  it('cuts between characters', () => {
    const shown = show('é→😀é→😀é→😀é→😀', { sizes: [1] });
    expect(Buffer.from(shown.live).toString()).toBe('é→😀é→');
    expect(Buffer.from(shown.tail).toString()).toBe('→😀é→😀');
    expect(shown.omittedBytes).toBe(6);
  });

  it('ends in the end of the stream where no byte begins a character', () => {
    const input = Uint8Array.from([...Array(20).fill(0x61), ...Array(40).fill(0x80)]);
    for (const sizes of [[5, 5, 2, 100], [1], []]) {
      const { tail, live, omittedBytes } = show(input, { sizes });
      expect(tail).toEqual(input.slice(input.length - tail.length));
      expect(live.length + tail.length + omittedBytes).toBe(input.length);
    }
  });

  it('shows everything without a limit', () => {
    const input = 'line\n'.repeat(10_000);
    const shown = show(input, { unlimited: true, sizes: [777] });
    expect(text(shown.live)).toBe(input);
    expect(shown).toMatchObject({ held: { bytes: 0, lines: 0 }, omittedBytes: 0, omittedLines: 0 });
    expect(shown.tail.length).toBe(0);
  });

  it('hands on the back-pressure of its writer', async () => {
    const pressure = Promise.resolve();
    const caps = { outputChars: 10, outputLines: 10 };
    const live = new LiveWriter({ caps, unlimited: false, terminal: false, write: () => pressure });
    expect(live.push(bytesOf('abc'))).toBe(pressure);
    expect(live.push(bytesOf('def'))).toBe(pressure);
    expect(live.push(bytesOf('ghi'))).toBeUndefined();
  });

  it('every byte is shown once, in order, or counted as omitted, whatever the bytes', {
    tags: ['slow'],
  }, () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    const caps = fc.record({
      outputChars: fc.integer({ min: 1, max: 60 }),
      outputLines: fc.integer({ min: 1, max: 10 }),
    });
    const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 });
    const stream = fc.oneof(
      bytes,
      fc
        .array(fc.constantFrom('a', '\n', 'é', 'xyz'), { maxLength: 80 })
        .map((parts) => bytesOf(parts.join(''))),
    );
    fc.assert(
      fc.property(stream, caps, sizes, (input, limits, cut) => {
        const { live, tail, omittedBytes, omittedLines } = show(input, { caps: limits, sizes: cut });
        const all = Buffer.from(input);
        expect(all.subarray(0, live.length)).toEqual(live);
        expect(all.subarray(all.length - tail.length)).toEqual(Buffer.from(tail));
        expect(live.length + omittedBytes + tail.length).toBe(all.length);
        expect(live.length).toBeLessThanOrEqual(4 * Math.ceil(limits.outputChars / 2));
        expect(omittedLines).toBeGreaterThanOrEqual(0);
        if (omittedBytes === 0) expect(omittedLines).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });

  it('text is left out if and only if it passes a cap', { tags: ['slow'] }, () => {
    const parts = fc.array(fc.constantFrom('a', '\n', 'é', '😀', 'xyz'), { maxLength: 60 });
    fc.assert(
      fc.property(
        parts,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 10 }),
        (given, outputChars, outputLines) => {
          const input = given.join('');
          const lines = input.split('\n').length - (input.endsWith('\n') || input === '' ? 1 : 0);
          const fits = [...input].length <= outputChars && lines <= outputLines;
          expect(show(input, { caps: { outputChars, outputLines }, sizes: [2] }).omittedBytes === 0).toBe(
            fits,
          );
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('a terminal', () => {
  it.each([
    ['binary from the start', [Uint8Array.of(0x7f, 0x45, 0, 1, 2)], '', '[binary output: 5 bytes]\n'],
    [
      'binary after a line',
      [bytesOf('abc\n'), Uint8Array.of(0, 1), Uint8Array.of(10, 10)],
      'abc\n',
      '[binary output: 4 bytes]\n',
    ],
    [
      'binary after a part of a line',
      [bytesOf('abc'), Uint8Array.of(0)],
      'abc',
      '\n[binary output: 1 byte]\n',
    ],
    [
      'text that was held counts too',
      [bytesOf('abcdefgh\n'), Uint8Array.of(0)],
      'abcde',
      '\n[binary output: 5 bytes]\n',
    ],
    ['text', [bytesOf('abc\n')], 'abc\n', ''],
  ])('is spared %s', (_, chunks, live, tail) => {
    for (const unlimited of [false, true]) {
      if (unlimited && live.length === 5) continue;
      const written: number[] = [];
      const caps = { outputChars: 10, outputLines: 100 };
      const writer = new LiveWriter({
        caps,
        unlimited,
        terminal: true,
        write: (bytes) => void written.push(...bytes),
      });
      for (const chunk of chunks) void writer.push(chunk);
      expect(text(Buffer.from(written))).toBe(live);
      const held = Buffer.concat(chunks).subarray(live.length);
      const isBinary = Buffer.concat(chunks).includes(0);
      expect(writer.held()).toEqual({
        bytes: held.length,
        lines: isBinary ? held.toString().split('\n').length - 1 : 0,
      });
      expect(text(writer.finish().tail)).toBe(tail);
    }
  });

  it('is spared nothing elsewhere: a pipe gets the bytes', () => {
    const binary = Uint8Array.of(0, 1, 2, 255);
    expect(show(binary, { terminal: false }).live).toEqual(Buffer.from(binary));
  });
});
