import { expect, it } from 'vitest';
import { LogTaker } from '../../../src/tools/shell/log-taker.ts';

const gap = (bytes: number) => `[… ${bytes} bytes dropped: not kept in the session's log …]\n`;

it.each<[string, readonly (string | number)[], string]>([
  ['nothing', ['a', 'b\n'], 'ab\n'],
  ['once for all at one place', ['a\n', 2, 3, 4], `a\n${gap(9)}`],
  ['once for each place', ['a\n', 2, 3, 'b\n', 4, 5, 'c\n'], `a\n${gap(5)}b\n${gap(9)}c\n`],
  ['on a line of its own', ['a', 7, 'b'], `a\n${gap(7)}b`],
  ['at the start', [7, 'b'], `${gap(7)}b`],
])('tells what of a log was dropped: %s', async (_, pieces, expected) => {
  let got = '';
  let lost = 0;
  const taker = new LogTaker((stream, bytes) => {
    expect(stream).toBe('stdout');
    got += Buffer.from(bytes).toString();
  });
  for (const piece of pieces) {
    if (typeof piece === 'string') await taker.onBytes(Buffer.from(piece));
    else {
      taker.onDropped(piece);
      lost += piece;
    }
  }
  await taker.end();
  expect(got).toBe(expected);
  expect(taker.lostBytes).toBe(lost);
  expect(taker.isInLine).toBe(!expected.endsWith('\n'));
});
