import { expect, it } from 'vitest';
import { findNear } from '../../src/tools/edit/near.ts';

it.each([
  [
    'the three longest agreements, the first of equal ones first',
    'a\nb\na\nb\nc\na\na\n',
    'a\nb\nc\nd',
    [
      [3, 3],
      [1, 2],
      [6, 1],
    ],
  ],
  ['the likest line when none agrees', 'one two three\nfour\n', 'one two four', [[1, 0]]],
  [
    'the line before those that agree',
    'x\nclosed = true;\ninput.close();\n}\n',
    'open = no\ninput.close();',
    [[2, 0]],
  ],
  ['no line before ones that say little', 'x\n}\n', 'y\n}', []],
  ['nothing', 'a\n', 'b', []],
])('names %s', (_, text, old, near) => {
  expect(findNear(text, old).near.map(({ line, agreeing }) => [line, agreeing])).toEqual(near);
});

it('does not compare long stretches that agree again from each of their lines on', { tags: ['slow'] }, () => {
  const { near } = findNear('a\n'.repeat(300_000), `${'a\n'.repeat(150_000)}b`);
  expect(near[0]).toEqual({ line: 1, agreeing: 150_000 });
});
