import { basename, dirname, join } from 'node:path';
import type { DoubleQuotedChild, ParameterExpansionPart, WordPart } from 'unbash';
import type { NamedFolders } from '../../core/context.ts';
import { applied, sliced } from './applied.ts';
import { here as itself } from './here.ts';
import type { Held } from './seen-variables.ts';

/** The variables that a word as written names: those with an index also by it, parameters by their list. */
export function variablesIn(text: string): readonly string[] {
  if (!text.includes('$')) return [];
  return [...text.matchAll(/\$\{?[!#]?(?:(\w+)(\[\w+\])?|[@*#])/g)].flatMap(([, name = '@', index]) =>
    /^\d+$/.test(name) ? ['@'] : index === undefined ? [name] : [name, name + index],
  );
}

/** The name and the sign of the elements that `${…}` stands for. */
export function elementsNamed({ parameter, index, prefix }: ParameterExpansionPart): readonly string[] {
  if (prefix !== undefined) return [];
  const which = /^[@*]$/.test(parameter) ? parameter : (index?.value ?? '');
  if (!/^[@*]$/.test(which)) return [];
  return [which === parameter ? '@' : parameter, which];
}

/** What `${…}` takes or makes of elements; null where that is not told by what is written. */
export function elementsTaken(held: Held, { parameter, operation }: ParameterExpansionPart): Held | null {
  if (operation === undefined) return held;
  if (operation.type === 'Default') return null;
  if (operation.type !== 'Slice')
    return held.map((text) => (text === null ? null : applied(operation, text)));
  // Before the first parameter stands the name of the script.
  const all = /^[@*]$/.test(parameter) ? [null, ...held] : held;
  return sliced(all, operation.offset.value, operation.length?.value);
}

/** The home that `~name` means, as far as the own one (`home`) tells: others lie beside it. */
export function homeOf(name: string, home: string): string {
  if (name === basename(home)) return home;
  return name === 'root' ? '/root' : join(dirname(home), name);
}

export type Part = WordPart | DoubleQuotedChild;

/** The parts of a word, those within double quotes one by one. */
export function unquoted(parts: readonly Part[]): readonly Part[] {
  return parts.flatMap((part): readonly Part[] => (part.type === 'DoubleQuoted' ? part.parts : [part]));
}

/** What variables hold that no script gives, `here` being the one that stands for the folder which relative paths are read from. */
export function ownVariables(
  { home, named }: NamedFolders,
  here: 'PWD' | 'OLDPWD',
): ReadonlyMap<string, Held> {
  return new Map([
    ...Object.entries(named?.() ?? {}).map(([name, path]): [string, Held] => [name, [path]]),
    ['HOME', [home]],
    ['IFS', [' \t\n']],
    ['USER', [basename(home)]],
    ['LOGNAME', [basename(home)]],
    // It is wherever the trail leads, so it reads as the relative path it stands for.
    [here, [itself]],
  ]);
}

/** The words of a text with `$IFS` between them, without quotes. */
export function dividedByIfs(text: string): readonly string[] {
  const pieces = text.split(/\$\{?IFS\}?/).filter((piece) => piece !== '');
  return pieces.map((piece) => piece.replace(/['"\\]/g, ''));
}
