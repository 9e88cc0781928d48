import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Ranks of DESIGN.md "Layers": a file imports its own folder or a lower rank, never a neighbour of its own rank. */
const ranks: Readonly<Record<string, number>> = {
  core: 0,
  config: 1,
  platform: 1,
  policy: 2,
  output: 2,
  wire: 2,
  skills: 3,
  sessions: 3,
  hosts: 3,
  tools: 4,
  runtime: 5,
  frontends: 6,
};

function filesBelow(folder: string, ending = '.ts'): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

/** A top-level file of `src` is the composition root, above every layer. */
function layerOf(file: string): { readonly name: string; readonly rank: number } {
  const [, name = ''] = file.split('/');
  return { name, rank: name.endsWith('.ts') ? 7 : (ranks[name] ?? Number.NaN) };
}

function importsOf(source: string): readonly string[] {
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

const sources = filesBelow('src').map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));
const lineCount = (text: string): number => text.split('\n').length - 1;

describe('layers', () => {
  it.each(sources)('$file imports only its own folder or a lower rank', ({ file, source }) => {
    const own = layerOf(file);
    expect(own.rank, `no rank for ${file}`).not.toBeNaN();
    const wrong = importsOf(source)
      .filter((name) => name.startsWith('.'))
      .map((name) => relative(root, normalize(join(root, dirname(file), name))))
      .filter((target) => {
        const other = layerOf(target);
        return other.name !== own.name && other.rank >= own.rank;
      });
    expect(wrong).toEqual([]);
  });

  it.each(sources.filter(({ file }) => !file.startsWith('src/platform/')))(
    '$file leaves the system to platform/',
    ({ source }) => {
      const names = importsOf(source).filter((name) =>
        /^(node:(child_process|fs|net|os)|bun)(\/|:|$)/.test(name),
      );
      expect(names).toEqual([]);
      expect(/\bBun\.\w/.test(source)).toBe(false);
    },
  );

  it('tools do not import each other', () => {
    const wrong = sources.flatMap(({ file, source }) => {
      const own = /^src\/tools\/([^/]+)\//.exec(file)?.[1];
      if (own === undefined) return [];
      return importsOf(source)
        .map((name) => normalize(join(dirname(file), name)))
        .filter(
          (target) =>
            target.startsWith('src/tools/') &&
            target !== 'src/tools/tool-context.ts' &&
            !target.startsWith(`src/tools/${own}/`),
        )
        .map((target) => `${file} -> ${target}`);
    });
    expect(wrong).toEqual([]);
  });
});

/** Code without comments and string literals. */
function withoutText(source: string): string {
  return source.replace(
    /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g,
    "''",
  );
}

describe('habits', () => {
  it.each(sources)('$file has no barrel, no cast outside core, no any', ({ file, source }) => {
    const code = withoutText(source);
    expect(source).not.toMatch(/^export \*/m);
    expect(file.endsWith('/index.ts')).toBe(false);
    expect(code).not.toMatch(/[:<]\s*any\b/);
    expect(source).not.toMatch(/\b(TODO|FIXME|XXX)\b/);
    if (!file.startsWith('src/core/'))
      expect(code.replace(/(import|export)\s+(type\s+)?(\*\s+as\s+\w+|\{[^}]*\})/g, '')).not.toMatch(
        /\sas (?!const\b)[\w{(]/,
      );
  });

  it('keeps source files small', () => {
    const sizes = sources
      .map(({ file, source }) => ({ file, lines: lineCount(source) }))
      .sort((a, b) => a.lines - b.lines);
    const at = (share: number): number => sizes[Math.floor((sizes.length - 1) * share)]?.lines ?? 0;
    expect(sizes.filter(({ lines }) => lines > 300)).toEqual([]);
    expect(at(0.5)).toBeLessThanOrEqual(80);
    expect(at(0.9)).toBeLessThanOrEqual(180);
  });

  it.each([
    { folder: 'clients/python/agent_tools', ending: '.py', most: 300 },
    { folder: 'test', ending: '.ts', most: 400 },
    { folder: 'clients/python/tests', ending: '.py', most: 400 },
  ])('keeps files of $folder small', ({ folder, ending, most }) => {
    const files = filesBelow(folder, ending);
    expect(files).not.toEqual([]);
    expect(files.filter((file) => lineCount(readFileSync(join(root, file), 'utf8')) > most)).toEqual([]);
  });
});
