import { expect, it } from 'vitest';
import { lineEndFinder } from '../../src/tools/edit/line-ends.ts';

/** The spans between brackets, in order, and the text without those. */
function spansOf(marked: string) {
  const spans: { start: number; end: number }[] = [];
  let text = '';
  for (const part of marked.split(/(\[[^\]]*\])/)) {
    const inner = /^\[([^\]]*)\]$/.exec(part)?.[1];
    if (inner !== undefined) spans.push({ start: text.length, end: text.length + inner.length });
    text += inner ?? part;
  }
  return { spans, text };
}

it.each<readonly [marked: string, areReturns: readonly boolean[]]>([
  // Most lines of the span; the first when it is a draw.
  ['[a\nb\r\nc\r\n]', [true]],
  ['[a\r\nb\nc\n]', [false]],
  ['[a\r\nb\n]c\n', [true]],
  ['[a\nb\r\n]c\r\n', [false]],
  // Within a line its own end counts, in the last line that of the line before.
  ['a\n[b]\r\nc\n', [true]],
  ['a\r\n[b]\nc\r\n', [false]],
  ['a\n\r\n[b]', [true]],
  ['a\r\n\n[b]', [false]],
  ['\n[a]\r\n', [true]],
  // One after the other, also in one line.
  ['[a]\r\n[b]\n[c][d]\r\n[e\nf\n]', [true, false, true, true, false]],
  ['[a]\n[b]', [false, false]],
  ['[a]', [false]],
])('whether CRLF belongs into %j: %j', (marked, areReturns) => {
  const { spans, text } = spansOf(marked);
  expect(spans.map(lineEndFinder(text))).toEqual(areReturns);
});
