import { expect, it } from 'vitest';
import { makeEdits } from '../../src/tools/edit/edited.ts';
import { explainMiss } from '../../src/tools/edit/explain.ts';
import type { Edit } from '../../src/tools/edit/input.ts';

const none = { tier: null, spans: [] };
const nowhere = '"old" occurs nowhere; ';
const change = (old: string, fresh: string): Edit => ({ old, new: fresh, replaceAll: false });

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
  [
    'a no-break space, which looks as a space',
    'list in\u00a0current\n',
    'list in current',
    'line 1 is near: its blanks differ: it is "list in\\u{a0}current", in "old" "list in current"',
  ],
  [
    'an indentation by no-break spaces',
    '\u00a0\u00a0foo()\n',
    '  foo()',
    'line 1 is near: its indentation is "\\u{a0}\\u{a0}", in "old" 2 spaces',
  ],
  [
    'a character of no width',
    'a\nzero\u200bwidth = 1;\n',
    'zerowidth = 1;',
    'line 2 is near: characters of no width differ: it is "zero\\u{200b}width = 1;", in "old" "zerowidth = 1;"',
  ],
  [
    'characters of no width in "old"',
    'softhyphen\nb\n',
    'soft\u00adhyphen\nb',
    'line 1 is near: characters of no width differ: it is "softhyphen", in "old" "soft\\u{ad}hyphen"',
  ],
  ['a third line', 'a\nb\nc  c\n', 'a\nb\nc c', 'lines 1 to 2 agree, line 3 is near: its blanks differ'],
])('explains %s', (_, text, old, why) => {
  expect(explainMiss({ before: text, text, earlier: 0 }, { old, new: 'x' }, none)).toBe(nowhere + why);
});

it.each<[string, string, string, string]>([
  ['in a line', 'a\n  return 2;\n', 'return 2;', ', "new" already does (line 2)'],
  ['with other line ends', 'a\r\nif (b)\r\n  c();\r\n', 'if (b)\n  c();', ', "new" already does (line 2)'],
  ['but is a single word, which tells nothing', 'a\nreturn\n', 'return', ''],
])('tells where "new" is, as if the same edit was made before, %s', (_, text, fresh, already) => {
  const place = { before: text, text, earlier: 0 };
  expect(explainMiss(place, { old: 'zzz', new: fresh }, none)).toBe(
    `"old" occurs nowhere${already}; no line is near it`,
  );
});

it('does not call "already there" what an earlier edit of the same call put there', () => {
  const place = { before: 'a\n', text: 'a\nreturn 2;\n', earlier: 1 };
  expect(explainMiss(place, { old: 'zzz', new: 'return 2;' }, none)).not.toContain('already');
});

it.each<[string, string, readonly Edit[], string]>([
  ['alike', 'a\nb\nc\n', [change('b', 'x'), change('b\nc', 'y')], '(before edit 1: line 2); no line is near'],
  [
    'with other line ends',
    'a\r\nb\r\n',
    [change('b', 'x'), change('a\nb', 'y')],
    '(before edit 1: line 1); ',
  ],
])('tells where "old" was before the edits of its call, %s', async (_, text, edits, told) => {
  const edited = makeEdits({ given: 'f', text }, edits, async () => {});
  await expect(edited).rejects.toThrow(`edit 2: "old" occurs nowhere any more ${told}`);
});

it.each<[string, string, string]>([
  ['entities', 'if (a < b && c) {\n', 'if (a &lt; b &amp;&amp; c) {'],
  ['an entity of a quote', 'x = "a";\n', 'x = &quot;a&quot;;'],
])('says that "old" has %s where the file has characters', (_, text, old) => {
  expect(explainMiss({ before: text, text, earlier: 0 }, { old, new: 'x' }, none)).toBe(
    '"old" has characters written as entities (&lt;, &amp;, &quot;) that the file has without',
  );
});

it('numbers the lines in which matches begin, also with their line end', () => {
  const spans = [1, 5].map((start) => ({ start, end: start + 2 }));
  const text = 'a\nb\na\nb\n';
  expect(
    explainMiss({ before: text, text, earlier: 0 }, { old: '\nb', new: 'x' }, { tier: 'exact', spans }),
  ).toBe('"old" occurs 2 times (lines 1, 3)');
});
