import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { grep } from '../../src/tools/grep/tool.ts';
import { callTool, type FileWorkspace, makeWorkspace, textOf } from '../helpers/file-workspace.ts';

let ws: FileWorkspace;

beforeEach(async () => {
  ws = await makeWorkspace({});
});

afterEach(() => ws.remove());

const x = (count: number) => 'x'.repeat(count);
const y = (count: number) => 'y'.repeat(count);
const left = (count: number) => `[… ${count} bytes before]`;
const more = (count: number) => `[… ${count} more bytes]`;

async function linesOf(content: string | Uint8Array, fields: object = {}): Promise<readonly string[]> {
  await ws.fill({ 'long.txt': content });
  const result = await callTool(
    grep,
    { pattern: 'NEEDLE', path: 'long.txt', lineNumbers: false, ...fields },
    ws.context,
  );
  return textOf(result)
    .split('\n')
    .map((line) => line.replace(/^long\.txt[:-]/, ''));
}

describe('a long line that matches', () => {
  const rows: readonly (readonly [string, string | Uint8Array, object, string])[] = [
    [
      'far from its beginning',
      `${x(5000)}NEEDLE${y(5000)}\n`,
      {},
      `${left(4500)}${x(500)}NEEDLE${y(1494)}${more(3506)}`,
    ],
    ['that is not cut', `${x(1900)}NEEDLE\n`, {}, `${x(1900)}NEEDLE`],
    ['before one that is not cut', `${x(5000)}NEEDLE\nshort NEEDLE\n`, {}, `${left(4500)}${x(500)}NEEDLE`],
    ['at its end', `${x(5000)}NEEDLE\n`, {}, `${left(4500)}${x(500)}NEEDLE`],
    ['at its end, before CRLF', `${x(5000)}NEEDLE\r\n`, {}, `${left(4500)}${x(500)}NEEDLE`],
    ['at its end, without a line end', `${x(5000)}NEEDLE`, {}, `${left(4500)}${x(500)}NEEDLE`],
    ['at its beginning', `NEEDLE${x(5000)}\n`, {}, `NEEDLE${x(1994)}${more(3006)}`],
    [
      'where its beginning shows it',
      `${x(1490)}NEEDLE${y(5000)}\n`,
      {},
      `${x(1490)}NEEDLE${y(504)}${more(4496)}`,
    ],
    [
      'where its beginning would cut it',
      `${x(1997)}NEEDLE${y(5000)}\n`,
      {},
      `${left(1497)}${x(500)}NEEDLE${y(1494)}${more(3506)}`,
    ],
    [
      'twice, far from each other',
      `${x(5000)}NEEDLE${y(5000)}NEEDLE\n`,
      {},
      `${left(4500)}${x(500)}NEEDLE${y(1494)}${more(3512)}`,
    ],
    [
      'with more than fits',
      `${x(5000)}NEEDLE${y(5000)}\n`,
      { pattern: 'NEEDLEy+' },
      `${left(4500)}${x(500)}NEEDLE${y(1494)}${more(3506)}`,
    ],
    ['without a character', `${x(5000)}\n`, { pattern: '$' }, `${left(4500)}${x(500)}`],
    [
      'as a text that is no pattern',
      `${x(5000)}-(N${y(3000)}\n`,
      { pattern: '-(N', fixedStrings: true },
      `${left(4500)}${x(500)}-(N${y(1497)}${more(1503)}`,
    ],
    ['in the other case', `${x(5000)}needle\n`, { ignoreCase: true }, `${left(4500)}${x(500)}needle`],
    [
      'between characters of several bytes',
      `${'日'.repeat(3000)}NEEDLE${'😀'.repeat(3000)}\n`,
      {},
      `${left(7500)}${'日'.repeat(500)}NEEDLE${'😀'.repeat(1494)}${more(6024)}`,
    ],
    [
      'behind a byte order mark',
      `\ufeff${x(5000)}NEEDLE${y(5000)}\n`,
      {},
      `${left(4500)}${x(500)}NEEDLE${y(1494)}${more(3506)}`,
    ],
    [
      'behind other lines',
      `short NEEDLE\n${x(4000)}\n${x(5000)}NEEDLE${y(9)}\n`,
      { offset: 1 },
      `${left(4500)}${x(500)}NEEDLE${y(9)}`,
    ],
    ['in two megabytes', `${x(2_000_000)}NEEDLE${y(20)}\n`, {}, `${left(1_999_500)}${x(500)}NEEDLE${y(20)}`],
    [
      'in UTF-16: as it begins',
      Buffer.from(`\ufeff${x(5000)}NEEDLE\n`, 'utf16le'),
      {},
      `${x(2000)}${more(3006)}`,
    ],
    [
      'with bytes that are no UTF-8: as it begins',
      Buffer.from(`\xe9${x(4999)}NEEDLE\n`, 'latin1'),
      {},
      `\ufffd${x(1999)}${more(3006)}`,
    ],
    [
      'across lines: as it begins',
      `${x(5000)}NEEDLE\nNEXT\n`,
      { pattern: 'NEEDLE.NEXT', multiline: true },
      `${x(2000)}${more(3006)}`,
    ],
  ];
  it.each(rows)('shows what is around its first match: %s', async (_, content, fields, shown) => {
    expect((await linesOf(content, fields))[0]).toBe(shown);
  });

  it('is shown around its match beside lines of context, which are shown as they begin', async () => {
    const lines = await linesOf(`${x(3000)}\n${x(5000)}NEEDLE\nshort\n`, { context: 1 });
    expect(lines).toEqual([`${x(2000)}${more(1000)}`, `${left(4500)}${x(500)}NEEDLE`, 'short']);
  });

  it('is shown around its match on a later page too, whatever lines of context were before', async () => {
    const content = `short NEEDLE\n${'context\n'.repeat(4)}${x(5000)}NEEDLE\nNEEDLE\n`;
    const lines = await linesOf(content, { context: 1, offset: 1, limit: 1 });
    expect(lines).toEqual(['context', `${left(4500)}${x(500)}NEEDLE`, 'NEEDLE']);
  });

  it('is shown around its match in every file of a page', async () => {
    const tree = Object.fromEntries(['a', 'b', 'sub/c'].map((name) => [name, `${x(5000)}NEEDLE ${name}\n`]));
    await ws.fill(tree);
    const result = await callTool(grep, { pattern: 'NEEDLE', offset: 1, limit: 2 }, ws.context);
    expect(textOf(result).split('\n')).toEqual(
      ['b', 'sub/c'].map((name) => `${name}:1:${left(4500)}${x(500)}NEEDLE ${name}`),
    );
  });

  it('is said to be cut, and what is shown of it', async () => {
    await ws.fill({ 'a.txt': `${x(5000)}NEEDLE\n`, 'b.txt': `NEEDLE${x(5000)}\n` });
    const notices = async (path: string) =>
      (await callTool(grep, { pattern: 'NEEDLE', path }, ws.context)).notices;
    expect(await notices('a.txt')).toEqual([
      '1 line cut for its length; shown is what is around the first match: grep -o in shell shows all that match.',
    ]);
    expect(await notices('b.txt')).toEqual([
      '1 line cut for its length; what matches may lie beyond: grep -o in shell shows it.',
    ]);
    expect(await notices('.')).toEqual([
      '2 lines cut for their length; 1 of them show what is around the first match: grep -o in shell shows all that match.',
    ]);
  });
});
