import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import * as v from 'valibot';
import { type Line, LineSplitter } from '../src/wire/framing.ts';
import { propertySuite } from './property.ts';

const byte = fc.oneof(
  fc.constantFrom(0x0a, 0x0d, 0x20, 0x7b, 0xe2, 0x80, 0xa8),
  fc.integer({ min: 0, max: 255 }),
);

function outcomeOf(bytes: Buffer, most: number): string | null {
  // The CR of its end does not count.
  if (bytes.length - (bytes.at(-1) === 0x0d ? 1 : 0) > most) return 'invalid_request';
  if (bytes.every((one) => one === 0x20 || one === 0x09 || one === 0x0d)) return null;
  return isUtf8(bytes) ? `text ${bytes.toString('utf8').replace(/^\ufeff/, '')}` : 'parse_error';
}

function expectedLines(bytes: Buffer, most: number): readonly string[] {
  const expected: string[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const newline = bytes.indexOf(0x0a, from);
    const end = newline === -1 ? bytes.length : newline;
    const one = outcomeOf(bytes.subarray(from, end), most);
    if (one !== null) expected.push(one);
    from = end + 1;
  }
  return expected;
}

export const framing = propertySuite({
  title: 'Lines lost, doubled or changed by how a stream is cut',
  schema: v.object({ bytes: v.array(v.number()), sizes: v.array(v.number()), most: v.number() }),
  arbitrary: fc.record({
    bytes: fc.array(byte, { maxLength: 120 }),
    sizes: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 }),
    most: fc.integer({ min: 1, max: 40 }),
  }),
  problemOf: ({ bytes, sizes, most }) => {
    const input = Buffer.from(bytes);
    const splitter = new LineSplitter(most);
    const lines: Line[] = [];
    for (let from = 0, turn = 0; from < input.length; turn += 1) {
      const size = sizes[turn % sizes.length] ?? 1;
      const chunk = Uint8Array.from(input.subarray(from, from + size));
      lines.push(...splitter.push(chunk));
      chunk.fill(0x21);
      from += size;
    }
    lines.push(...splitter.end());
    const got = lines.map((line) => (line.kind === 'text' ? `text ${line.text}` : line.code));
    const wanted = expectedLines(input, most);
    return JSON.stringify(got) === JSON.stringify(wanted)
      ? null
      : `${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`;
  },
});
