import { afterAll, beforeAll, expect, it } from 'vitest';
import { read } from '../../src/tools/read/tool.ts';
import { callTool, type FileWorkspace, makeWorkspace } from '../helpers/file-workspace.ts';

let ws: FileWorkspace;

const long = 'x'.repeat(2001);

beforeAll(async () => {
  ws = await makeWorkspace({
    'three.txt': 'a\nb\nc\n',
    'open.txt': 'a\nb',
    'empty.txt': '',
    'cuts10.txt': `${long}\n`.repeat(10),
    'cuts12.txt': `${long}\n`.repeat(12),
    'heavy.txt': `${'y'.repeat(999)}\n`.repeat(300),
  });
});

afterAll(() => ws.remove());

it.each<[object, string, readonly string[]]>([
  [{ path: 'three.txt' }, 'Read lines 1 to 3 of 3 of "three.txt" (end of file).', []],
  [{ path: 'three.txt', offset: 2 }, 'Read lines 2 to 3 of 3 of "three.txt" (end of file).', []],
  [
    { path: 'three.txt', limit: 2 },
    'Read lines 1 to 2 of 3 of "three.txt".',
    ['More lines follow; offset 3 reads on.'],
  ],
  [
    { path: 'three.txt', offset: 2, limit: 1 },
    'Read line 2 of 3 of "three.txt".',
    ['More lines follow; offset 3 reads on.'],
  ],
  [{ path: 'three.txt', offset: 3, limit: 1 }, 'Read line 3 of 3 of "three.txt" (end of file).', []],
  [
    { path: 'three.txt', offset: 4 },
    'Read no lines of "three.txt": offset 4 is past its end of 3 lines.',
    [],
  ],
  [
    { path: 'open.txt' },
    'Read lines 1 to 2 of 2 of "open.txt" (end of file).',
    ['The file does not end in a newline.'],
  ],
  [{ path: 'empty.txt' }, '"empty.txt" is empty.', []],
  [
    { path: 'heavy.txt' },
    'Read lines 1 to 101 of 300 of "heavy.txt".',
    ['The page ended at 102400 bytes; offset 102 reads on.'],
  ],
  [
    { path: 'cuts10.txt' },
    'Read lines 1 to 10 of 10 of "cuts10.txt" (end of file).',
    [
      'Lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 cut at 2000 characters; in shell, sed -n 1p FILE | cut -b 2001- goes on.',
    ],
  ],
  [
    { path: 'cuts12.txt', offset: 2 },
    'Read lines 2 to 12 of 12 of "cuts12.txt" (end of file).',
    [
      'Lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 1 more cut at 2000 characters; in shell, sed -n 2p FILE | cut -b 2001- goes on.',
    ],
  ],
])('says of a page by %j what it is and what it leaves out', async (call, message, notices) => {
  const result = await callTool(read, call, ws.context);
  expect([result.message, result.notices]).toEqual([message, notices]);
});
