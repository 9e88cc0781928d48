import { execFileSync, spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ripgrepPath } from '../../src/platform/search/ripgrep.ts';
import { glob } from '../../src/tools/glob/tool.ts';
import { grep } from '../../src/tools/grep/tool.ts';
import { callTool, type FileWorkspace, makeWorkspace, textOf } from '../helpers/file-workspace.ts';

/** What ripgrep finds by itself, in its form for machines, is what the tools are to tell. */
let ws: FileWorkspace;
let rg: string;

const names = [
  'a.txt',
  'b.ts',
  '.hidden',
  '-dash.md',
  'sp ace.ts',
  'co:lon:1:x',
  '日本.md',
  'e\u0301.txt',
  'build',
];
const lines = ['foo', 'Foo bar', 'a foo:1:b', '', '  foo', '日本 foo', 'bar', '-e foo', 'foo bar baz', 'é'];

beforeAll(async () => {
  const tree: Record<string, string> = {};
  const folders = ['', 'src/', 'src/deep/', 'build/', '.config/', 'sub/build/'];
  let count = 0;
  for (const folder of folders) {
    for (const name of names) {
      count += 1;
      const end = count % 3 === 0 ? '\r\n' : '\n';
      const some = lines.filter((_, index) => (index * 7 + count) % 4 !== 0);
      if (folder !== '' || name !== 'build')
        tree[folder + name] = some.join(end) + (count % 5 === 0 ? '' : end);
    }
  }
  ws = await makeWorkspace({
    ...tree,
    '.gitignore': 'build/\n*.md\n',
    'src/.ignore': '!*.md\nb.ts\n',
    'sub/.rgignore': '/build/a*\n',
  });
  execFileSync('git', ['init', '-q', ws.root]);
  rg = await ripgrepPath(ws.context.folders.cache);
});

afterAll(() => ws.remove());

/** Where ripgrep is run, and on what. */
interface Place {
  readonly cwd: string;
  readonly argument: string;
}

function run({ cwd, argument }: Place, words: readonly string[]): string {
  const all = ['--no-config', '--hidden', ...words, '--iglob=!.git', '--', argument];
  return spawnSync(rg, all, { cwd, env: { HOME: ws.base }, encoding: 'utf8' }).stdout;
}

interface Line {
  readonly path: string;
  readonly number: number;
  readonly isMatch: boolean;
  readonly text: string;
}

/** The lines that ripgrep tells, in order of paths. */
function linesOf(place: Place, words: readonly string[]): readonly Line[] {
  const told = run(place, ['--json', ...words])
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text))
    .filter(({ type }) => type === 'match' || type === 'context')
    .map(({ type, data }) => ({
      path: relative(ws.root, join(place.cwd, data.path.text)),
      number: data.line_number,
      isMatch: type === 'match',
      text: data.lines.text.replace(/\r?\n$/, ''),
    }));
  const order = [...new Set(told.map(({ path }) => path))].sort();
  return order.flatMap((path) => told.filter((line) => line.path === path));
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const searches = fc.record({
  pattern: fc.constantFrom(
    'foo',
    'Foo',
    '^foo',
    'foo$',
    '^$',
    'o:1',
    '-e',
    '\\w+ bar',
    '日本',
    '[^a-z ]',
    'fo(o)',
    'é$',
  ),
  path: fc.constantFrom('.', 'src', 'sub', 'build', 'src/deep'),
  glob: maybe(
    fc.constantFrom('*.ts', '!*.txt', 'src/**', '**/deep/*', '*.{md,txt}', '-*', '/src/*', '[ab]*'),
  ),
  ignoreCase: maybe(fc.boolean()),
  fixedStrings: maybe(fc.boolean()),
  includeIgnored: maybe(fc.boolean()),
  before: maybe(fc.integer({ min: 0, max: 2 })),
  context: maybe(fc.integer({ min: 0, max: 2 })),
  limit: fc.constantFrom(0, 1, 3, 10, 250),
  offset: fc.constantFrom(0, 0, 1, 5),
});
type Search = typeof searches extends fc.Arbitrary<infer T> ? T : never;

/** The options of ripgrep that choose the files and lines of a search. A glob that names folders is relative to the working folder. */
function asked({ pattern, path, glob: chosen, ...rest }: Search): { place: Place; words: string[] } {
  const words = ['--crlf', `--regexp=${pattern}`];
  if (chosen !== undefined) words.push(`--glob=${chosen}`);
  if (rest.ignoreCase) words.push('--ignore-case');
  if (rest.fixedStrings) words.push('--fixed-strings');
  if (rest.includeIgnored) words.push('--no-ignore');
  const isFromRoot = chosen?.includes('/') === true;
  const place = isFromRoot
    ? { cwd: ws.root, argument: `./${path}` }
    : { cwd: join(ws.root, path), argument: './' };
  return { place, words };
}

it('greps what ripgrep finds, page by page', { tags: ['slow'] }, async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(searches, async (search) => {
      const { place, words } = asked(search);
      const [before, after] = [search.before ?? search.context ?? 0, search.context ?? 0];
      const all = linesOf(place, [...words, `-B${before}`, `-A${after}`]);
      const matches = all.filter(({ isMatch }) => isMatch);
      const last = search.limit === 0 ? matches.length : search.offset + search.limit;
      const page = matches.slice(search.offset, last);
      const isNear = (line: Line) =>
        page.some(
          ({ path, number }) =>
            path === line.path && number - before <= line.number && line.number <= number + after,
        );
      const expected: string[] = [];
      let previous: Line | null = null;
      for (const line of all.filter(isNear)) {
        const isNext = previous?.path === line.path && previous.number + 1 === line.number;
        if (before + after > 0 && previous !== null && !isNext) expected.push('--');
        const mark = page.includes(line) ? ':' : '-';
        expected.push(`${line.path}${mark}${line.number}${mark}${line.text}`);
        previous = line;
      }
      const result = await callTool(grep, search, ws.context);
      expect(textOf(result)).toBe(expected.join('\n'));
      const files = new Set(matches.map(({ path }) => path));
      const next = page.length > 0 && last < matches.length ? last : null;
      expect(result.details).toMatchObject({
        matches: matches.length,
        files: files.size,
        shown: page.length,
        nextOffset: next,
      });
      found += page.length;
      const listed = await callTool(
        grep,
        { ...search, outputMode: 'files', limit: 0, offset: 0 },
        ws.context,
      );
      expect(textOf(listed)).toBe([...files].join('\n'));
    }),
    { numRuns: 60, seed: 3 },
  );
  expect(found).toBeGreaterThan(200);
});

it('lists the files that ripgrep lists', { tags: ['slow'] }, async () => {
  const segment = fc.constantFrom(
    '*',
    '**',
    '*.ts',
    'src',
    'deep',
    'build',
    '.*',
    '-*',
    '*.{md,txt}',
    '[a-c]*',
    '日*',
  );
  const request = fc.record({
    segments: fc.array(segment, { minLength: 1, maxLength: 3 }),
    path: fc.constantFrom('.', 'src', 'sub'),
    includeIgnored: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ segments, path, includeIgnored }) => {
      const pattern = segments.join('/');
      const place = { cwd: join(ws.root, path), argument: './' };
      const files = run(place, ['--files', '--null', ...(includeIgnored ? ['--no-ignore'] : [])]);
      const isMatch = modelGlob(segments);
      const expected = files
        .split('\0')
        .filter(Boolean)
        .map((file) => file.slice(2))
        .filter((file) => isMatch.test(file))
        .map((file) => (path === '.' ? file : `${path}/${file}`))
        .sort();
      const result = await callTool(glob, { pattern, path, includeIgnored }, ws.context);
      expect(textOf(result)).toBe(expected.join('\n'));
    }),
    { numRuns: 60, seed: 3 },
  );
});

/** A glob as a regular expression, which is too slow for hostile ones. */
function modelGlob(segments: readonly string[]): RegExp {
  const parts = segments.map((segment, index) => {
    const isLast = index === segments.length - 1;
    if (segment === '**') return isLast ? '.+' : '(?:[^/]+/)*';
    const name = segment
      .replace(/[.]/g, '\\.')
      .replace(/\*/g, '[^/]*')
      .replace(/\{(.*),(.*)\}/, '(?:$1|$2)');
    return isLast ? name : `${name}/`;
  });
  return new RegExp(`^${parts.join('')}$`, 'u');
}
