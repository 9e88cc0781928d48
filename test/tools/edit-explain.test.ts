import { expect, it } from 'vitest';
import { explainMiss } from '../../src/tools/edit/explain.ts';

const none = { tier: null, spans: [] };
const nowhere = '"old" occurs nowhere; ';

it.each<[string, string, string, string]>([
  [
    'a first line that may start within one of the file',
    'foo bar\nqux x\n',
    'bar\nqux  x',
    'line 1 agrees, line 2 is near: its blanks differ',
  ],
  [
    'a first line that may not, as a line end is before it',
    'foo bar\nqux\n',
    '\nbar\nqux',
    'line 1 is near: it is "foo bar", in "old" "bar"',
  ],
  [
    'a last line that may end within one of the file',
    'foo\nbarbaz\n',
    '\n\nfoo\nbar',
    'lines 1 to 2 agree, but not the blanks or empty lines around them',
  ],
  [
    'a last line that may not, as a line end is behind it',
    'foo\nbarbaz\n',
    'foo\nbar\n',
    'line 1 agrees, line 2 is near: it is "barbaz", in "old" "bar"',
  ],
  ['an empty line too many', 'a\n', 'a\n\n', 'line 1 agrees, but not the blanks or empty lines around it'],
  ['a line end too many', 'b\na', 'a\n', 'line 2 agrees, but the file ends there without a newline'],
  [
    'a line end too many amid the file',
    'a\nb',
    '\na',
    'line 1 agrees, but not the blanks or empty lines around it',
  ],
  [
    'a line without indentation',
    'foo()\n',
    '  foo()',
    'line 1 is near: its indentation is none, in "old" 2 spaces',
  ],
  [
    'a slip in one of two words',
    'one\nhello world\n',
    'hello wrold',
    'line 2 is near: it is "hello world", in "old" "hello wrold"',
  ],
  ['a letter too few', 'alpha\nbeta\ngamma\n', 'gama', 'line 3 is near: it is "gamma", in "old" "gama"'],
  ['nothing near a line of which few letters agree', 'total = 1\nab\n', 'tally of ab', 'no line is near it'],
  ['nothing near a short one', 'ab\n', 'ax', 'no line is near it'],
  ['a third line', 'a\nb\nc  c\n', 'a\nb\nc c', 'lines 1 to 2 agree, line 3 is near: its blanks differ'],
])('explains %s', (_, text, old, why) => {
  expect(explainMiss({ text, earlier: 0 }, old, none)).toBe(nowhere + why);
});

it('numbers the lines in which matches begin, also with their line end', () => {
  const spans = [1, 5].map((start) => ({ start, end: start + 2 }));
  expect(explainMiss({ text: 'a\nb\na\nb\n', earlier: 0 }, '\nb', { tier: 'exact', spans })).toBe(
    '"old" occurs 2 times (lines 1, 3)',
  );
});
