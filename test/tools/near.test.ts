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
  [
    'the place where more lines agree behind the different one',
    '}\n\nx();\n}\n\nfoo();\nbar();\n',
    '}\n\nfo0();\nbar();',
    [
      [4, 2],
      [1, 2],
    ],
  ],
  [
    'the first place where only empty lines agree behind',
    'a\nx\ny\na\nz\n\n',
    'a\nb\n\nc',
    [
      [1, 1],
      [4, 1],
    ],
  ],
  ['the likest line when none agrees', 'one two three\nfour\n', 'one two four', [[1, 0]]],
  [
    'the line before those that agree',
    'x\nclosed = true;\ninput.close();\n}\n',
    'open = no\ninput.close();',
    [[2, 0]],
  ],
  [
    'the first line, before those that agree',
    'a = 1;\ninput.close();\n',
    'open = no\ninput.close();',
    [[1, 0]],
  ],
  ['the first of equally like lines', 'one two three\none two four\n', 'one two five', [[1, 0]]],
  [
    'of equally like lines that with more around the difference',
    'f(a, b)\nf(b, a)\n',
    'f(b, a, 1)',
    [[2, 0]],
  ],
  ['of the same lines that with the same indentation', '    f()\n  f()\n', '  f(1)', [[2, 0]]],
  ['the first of equally long lines with its words', 'a b c d e f\na b c d e g\n', 'a b x', [[1, 0]]],
  ['no line that goes on behind the first of several', 'foo bar x\nqux\n', 'bar\nqux', []],
  ['no line before one that only ends so', 'x\nb = 1;\nif (a) c.close();\n', 'open = no\nc.close();', []],
  ['no line before the first', 'input.close();\n', 'open = no\ninput.close();', []],
  ['the likest line of one word', 'x\nfoo[]\n', 'foo()', [[2, 0]]],
  ['no line with too few of many words', 'a1 b1 x\n', 'a1 b1 c1 d1 e1', []],
  ['no line before ones that say little', 'x\n}\n', 'y\n}', []],
  ['no line with its blanks elsewhere', 'ab cd\n', 'a bcd', []],
  ['the likest line by whole words', 'foo bar one\nfoo_bar(one, 2)\n', 'foo_bar(one)', [[2, 0]]],
  ['nothing', 'a\n', 'b', []],
])('names %s', (_, text, old, near) => {
  expect(findNear(text, old).near.map(({ line, agreeing }) => [line, agreeing])).toEqual(near);
});

it('does not compare long stretches that agree again from each of their lines on', { tags: ['slow'] }, () => {
  const { near } = findNear('a\n'.repeat(300_000), `${'a\n'.repeat(150_000)}b`);
  expect(near[0]).toEqual({ line: 1, agreeing: 150_000 });
});
