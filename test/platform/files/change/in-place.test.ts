import { copyFile, link, mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendOnce, overwriteInPlace } from '../../../../src/platform/files/change/in-place.ts';
import { wholeFileBytes } from '../../../../src/platform/files/file-bytes.ts';
import { edit } from '../../../../src/tools/edit/tool.ts';
import { write } from '../../../../src/tools/write/tool.ts';
import { callTool, type FileWorkspace, failureOf, makeWorkspace } from '../../../helpers/file-workspace.ts';
import { heldIn } from '../../../helpers/held-files.ts';

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({ 'a.txt': 'old\n', 'b.txt': 'old\n' });
});

afterAll(() => ws.remove());

it('a file that came in the place of the one that is meant is not overwritten', async () => {
  const file = {
    path: ws.at('a.txt'),
    shown: 'a.txt',
    action: 'write',
    stats: await stat(ws.at('b.txt')),
    old: Buffer.from(''),
  };
  await expect(overwriteInPlace(file, [Buffer.from('new\n')])).rejects.toThrow('it was replaced meanwhile');
  expect(await readFile(ws.at('a.txt'), 'utf8')).toBe('old\n');
  const stats = await stat(ws.at('a.txt'));
  const elsewhere = { ...file, stats: Object.assign(stats, { dev: stats.dev + 1 }) };
  await expect(overwriteInPlace(elsewhere, [Buffer.from('new\n')])).rejects.toThrow(
    'it was replaced meanwhile',
  );
  const bytes = Buffer.from('new\n');
  await overwriteInPlace({ ...file, stats: await stat(ws.at('a.txt')) }, [bytes]);
  expect(await readFile(ws.at('a.txt'), 'utf8')).toBe('new\n');
});

it('a file that was removed before something is appended is made again', async () => {
  await appendOnce({ path: ws.at('gone.txt'), shown: 'gone.txt' }, Buffer.from('one\n'));
  await appendOnce({ path: ws.at('gone.txt'), shown: 'gone.txt' }, Buffer.from('two\n'));
  expect(await readFile(ws.at('gone.txt'), 'utf8')).toBe('one\ntwo\n');
});

it.each([
  ['write', write, { content: 'short\n' }, 'short\n'],
  ['edit', edit, { old: 'first', new: 'FIRST' }, `FIRST\n${'x\n'.repeat(3_000_000)}`],
])('a large file with hard links keeps them: %s', async (_name, tool, change, content) => {
  await writeFile(ws.at('long.txt'), `first\n${'x\n'.repeat(3_000_000)}`);
  await link(ws.at('long.txt'), ws.at('longer.txt'));
  const result = await callTool(tool, { path: 'long.txt', ...change }, ws.context);
  expect(result.notices).toContain('Written in place, not atomically: it has 2 hard links.');
  expect((await readFile(ws.at('longer.txt'), 'utf8')) === content).toBe(true);
  await rm(ws.at('longer.txt'));
});

it('a file with hard links that is too large to be put back is not overwritten', async () => {
  await writeFile(ws.at('large.txt'), 'start');
  await truncate(ws.at('large.txt'), wholeFileBytes + 1);
  await link(ws.at('large.txt'), ws.at('other.txt'));
  expect(await failureOf(write, { path: 'large.txt', content: 'new' }, ws.context)).toContain(
    `it must be written in place (it has 2 hard links) and passes ${wholeFileBytes} bytes, expected a smaller file`,
  );
  expect(await stat(ws.at('other.txt'))).toMatchObject({ size: wholeFileBytes + 1 });
  await truncate(ws.at('large.txt'), 0);
});

it.runIf(process.platform === 'linux')('no change leaves a file or folder of it open', async () => {
  await mkdir(ws.at('folder'));
  await copyFile(ws.at('b.txt'), ws.at('folder/c.txt'));
  await callTool(write, { path: 'folder/c.txt', content: 'one\n' }, ws.context);
  await callTool(write, { path: 'folder/c.txt', content: 'two\n', mode: 'append' }, ws.context);
  await link(ws.at('folder/c.txt'), ws.at('folder/d.txt'));
  await callTool(edit, { path: 'folder/c.txt', old: 'one', new: 'three' }, ws.context);
  expect(await readFile(ws.at('folder/d.txt'), 'utf8')).toBe('three\ntwo\n');
  expect(heldIn(ws.root)).toEqual([]);
});
