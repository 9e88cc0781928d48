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
});
