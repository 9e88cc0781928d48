import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grep } from '../../src/tools/grep/tool.ts';
import { callTool, type FileWorkspace, makeWorkspace, textOf } from '../helpers/file-workspace.ts';

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({ 'a.txt': 'foo\n', 'src/deep/d.py': 'foo\n', 'src/deeper/e.py': 'foo\n' });
});

afterAll(() => ws.remove());

it.each(['content', 'files', 'count'])(
  'what is closed to every tool is not told in %s, and is named where it matches',
  async (outputMode) => {
    const context = { ...ws.context, closedPaths: [join(ws.root, 'src/deep'), join(ws.root, 'none')] };
    const result = await callTool(grep, { pattern: 'foo', outputMode }, context);
    expect(textOf(result)).toContain('a.txt');
    expect(textOf(result)).toContain('src/deeper/e.py');
    expect(textOf(result)).not.toContain('src/deep/');
    expect(result.notices).toContain('Not shown because it belongs to the policy itself: src/deep.');
    const other = await callTool(grep, { pattern: 'foo', glob: 'a.txt', outputMode }, context);
    expect(other.notices.join()).not.toContain('policy itself');
  },
);

describe('a search that begins inside what is sensitive', () => {
  it.each([
    ['.kube', 'config'],
    ['.docker', 'config.json'],
    ['.config', 'gh/hosts.yml'],
    ['.config/gh', 'hosts.yml'],
    ['.ssh', 'work'],
    ['etc', 'shadow'],
    ['etc/ssl', 'private/a'],
    ['etc/ssl/private', 'a'],
    ['.Aws', 'sub/x'],
    ['run/.cargo', 'credentials.toml'],
  ])('from %s names %s', async (path, file) => {
    await ws.fill({ [`${path}/${file}`]: 'token\n', [`${path}/z.txt`]: 'x\n' });
    const result = await callTool(grep, { pattern: 'token', path }, ws.context);
    await rm(ws.at(path.split('/')[0] ?? path), { recursive: true });
    expect(result.notices.join()).toContain(`may hold secrets: ${path}/${file}`);
  });

  it.runIf(process.platform === 'linux')('from /proc/self names its environment', async () => {
    const result = await callTool(grep, { pattern: '^TracerPid', path: '/proc/self/task' }, ws.context);
    expect(result.notices.join()).toMatch(/may hold secrets: .*\/environ/);
  });
});
