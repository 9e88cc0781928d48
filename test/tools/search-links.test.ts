import { mkdirSync, symlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { glob } from '../../src/tools/glob/tool.ts';
import { grep } from '../../src/tools/grep/tool.ts';
import { callTool, type FileWorkspace, makeWorkspace } from '../helpers/file-workspace.ts';

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({
    'AGENTS.md': 'guide\n',
    'items/foo/README.md': 'needle\n',
    'kinds/own.txt': '',
    'node_modules/a/x.js': '',
    'few/x.txt': '',
  });
  mkdirSync(ws.at('kinds/deep'));
  symlinkSync('AGENTS.md', ws.at('CLAUDE.md'));
  symlinkSync('../items/foo', ws.at('kinds/foo'));
  symlinkSync('../../items', ws.at('kinds/deep/all'));
  symlinkSync('nowhere', ws.at('kinds/broken.md'));
  symlinkSync('../../AGENTS.md', ws.at('node_modules/a/AGENTS.md'));
  symlinkSync('x.txt', ws.at('few/y.txt'));
});
afterAll(() => ws.remove());

const passedOver = 'Passed over, as symbolic links are followed only where a path names them: ';
const told = (notices: readonly string[]): string | undefined =>
  notices.find((notice) => notice.startsWith(passedOver))?.slice(passedOver.length);

describe('a search in vain names the links that it did not follow', () => {
  it.each([
    ['**/CLAUDE.md', 'CLAUDE.md, kinds/foo, kinds/deep/all.'],
    ['C*.md', 'CLAUDE.md.'],
    ['kinds/**/*.md', 'kinds/foo, kinds/deep/all.'],
    ['kinds/*/*.md', 'kinds/foo.'],
    ['kinds/{foo,bar}/**/*.md', 'kinds/foo.'],
    ['kinds/*.md', undefined],
    ['**/AGENT.md', 'kinds/foo, kinds/deep/all.'],
  ])('glob %s', async (pattern, links) => {
    expect(told((await callTool(glob, { pattern }, ws.context)).notices)).toBe(links);
  });

  it.each([
    ['needle', 'kinds', 'kinds/foo, kinds/deep/all.'],
    ['nothing', '.', undefined],
    ['nothing', 'few', undefined],
    ['needle', 'kinds/foo', undefined],
  ])('grep %s in %s', async (pattern, path, links) => {
    expect(told((await callTool(grep, { pattern, path }, ws.context)).notices)).toBe(links);
  });

  it('but not those that rules withhold', async () => {
    const context = {
      ...ws.context,
      withheldBelow: async () => (path: string) => path.endsWith('kinds/foo'),
    };
    expect(told((await callTool(grep, { pattern: 'needle', path: 'kinds' }, context)).notices)).toBe(
      'kinds/deep/all.',
    );
  });
});
