import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grep } from '../../src/tools/grep/tool.ts';
import { callTool, type FileWorkspace, makeWorkspace, textOf } from '../helpers/file-workspace.ts';

let ws: FileWorkspace;

const lines = ['if (a) {', '  b[0];', '}', 'q\\n', '', '', 'end', 'a]', '(b)', 'c\\r', 'd'];

beforeAll(async () => {
  ws = await makeWorkspace({ 'lf.txt': lines.join('\n'), 'crlf.txt': lines.join('\r\n') });
});

afterAll(() => ws.remove());

const twice = (line: number, text: string): string => `crlf.txt:${line}:${text}\nlf.txt:${line}:${text}`;

describe('a pattern across lines', () => {
  it.each<[string, object, string]>([
    ['an escape', { pattern: 'if .*\\n +b' }, 'crlf.txt\nlf.txt'],
    ['a line feed', { pattern: 'if .*\n +b' }, 'crlf.txt\nlf.txt'],
    ['a line feed right behind a character', { pattern: '\\{\n  b' }, 'crlf.txt\nlf.txt'],
    ['one that is repeated', { pattern: 'n\\n{3}e' }, 'crlf.txt\nlf.txt'],
    ['a group that is repeated', { pattern: '^(?:.*\\n){6}end' }, 'crlf.txt\nlf.txt'],
    ['a class', { pattern: '\\{[^\\n]*\\n[^\n}]*;\\n\\}' }, 'crlf.txt\nlf.txt'],
    ['a class that only leaves line feeds out', { pattern: 'if [^\\n]*\\n +b' }, 'crlf.txt\nlf.txt'],
    ['a class behind a bracket that is no class', { pattern: 'a]\\n[^\\n]b' }, 'crlf.txt\nlf.txt'],
    ['a class in a class', { pattern: '0[\\][:alpha:]];\\n[]}]' }, 'crlf.txt\nlf.txt'],
    ['blanks that do not count', { pattern: '(?sx) if\n\\s .*\n b' }, 'crlf.txt\nlf.txt'],
    ['literally', { pattern: '{\n  b[0];\n}', fixedStrings: true }, 'crlf.txt\nlf.txt'],
    ['a backslash before n', { pattern: 'q\\\\n$' }, 'crlf.txt\nlf.txt'],
    ['a backslash before n, literally', { pattern: 'q\\n\n', fixedStrings: true }, 'crlf.txt\nlf.txt'],
    ['a backslash before r', { pattern: 'c\\\\r$' }, 'crlf.txt\nlf.txt'],
    ['a backslash before r, literally', { pattern: 'c\\r\nd', fixedStrings: true }, 'crlf.txt\nlf.txt'],
    ['literally, what is not there', { pattern: 'q.n\n', fixedStrings: true }, ''],
    ['the return asked for', { pattern: '\\{\\r\\n' }, 'crlf.txt'],
    ['a line that is not there', { pattern: '\\{\\n\\n' }, ''],
  ])('%s', async (_name, input, files) => {
    const result = await callTool(grep, { ...input, multiline: true, outputMode: 'files' }, ws.context);
    expect([result.isError, textOf(result)]).toEqual([false, files]);
  });

  it('shows the lines without their ends', async () => {
    const result = await callTool(grep, { pattern: '\\}\\nq', multiline: true }, ws.context);
    const [crlf, lf] = ['crlf.txt:3:}\ncrlf.txt:4:q\\n', 'lf.txt:3:}\nlf.txt:4:q\\n'];
    expect(textOf(result)).toBe(`${crlf}\n${lf}`);
    expect(textOf(await callTool(grep, { pattern: '^end' }, ws.context))).toBe(twice(7, 'end'));
  });
});
