import { describe, expect, it } from 'vitest';
import { alignColumns } from '../../../src/core/text/align-columns.ts';

describe('alignColumns', () => {
  it.each([
    [[], ''],
    [[['a', 'b']], 'a  b\n'],
    [
      [
        ['a', 'b'],
        ['ccc', ''],
      ],
      'a    b\nccc\n',
    ],
    [
      [
        ['x'.repeat(50), 'b'],
        ['c', 'd'],
      ],
      `${'x'.repeat(50)}  b\nc  d\n`,
    ],
  ])('aligns %j', (rows, text) => {
    expect(alignColumns(rows)).toBe(text);
  });

  it('takes as many rows as a trail has lines', () => {
    const rows = Array.from({ length: 300_000 }, (_, index) => [index === 0 ? 'first' : 'a', 'b']);
    expect(alignColumns(rows).slice(0, 18)).toBe('first  b\na      b\n');
  });
});
