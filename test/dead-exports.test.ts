import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Source {
  readonly file: string;
  /** Every name in it, and how often it stands there. */
  readonly names: ReadonlyMap<string, number>;
  readonly text: string;
}

function readSource(file: string): Source {
  const text = readFileSync(join(root, file), 'utf8');
  const names = new Map<string, number>();
  for (const [name] of text.matchAll(/[\w$]+/g)) names.set(name, (names.get(name) ?? 0) + 1);
  return { file, names, text };
}

const folders = ['src', 'bin', 'test', 'bench', 'fuzz', 'soak', 'packaging', 'picture'];
const sources = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  )
  .concat('build.ts')
  .map(readSource);

/** How many files hold a name. */
const spread = new Map<string, number>();
for (const { names } of sources)
  for (const name of names.keys()) spread.set(name, (spread.get(name) ?? 0) + 1);

interface Exported {
  readonly name: string;
  /** Types may be exported for what their file's functions take and give. */
  readonly isType: boolean;
}

function exportsOf({ text }: Source): readonly Exported[] {
  const single =
    /^export (?:default )?(?:async )?(function\*?|const|let|class|enum|type|interface) ([\w$]+)/gm;
  const list = /^export (type )?\{([^}]*)\}/gm;
  return [
    ...[...text.matchAll(single)].map(([, kind = '', name = '']) => ({
      name,
      isType: kind === 'type' || kind === 'interface',
    })),
    ...[...text.matchAll(list)].flatMap(([, kind, names = '']) =>
      [...names.matchAll(/([\w$]+)\s*(?:,|$)/g)].map(([, name = '']) => ({
        name,
        isType: kind !== undefined,
      })),
    ),
  ];
}

function isDead({ name, isType }: Exported, { names }: Source): boolean {
  if ((spread.get(name) ?? 0) > 1) return false;
  return !isType || (names.get(name) ?? 0) < 2;
}

describe('an exported name', () => {
  it.each(sources.filter(({ file }) => file.startsWith('src/')))('of $file is used elsewhere', (source) => {
    expect(
      exportsOf(source)
        .filter((one) => isDead(one, source))
        .map(({ name }) => name),
    ).toEqual([]);
  });

  it('is found in every way it can be written', () => {
    const text = [
      'export function* one() {}',
      'export const two = 2, x = 1;',
      'export interface Three {}',
      'export { four, type Five, six as seven };',
      'export type { Eight };',
    ].join('\n');
    expect(exportsOf({ file: '', text, names: new Map() })).toEqual([
      { name: 'one', isType: false },
      { name: 'two', isType: false },
      { name: 'Three', isType: true },
      { name: 'four', isType: false },
      { name: 'Five', isType: false },
      { name: 'seven', isType: false },
      { name: 'Eight', isType: true },
    ]);
  });
});
