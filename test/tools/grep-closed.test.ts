import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
