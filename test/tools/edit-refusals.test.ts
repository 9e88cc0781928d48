import { existsSync } from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edit } from '../../src/tools/edit/tool.ts';
import { type FileWorkspace, failureOf, makeWorkspace } from '../helpers/file-workspace.ts';

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({
    'folder/': '',
    'loop-a': '-> loop-b',
    'loop-b': '-> loop-a',
    '../outside.txt': 'a\n',
  });
});

afterAll(() => ws.remove());

const one = (old: string, fresh = 'new', more: object = {}): object => ({ old, new: fresh, ...more });

it.runIf(existsSync('/proc/self/mem'))(
  'says what the system says of a file that cannot be read',
  async () => {
    expect(await failureOf(edit, { path: '/proc/self/mem', ...one('a') }, ws.context)).toBe(
      'Cannot edit "/proc/self/mem": its disk or device reports an error (EIO), expected a sound one',
    );
  },
);

it.each([
  ['characters', 'x'.repeat(1_000_000)],
  ['bytes', 'é'.repeat(400_000)],
])('makes no file that it could not edit again, by its %s', { timeout: 60_000 }, async (_, fresh) => {
  const before = 'a\n'.repeat(140);
  await writeFile(ws.at('grows.txt'), before);
  const given = { path: 'grows.txt', ...one('a', fresh, { replaceAll: true }) };
  expect(await failureOf(edit, given, ws.context)).toContain('it would have more than 104857600 bytes then');
  expect(await readFile(ws.at('grows.txt'), 'utf8')).toBe(before);
});

it('says how UTF-16 becomes what it takes', async () => {
  await writeFile(ws.at('wide.txt'), '\ufeffhello\n', 'utf16le');
  expect(await failureOf(edit, { path: 'wide.txt', ...one('hello') }, ws.context)).toContain(
    'it is UTF-16 text, expected a UTF-8 text file; convert it with shell and iconv',
  );
});

it.each([
  ['as it stands', 'a\na\n', 'a', ', or set replaceAll'],
  ['with line endings ignored', 'a\r\nb\r\na\r\nb\r\n', 'a\nb', ', or set replaceAll'],
  ['folded, which replaceAll does not', '“a”\n“a”\n', '"a"', ''],
])('names replaceAll only where it would help: %s', async (_, content, old, more) => {
  await writeFile(ws.at('many.txt'), content);
  expect(await failureOf(edit, { path: 'many.txt', ...one(old) }, ws.context)).toMatch(
    new RegExp(`expected exactly one match: add lines around it${more}$`),
  );
  const all = { path: 'many.txt', ...one(old, 'new', { replaceAll: true }) };
  if (more === '') expect(await failureOf(edit, all, ws.context)).toContain('occurs nowhere');
});

describe('a text that is not there', () => {
  it.each<[string, string, object, string]>([
    [
      'absent',
      'a\nb\n',
      one('zzz'),
      '"old" occurs nowhere; no line is near it, expected text that is in the file',
    ],
    [
      'but for its first line',
      'x\n  closed = true;\n  input.close();\n  end();\n',
      one('open = no\n  input.close();\n  end();'),
      'line 2 is near: it is "  closed = true;", in "old" "open = no"',
    ],
    ['but for a line end that it folds to', 'a\n', one(' \n'), '"old" occurs nowhere'],
    ['amid a line, where it ends in blanks', '“b” c\n', one('"b" \t'), '"old" occurs nowhere'],
    ['in an empty file', '', one('a'), '"old" occurs nowhere; the file is empty'],
    ['twice', 'a\nb a\n', one('a'), '"old" occurs 2 times (lines 1, 2), expected exactly one match'],
    ['overlapping', 'aaa', one('aa'), '"old" occurs 2 times (line 1)'],
    ['overlapping once it is folded', '“““', one('""'), '"old" occurs 2 times with trailing blanks, '],
    ['and the only edit', 'b\n', one('a'), 'Cannot edit "f.txt": "old" occurs nowhere'],
    [
      'many times',
      'a\n'.repeat(3000),
      one('a'),
      'occurs at least 1000 times (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 …)',
    ],
    [
      'twice, line ends ignored',
      'a\r\nb\r\na\r\nb\r\n',
      one('a\nb'),
      '2 times with line endings ignored (lines 1, 3)',
    ],
    [
      'twice, folded',
      '“a”\n“a”\n',
      one('"a"'),
      '2 times with trailing blanks, quotes and dashes folded (lines 1, 2)',
    ],
    [
      'tabs for spaces',
      'if:\n\tfoo()\n',
      one('    foo()'),
      'line 2 is near: its indentation is 1 tab, in "old" 4 spaces',
    ],
    [
      'deeper',
      'x\n      foo()\n',
      one('x\n  foo()'),
      'line 1 agrees, line 2 is near: its indentation is 6 spaces, in "old" 2 spaces',
    ],
    [
      'other quotes, everywhere',
      'a “b”\n',
      one('a "b"', 'x', { replaceAll: true }),
      'line 1 is near: its quotes or dashes differ',
    ],
    [
      'trailing blanks before CRLF, everywhere',
      'a  \r\nb\r\n',
      one('a\nb', 'x', { replaceAll: true }),
      'line 1 is near: its trailing blanks differ',
    ],
    ['other blanks', 'a  =  1\n', one('a = 1'), 'line 1 is near: its blanks differ'],
    ['a no-break space', 'a\u00a0b\n', one('a b'), 'line 1 is near: its blanks differ'],
    [
      'no newline at the end of the file',
      'x\nlast',
      one('last\n'),
      'line 2 agrees, but the file ends there without a newline',
    ],
    [
      'no newline at the end of a file of CRLF',
      'a\r\nb\r\nc',
      one('b\nc\n'),
      'lines 2 to 3 agree, but the file ends there without a newline',
    ],
    [
      'an empty line too many',
      'a\nlast',
      one('a\n\nlast'),
      'line 1 agrees, line 2 is near: it is "last", in "old" ""',
    ],
    [
      'an empty line too many before',
      'a\nlast',
      one('\n\nlast'),
      'line 2 agrees, but not the blanks or empty lines around it',
    ],
    [
      'a letter and its accent apart',
      'x\ncafe\u0301 = 1\n',
      one('caf\u00e9 = 1'),
      'line 2 is near: its letters are composed differently (Unicode NFC or NFD)',
    ],
    [
      'a letter and its accent apart, in a part of a line',
      'x\nlet cafe\u0301 = 1;\n',
      one('caf\u00e9 ='),
      'line 2 is near: its letters are composed differently (Unicode NFC or NFD)',
    ],
    ['other blanks in a part of a line', 'x a\u00a0b y\n', one('a b'), 'line 1 is near: its blanks differ'],
    ['other case in a part of a line', 'let Ab = 1;\n', one('ab ='), 'its upper and lower case differ'],
    [
      'other quotes in parts of lines, everywhere',
      'say “a”\nor “a” then\n',
      one('"a"', 'x', { replaceAll: true }),
      'line 1 is near: its quotes or dashes differ; near too: line 2',
    ],
    [
      'a middle line that is a part of the one there',
      'a\n  })\nb\n',
      one('a\n}\nb'),
      'line 2 is near: it is "  })", in "old" "}"',
    ],
    ['other case', 'Const A\n', one('const a'), 'line 1 is near: its upper and lower case differ'],
    [
      'another line in the middle',
      'a\nB2\nc\n',
      one('a\nb1\nc'),
      'line 1 agrees, line 2 is near: it is "B2", in "old" "b1"',
    ],
    [
      'other blanks in the middle',
      'a\nb  c\nd\n',
      one('a\nb c\nd'),
      'line 1 agrees, line 2 is near: its blanks differ',
    ],
    ['cut off by the end', 'a\nb\n', one('a\nb\n\nc'), 'lines 1 to 3 agree, but the file ends there'],
    [
      'similar words',
      'x\nconst total = sum(a, b);\n',
      one('const total = sum(a, c);'),
      'line 2 is near: it is "const total = sum(a, b);"',
    ],
    [
      'a part of a line',
      'x\n    print("a", i, flush=True); time.sleep(.02)\n',
      one('time.sleep(.2)'),
      'line 2 is near: it is "    print(\\"a\\", i, flush=True); time.sleep(.02)", in "old" "time.sleep(.2)"',
    ],
    [
      'a part of a long line',
      `${'filler '.repeat(30)}tone.sleep(.02)\n`,
      one('tone.sleep(.2)'),
      'line 1 is near: it is "…tone.sleep(.02)", in "old" "tone.sleep(.2)"',
    ],
    [
      'a part of a long line, in the other case',
      `${'filler '.repeat(30)}Tone.sleep(.02)\n`,
      one('tone.sleep(.2)'),
      'line 1 is near: it is "…Tone.sleep(.02)", in "old" "tone.sleep(.2)"',
    ],
    [
      'trailing blanks in the middle, everywhere',
      'a\nb  \ncd\n',
      one('a\nb\nc', 'x', { replaceAll: true }),
      'line 1 agrees, line 2 is near: its trailing blanks differ',
    ],
    [
      'long lines that begin alike',
      `const names = [${'"name", '.repeat(20)}"last"];\n`,
      one(`const names = [${'"name", '.repeat(20)}"list"];`),
      'it is "…, \\"name\\", \\"name\\", \\"last\\"];", in "old" "…, \\"name\\", \\"name\\", \\"list\\"];"',
    ],
    [
      'the line numbers of read',
      'a\r\n\r\n  b\r\n',
      one('     9\ta\n    10\t\n    11\t  b\n'),
      '"old" has the line numbers that read shows, which are not in the file, expected text that is in the file',
    ],
    [
      'the paths and line numbers of grep',
      'a\n  b\nc\n',
      one('src/f.ts:1:a\nsrc/f.ts-2-  b'),
      '"old" has the paths and line numbers that grep shows, which are not in the file, expected',
    ],
    [
      'line ends and quotes spelled out',
      'say "a"\r\n\tb\r\n',
      one('say \\"a\\"\\n\\tb'),
      '"old" has characters written with a backslash (\\n, \\t, \\") that the file has without, expected',
    ],
    ['backslashes of the file itself', 'say a\\nb\n', one('say a\\nc'), 'it is "say a\\\\nb", in "old"'],
    [
      'a line that goes on where "old" ends it',
      'x\nfoo(a);\n',
      one('foo(a)\n'),
      'line 2 is near: it is "foo(a);", in "old" "foo(a)"',
    ],
    [
      'a last line that goes on where "old" ends it',
      '{\n  "a": 1,\n  "b": 2,\n}\n',
      one('  "a": 1,\n  "b": 2\n'),
      'line 2 agrees, line 3 is near: it is "  \\"b\\": 2,", in "old" "  \\"b\\": 2"',
    ],
    [
      'a line that begins before "old" does',
      'x\ny = foo(a);\n',
      one('\nfoo(a);'),
      'line 2 is near: it is "y = foo(a);", in "old" "foo(a);"',
    ],
    [
      'a line of other indentation in "old" from its start',
      'x\n    a\n',
      one('x\n\na'),
      'line 1 agrees, line 2 is near',
    ],
    ['numbers of the file itself', '1\tb d\n', one('1\tb c d'), 'line 1 is near: it is "1\\tb d"'],
    ['a number before one line', 'a\nb\n', one('1\ta\nb'), 'line 1 is near: it is "a", in "old" "1\\ta"'],
    ['the number of an empty line', 'x\n\ny\n', one('     2\t\n'), 'occurs nowhere; no line is near it'],
    ['near at several places', '\tfoo\nx\n\t\tfoo\n', one('  foo'), 'near too: line 3'],
    ['trailing blanks as a separator', 'foobar\n', one('foo '), 'line 1 is near: its blanks differ'],
    ['blank lines', 'a\nb\n', one('   \n  \n'), 'occurs nowhere'],
    ['equal texts', 'a\n', one('a', 'a'), '"old" and "new" are equal, expected a change'],
    ['the second of a list', 'a\nb\n', { edits: [one('a'), one('zzz')] }, 'edit 2: "old" occurs nowhere'],
    [
      'the second, gone by the first',
      'a\n',
      { edits: [one('a', 'b'), one('a', 'c')] },
      'edit 2: "old" occurs nowhere',
    ],
    [
      'the third of a list',
      'a b\n',
      { edits: [one('a', 'x'), one('b', 'x'), one('x', 'y')] },
      'edit 3: "old" occurs 2 times',
    ],
    [
      'lines after an edit',
      'a\nb\n',
      { edits: [one('a\n', 'x\nx\na\nb\n'), one('b')] },
      'edit 2: "old" occurs 2 times (lines 4, 5 after edit 1), expected exactly one match',
    ],
    [
      'near lines after two edits',
      'a\nb\nline five\n',
      { edits: [one('a', 'x\nx'), one('b', 'y'), one('line five x')] },
      'edit 3: "old" occurs nowhere; after edit 2, line 4 is near: it is "line five", in',
    ],
    [
      'near nothing after an edit',
      'a\n',
      { edits: [one('a', 'b'), one('zzz')] },
      'edit 2: "old" occurs nowhere; no line is near it',
    ],
    [
      'a text that an edit emptied',
      'a',
      { edits: [one('a', ''), one('a')] },
      'edit 2: "old" occurs nowhere; the file is empty after edit 1, expected',
    ],
    [
      'the first of a list',
      'b\nb\n',
      { edits: [one('b'), one('a')] },
      'edit 1: "old" occurs 2 times (lines 1, 2), ',
    ],
    ['equal in a list', 'a b\n', { edits: [one('a'), one('b', 'b')] }, 'edit 2: "old" and "new" are equal'],
    [
      'a changed file',
      'a\n',
      one('a', 'b', { expectedHash: '0'.repeat(64) }),
      'it has changed: its SHA-256 is',
    ],
    ['a binary file', 'a\0b', one('a'), 'it is binary data, expected a UTF-8 text file'],
    ['a late NUL', `${'a\n'.repeat(9000)}\0b`, one('b'), 'it is binary data'],
  ])('%s', async (_name, before, input, message) => {
    await writeFile(ws.at('f.txt'), before);
    const failure = await failureOf(edit, { path: 'f.txt', ...input }, ws.context);
    expect(failure).toContain(message);
    expect(failure).toMatch(/^Cannot edit "f\.txt": .*, expected .*[^.]$/s);
    expect(await readFile(ws.at('f.txt'), 'utf8')).toBe(before);
  });

  it('keeps bytes that are not UTF-8', async () => {
    const bytes = Buffer.from('caf\xe9 a\n', 'latin1');
    await writeFile(ws.at('f.txt'), bytes);
    expect(await failureOf(edit, { path: 'f.txt', ...one('a') }, ws.context)).toContain(
      'it holds bytes that are not UTF-8, expected a UTF-8 text file; use sed in shell',
    );
    expect(await readFile(ws.at('f.txt'))).toEqual(bytes);
  });

  it('names a near line of a very large file in bounded time', { tags: ['slow'] }, async () => {
    await writeFile(ws.at('f.txt'), `${`${' '.repeat(200)}x = 1;\n`.repeat(60_000)}`);
    expect(await failureOf(edit, { path: 'f.txt', ...one('\ty = 2;') }, ws.context)).toContain(
      'occurs nowhere',
    );
    await writeFile(ws.at('f.txt'), `${' '.repeat(3_000_000)}x`);
    expect(await failureOf(edit, { path: 'f.txt', ...one('z \nq') }, ws.context)).toContain('occurs nowhere');
  });
});

describe('what cannot be edited', () => {
  it('names what edits a file that is too large', async () => {
    await writeFile(ws.at('large.txt'), 'a\n');
    await truncate(ws.at('large.txt'), 200_000_000);
    expect(await failureOf(edit, { path: 'large.txt', ...one('a') }, ws.context)).toBe(
      'Cannot edit "large.txt": it has 200000000 bytes, expected at most 104857600 bytes; use sed in shell',
    );
  });

  it.each<[object, string]>([
    [{ path: 'none.txt', ...one('a') }, 'no such file, expected an existing file; write makes new ones'],
    [
      { path: 'outer/f.txt', ...one('a') },
      'no such file, nor the folder "outer", expected an existing file;',
    ],
    [{ path: 'fodler', ...one('a') }, 'write makes new ones; did you mean "folder"?'],
    [{ path: 'folder', ...one('a') }, 'it is a folder'],
    [{ path: 'f.txt/', ...one('a') }, 'it is a file, and the path names a folder'],
    [{ path: 'loop-a', ...one('a') }, 'loop of symbolic links'],
    [{ path: '../outside.txt', ...one('a') }, 'give an absolute path'],
    [{ path: '/dev/null', ...one('a') }, 'it is a device'],
    [{ path: 'f.txt' }, '"old" is missing'],
    [{ path: 'f.txt', old: 'a' }, '"new" is missing'],
    [{ path: 'f.txt', new: 'a' }, '"old" is missing'],
    [{ path: 'f.txt', ...one('') }, '"old" must not be empty; write makes files'],
    [{ path: 'f.txt', edits: [] }, '"edits" must hold at least one edit'],
    [{ path: 'f.txt', edits: [one('')] }, '"edits[0].old" must not be empty; write makes files'],
    [
      { path: 'f.txt', edits: [one('a')], ...one('b') },
      '"edits" cannot be given together with "old" and "new"',
    ],
    [{ path: 'f.txt', edits: [one('a')], old: 'b' }, '"edits" cannot be given together with "old"'],
    [
      { path: 'f.txt', edits: [one('a')], replaceAll: true },
      '"replaceAll" cannot be given together with "edits", each of which has its own',
    ],
    [{ path: 'f.txt', edits: [one('a', 'b', { replace_all: true })] }, 'did you mean "replaceAll"?'],
    [{ path: 'f.txt', ...one('a', '\ud83d') }, '"new" holds half of a surrogate pair'],
    [{ path: 'f.txt', ...one('a', 'b', { expectedHash: 'x' }) }, 'must be a SHA-256 in hex'],
  ])('%j', async (input, message) => {
    expect(await failureOf(edit, input, ws.context)).toContain(message);
  });
});
