import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, LineSplitter, textLines } from '../../src/wire/framing.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function split(chunks: readonly Uint8Array[], maxBytes = 1024): readonly Line[] {
  const splitter = new LineSplitter(maxBytes);
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

const texts = (lines: readonly Line[]): readonly string[] =>
  lines.map((line) => (line.kind === 'text' ? line.text : line.code));

describe('LineSplitter', () => {
  it.each<[string, string, readonly string[]]>([
    ['LF', 'a\nb\n', ['a', 'b']],
    ['a last line without LF', 'a\nb', ['a', 'b']],
    ['CR LF', 'a\r\nb\r\n', ['a\r', 'b\r']],
    ['blank lines', '\n \t\r\n\na\n\n', ['a']],
    ['U+2028, U+2029 and U+0085 are data', 'a\u2028b\u2029c\u0085d\n', ['a\u2028b\u2029c\u0085d']],
    ['VT and FF are data', 'a\vb\fc\n', ['a\vb\fc']],
    ['a byte order mark is dropped', '\ufeffa\n', ['a']],
    ['nothing', '', []],
  ])('%s', (_name, input, expected) => {
    expect(texts(split([bytesOf(input)]))).toEqual(expected);
  });

  it.each([
    ['a lone continuation byte', [0x80]],
    ['a cut sequence', [0xe2, 0x82]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
  ])('reports invalid UTF-8: %s', (_name, bad) => {
    const lines = split([new Uint8Array([0x61, ...bad, 0x0a, 0x62, 0x0a])]);
    expect(texts(lines)).toEqual(['parse_error', 'b']);
  });

  it.each([
    [9, ['x'.repeat(9), 'b']],
    [10, ['x'.repeat(10), 'b']],
    [11, ['invalid_request', 'b']],
    [5000, ['invalid_request', 'b']],
  ])('takes lines up to its limit of 10: %i bytes', (length, expected) => {
    const input = bytesOf(`${'x'.repeat(length)}\nb\n`);
    expect(texts(split([input], 10))).toEqual(expected);
    expect(texts(split(cut(input, 3), 10))).toEqual(expected);
    expect(texts(split([bytesOf('x'.repeat(length))], 10))).toEqual(expected.slice(0, 1));
  });

  it.each([
    ['its limit of 10 bytes', 10, ['xxxxxxxxxx\r', 'b\r']],
    ['one more', 11, ['invalid_request', 'b\r']],
  ])('does not count the CR before the LF: %s', (_name, length, expected) => {
    const input = bytesOf(`${'x'.repeat(length)}\r\nb\r\n`);
    expect(texts(split([input], 10))).toEqual(expected);
    for (const step of [1, 3, 11]) expect(texts(split(cut(input, step), 10))).toEqual(expected);
    expect(texts(split([bytesOf(`${'x'.repeat(length)}\r`)], 10))).toEqual(expected.slice(0, 1));
  });

  it('gives the same lines wherever the stream is cut', () => {
    const line = fc.stringMatching(/^[^\n]{0,30}$/);
    const input = fc.array(line, { maxLength: 6 }).map((lines) => bytesOf(lines.join('\n')));
    fc.assert(
      fc.property(input, (bytes) => {
        const whole = split([bytes], 40);
        for (let at = 0; at <= bytes.length; at += 1) {
          expect(split([bytes.slice(0, at), bytes.slice(at)], 40)).toEqual(whole);
        }
        expect(split(cut(bytes, 1), 40)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it.each([0, 30, 3000])(
    'knows the id at either end of a line that is too long: %i bytes before it',
    (size) => {
      const filled = 'x'.repeat(size);
      const input = bytesOf(
        `{"id":1,"method":"a","params":["${filled}"]}\n{"method":"a","params":["${filled}"],"id":2}\r\n`,
      );
      const ids = (chunks: readonly Uint8Array[]) =>
        split(chunks, 20).map((line) => (line.kind === 'bad' ? line.id : line.text));
      for (const step of [1, 7, 4096, input.length]) expect(ids(cut(input, step))).toEqual(['1', '2']);
    },
  );

  it('names its limit, and the setting behind it', () => {
    const problems = [new LineSplitter(3), new LineSplitter(3, 'a.b')].map((splitter) => {
      const [line] = splitter.push(bytesOf('xxxx\n'));
      return line?.kind === 'bad' && line.problem;
    });
    expect(problems).toEqual(['the line is longer than 3 bytes', 'the line is longer than 3 bytes (a.b)']);
  });

  it.each([1, 700, 1024, 4000])('keeps all of a long line that comes in pieces of %i bytes', (size) => {
    const long = Array.from({ length: 2000 }, (_, index) => index).join();
    expect(texts(split(cut(bytesOf(`${long}\nb\n${long}\n`), size), 10_000))).toEqual([long, 'b', long]);
  });

  it('gives only the valid lines of a stream that ended in a newline', async () => {
    async function* input() {
      for (const text of ['a\nxxxxx', 'x\n\n', 'é\n\ud800']) yield bytesOf(text);
      yield Uint8Array.of(0x80, 0x0a, 0x62, 0x0a, 0x63);
    }
    const lines: string[] = [];
    for await (const line of textLines(input(), 5)) lines.push(line);
    expect(lines).toEqual(['a', 'é', 'b']);
  });

  it('does not hold on to a chunk that its producer uses again', () => {
    const splitter = new LineSplitter(100);
    const chunk = bytesOf('abc');
    splitter.push(chunk);
    chunk.fill(0x7a);
    expect(texts(splitter.push(bytesOf('d\n')))).toEqual(['abcd']);
  });

  it('takes a line of 20 MiB in small pieces', { tags: ['slow'] }, () => {
    const bytes = 20 * 1024 * 1024;
    const splitter = new LineSplitter(bytes);
    const piece = new Uint8Array(4096).fill(0x78);
    for (let sent = 0; sent < bytes; sent += piece.length) expect(splitter.push(piece)).toEqual([]);
    const [line] = splitter.push(bytesOf('\n'));
    expect(line?.kind === 'text' && line.text.length).toBe(bytes);
  });
});

function cut(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.slice(at, at + size));
  return pieces;
}
