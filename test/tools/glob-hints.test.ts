import { afterAll, beforeAll, expect, it } from 'vitest';
import { glob } from '../../src/tools/glob/tool.ts';
import { grep } from '../../src/tools/grep/tool.ts';
import { callTool, type FileWorkspace, failureOf, makeWorkspace, textOf } from '../helpers/file-workspace.ts';

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({
    'README.md': '',
    'a.ts': '',
    'src/components/Button.tsx': '',
    'src/components/button.css': '',
    'src/{x}.ts': '',
    '{x}/y.ts': '',
    'dist/Bundle.js': '',
    'cafe\u0301.css': '',
    '.ignore': 'dist/\n',
  });
});

afterAll(() => ws.remove());

const git = 'A .git folder is never searched; read its files by name.';
const ignored = 'Ignored files are not listed; includeIgnored lists them.';

it.each<[string, string, readonly string[]]>([
  ['none/*.ts', 'No path matches "none/*.ts": there is no folder "none".', []],
  [
    'src/componets/deep/*.tsx',
    'No path matches "src/componets/deep/*.tsx": there is no folder "src/componets"; did you mean "src/components"?',
    [],
  ],
  ['SRC/*.ts', 'No path matches "SRC/*.ts": there is no folder "SRC"; did you mean "src"?', []],
  ['a.ts/*', 'No path matches "a.ts/*": "a.ts" is no folder.', []],
  ['a.ts/x/*', 'No path matches "a.ts/x/*": there is no folder "a.ts/x".', []],
  [
    'readme.md',
    'No path matches "readme.md"; "**/readme.md" looks in all folders below.',
    ['In other capitals this matches: README.md.'],
  ],
  [
    '**/b*.{TSX,CSS}',
    'No path matches "**/b*.{TSX,CSS}".',
    ['In other capitals these match: src/components/Button.tsx, src/components/button.css.'],
  ],
  [
    'CAF\u00c9.*',
    'No path matches "CAF\u00c9.*"; "**/CAF\u00c9.*" looks in all folders below.',
    ['In other capitals or with accents written apart, this matches: cafe\u0301.css.'],
  ],
  ['d*/bundle.js', 'No path matches "d*/bundle.js".', [ignored]],
  ['.git', 'No path matches ".git".', [git]],
  ['**/.git', 'No path matches "**/.git".', [git]],
  ['**/.git/config', 'No path matches "**/.git/config".', [git]],
  ['[0-9]*', 'No path matches "[0-9]*"; "**/[0-9]*" looks in all folders below.', [ignored]],
  ['*.md,*.ts', 'No path matches "*.md,*.ts"; several globs are one in braces, "{*.md,*.ts}".', [ignored]],
  [
    'src',
    'No file matches "src".',
    ['1 folder matches; includeDirs lists folders, and "src/**" the files below it.'],
  ],
])('says what is about %s', async (pattern, message, notices) => {
  expect(await callTool(glob, { pattern }, ws.context)).toMatchObject({ message, notices });
});

it.each([
  ['*.{md}', 'README.md'],
  ['**/*.{tsx}', 'src/components/Button.tsx'],
  ['{src}/{components}/*.css', 'src/components/button.css'],
  ['src/{x}.ts', 'src/{x}.ts'],
  ['{x}/*', '{x}/y.ts'],
  ['*.{}md', 'README.md'],
])(
  'takes braces around a single name for none where nothing matches with them: %s',
  async (pattern, path) => {
    expect(textOf(await callTool(glob, { pattern }, ws.context))).toBe(path);
  },
);

it('says that a pattern is the folder it looks in', async () => {
  const told = async (input: object) => {
    const { status, message, notices } = await callTool(glob, input, ws.context);
    expect({ status, notices }).toEqual({ status: 'completed', notices: [] });
    return message;
  };
  const itself = 'it is the folder itself; "*" lists the files in it, "**" all below.';
  for (const pattern of ['.', './', ws.root, `${ws.root}/`, `${ws.root}/.`])
    expect(await told({ pattern })).toBe(`No path matches "${pattern}": ${itself}`);
  expect(await told({ pattern: '.', path: 'src' })).toBe(`No path matches ".": ${itself}`);
  expect(await told({ pattern: ws.root, path: 'src' })).toBe(`No path matches "${ws.root}": ${itself}`);
});

it('names the path that was probably meant by one that is not there', async () => {
  expect(await failureOf(glob, { pattern: '*', path: 'src/component' }, ws.context)).toBe(
    'Cannot glob "src/component": no such file or folder, expected an existing folder; did you mean "src/components"?',
  );
  expect(await failureOf(grep, { pattern: 'x', path: 'scr/components' }, ws.context)).toBe(
    'Cannot search "scr/components": no such file or folder, nor the folder "scr", expected an existing file or folder; did you mean "src/components"?',
  );
});

it('names nothing that a rule withholds', async () => {
  const withheldBelow = async () => (path: string) => /README|components/.test(path);
  for (const pattern of ['readme.md', 'src/component/*']) {
    const result = await callTool(glob, { pattern }, { ...ws.context, withheldBelow });
    expect(JSON.stringify(result)).not.toMatch(/README|components/);
  }
});
