import { afterAll, beforeAll, expect, it } from 'vitest';
import { grep } from '../../src/tools/grep/tool.ts';
import { callTool, type FileWorkspace, makeWorkspace, textOf } from '../helpers/file-workspace.ts';

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({
    'a.ts': 'word\n',
    'src/b.ts': 'word\n',
    'src/deep/c.ts': 'word\n',
    'src/deep/src/d.ts': 'word\n',
    '.env': 'word\n',
    '../outside/src/e.ts': 'word\n',
  });
});

afterAll(() => ws.remove());

const found = async (input: object) =>
  textOf(await callTool(grep, { pattern: 'word', outputMode: 'files', ...input }, ws.context)).split('\n');

it.each<[string, readonly string[]]>([
  ['./*.ts', ['a.ts']],
  ['./src/*.ts', ['src/b.ts']],
  ['././/src/*.ts', ['src/b.ts']],
  ['.//src/**', ['src/b.ts', 'src/deep/c.ts', 'src/deep/src/d.ts']],
  ['!./src/deep/**', ['a.ts', 'src/b.ts']],
  ['!./*.ts', ['src/b.ts', 'src/deep/c.ts', 'src/deep/src/d.ts']],
])('takes %s for a glob from the working folder', async (glob, files) => {
  expect(await found({ glob })).toEqual(files);
});

it('takes a glob that begins with the folder it is relative to', async () => {
  expect(await found({ glob: `${ws.root}/src/*` })).toEqual(['src/b.ts']);
  expect(await found({ glob: `!${ws.root}/src/deep/**`, path: 'src' })).toEqual(['src/b.ts']);
  expect(await found({ glob: `${ws.root}/src/d*/*`, path: 'src/deep' })).toEqual(['src/deep/c.ts']);
  const outside = `${ws.base}/outside`;
  expect(await found({ glob: `${outside}/src/*`, path: outside })).toEqual([`${outside}/src/e.ts`]);
  expect(await found({ glob: `${ws.root}/other/*` })).toEqual(['']);
});

it('leaves out secrets whatever such a glob says', async () => {
  const result = await callTool(grep, { pattern: 'word', glob: './.env' }, ws.context);
  expect(textOf(result)).toBe('');
  expect(result.notices).toEqual(['Not searched because it may hold secrets: .env.']);
});

it.each([
  ['src', 'files below a folder fit "src/**"'],
  ['src/', 'files below a folder fit "src/**"'],
  ['*.zz', 'no file fits the glob "*.zz"; ignored files'],
])('says how the files of a folder are chosen: %s', async (glob, message) => {
  expect((await callTool(grep, { pattern: 'word', glob }, ws.context)).message).toContain(message);
});
