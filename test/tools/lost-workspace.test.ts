import { rm } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { loadTool } from '../../src/tools/registry.ts';
import { failureOf, makeWorkspace } from '../helpers/file-workspace.ts';

const ws = await makeWorkspace();
await rm(ws.root, { recursive: true });
afterAll(() => ws.remove());

it.each([
  ['read', { path: 'a.txt' }, 'read "a.txt": no such file', 'an existing file'],
  ['read', { path: 'src/a.txt' }, 'read "src/a.txt": no such file', 'an existing file'],
  ['read_media', { path: 'a.png' }, 'read media "a.png": no such file', 'an existing file'],
  [
    'edit',
    { path: 'a.txt', old: 'a', new: 'b' },
    'edit "a.txt": no such file',
    'an existing file; write makes new ones',
  ],
  ['glob', { pattern: '*' }, 'glob ".": no such file or folder', 'an existing folder'],
  ['grep', { pattern: 'a' }, 'search ".": no such file or folder', 'an existing file or folder'],
])('%s %j in a workspace that was removed names it', async (name, input, state, wanted) => {
  const tool = await loadTool(name);
  if (tool === null) throw new Error(name);
  const expected = `Cannot ${state}, nor the workspace "${ws.root}", expected ${wanted}`;
  expect(await failureOf(tool, input, ws.context)).toBe(expected);
});
