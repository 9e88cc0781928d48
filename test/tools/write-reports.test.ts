import { mkdir, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { write } from '../../src/tools/write/tool.ts';
import { callTool, type FileWorkspace, makeWorkspace } from '../helpers/file-workspace.ts';

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({});
});

afterAll(() => ws.remove());

const ended = 'Its lines ended in CRLF, those written end in LF.';
const end = 'Its lines end in CRLF, those written end in LF.';
const mark = 'It began with a byte order mark, which what was written has not.';
const goesOn = 'It did not end in a newline: what was appended goes on in its last line.';

it.each<[string, string, string, readonly string[]]>([
  ['CRLF to LF', 'a\r\nb\r\n', 'a\nb\n', [ended]],
  ['CRLF to CRLF', 'a\r\nb\r\n', 'b\r\n', []],
  ['LF to CRLF', 'a\nb\n', 'b\r\n', []],
  ['CRLF to no line', 'a\r\nb\r\n', 'b', []],
  ['both to LF', 'a\r\nb\n', 'a\nb\n', []],
  ['LF to LF', '\na\n', 'a\nb\n', []],
  ['nothing to LF', '', 'a\n', []],
  ['to nothing', '\ufeffa\r\n', '', []],
  ['a mark that goes', '\ufeffa\r\n', 'a\n', [ended, mark]],
  ['a mark that stays', '\ufeffa\n', '\ufeffb\n', []],
  ['no line to LF', 'a', 'b\n', []],
  ['many lines', 'abc\r\n'.repeat(30_000), 'a\n', [ended]],
  ['many lines behind another', `x\n${'abc\r\n'.repeat(30_000)}`, 'a\n', []],
  ['many lines before another', `${'abc\r\n'.repeat(30_000)}x\n`, 'a\n', [ended]],
])('tells what a file loses by being written over: %s', async (_name, old, content, notices) => {
  await writeFile(ws.at('f.txt'), old);
  const result = await callTool(write, { path: 'f.txt', content }, ws.context);
  expect([result.status, result.notices]).toEqual(['completed', notices]);
});

it.each([
  ['overwrite', 'blob: 1 byte in place of 3 bytes of binary data'],
  ['append', 'blob: 1 byte appended to 3 bytes of binary data'],
])('shows what it does to binary data: %s', async (mode, brief) => {
  await writeFile(ws.at('blob'), 'a\0b');
  const result = await callTool(write, { path: 'blob', content: 'x', mode }, ws.context);
  expect(result.display).toEqual([{ type: 'brief', text: brief }]);
});

it.each<[string, string, string, readonly string[]]>([
  ['LF to CRLF', 'a\r\nb\r\n', 'c\n', [end]],
  ['LF to CRLF, far on', 'abc\r\n'.repeat(30_000), 'c\n', [end]],
  ['LF to CRLF behind another', `x\n${'abc\r\n'.repeat(30_000)}`, 'c\n', [end]],
  ['LF to LF behind CRLF', `${'abc\r\n'.repeat(30_000)}x\n`, 'c\n', []],
  ['LF behind a mark', '\ufeffa\n', 'c\n', []],
  ['CRLF to CRLF', 'a\r\nb\r\n', 'c\r\n', []],
  ['a line to a line without an end', 'a\nb', 'c\n', [goesOn]],
  ['a line with its own beginning', 'a\nb', '\nc\n', []],
  ['a piece of a line', 'a\nb', 'c', []],
  ['a line to nothing', '', 'c\n', []],
  ['a long file without a newline at its end', 'line\n'.repeat(1_000_000).concat('end'), 'x\n', [goesOn]],
  ['a long file in CRLF', 'line\r\n'.repeat(1_000_000), 'x\n', [end]],
])('tells what does not go together in what is appended: %s', async (_name, old, content, notices) => {
  await writeFile(ws.at('f.txt'), old);
  const result = await callTool(write, { path: 'f.txt', content, mode: 'append' }, ws.context);
  expect(result.notices).toEqual(['Appended in place by one write, not atomically.', ...notices]);
});

const tree = { apart: 'de\u0301ja\u0300 vu', whole: 'd\u00e9j\u00e0 vu' };
const looksSame = `"${tree.apart}" is beside it, a name that looks the same. It is written with U+0301 and U+0300`;

it.each<[string, string, readonly string[]]>([
  ['a file', tree.whole, [looksSame]],
  ['a folder to be made', `${tree.whole}/new/f.txt`, [looksSame]],
  ['another name', 'd\u00e9j\u00e0 vus', []],
  ['the same name', tree.apart, []],
])('names what looks the same beside what is made: %s', async (_name, path, notices) => {
  await rm(ws.at('.'), { recursive: true });
  await mkdir(ws.at('.'));
  await writeFile(ws.at(tree.apart), 'x');
  const result = await callTool(write, { path, content: 'y' }, ws.context);
  expect([result.status, result.notices]).toEqual(['completed', notices]);
});
