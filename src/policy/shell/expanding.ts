import { basename, dirname, join } from 'node:path';
import type { DoubleQuotedChild, ParameterExpansionPart, WordPart } from 'unbash';
import type { NamedFolders } from '../../core/context.ts';
import { applied, sliced } from './applied.ts';
import { here as itself } from './here.ts';
import type { Held } from './seen-variables.ts';

/** The variables named in a word as written; elements also with their index, parameters by their list. */
export function variablesIn(text: string): readonly string[] {
  if (!text.includes('$')) return [];
  return [...text.matchAll(/\$\{?[!#]?(?:(\w+)(\[\w+\])?|[@*#])/g)].flatMap(([, name = '@', index]) =>
    /^\d+$/.test(name) ? ['@'] : index === undefined ? [name] : [name, name + index],
  );
}

/** The name and the sign (`@` or `*`) of `${…}` for all elements; empty for others. */
export function elementsNamed({ parameter, index, prefix }: ParameterExpansionPart): readonly string[] {
  if (prefix !== undefined) return [];
  const which = /^[@*]$/.test(parameter) ? parameter : (index?.value ?? '');
  if (!/^[@*]$/.test(which)) return [];
  return [which === parameter ? '@' : parameter, which];
}

/** The elements after the operation in `${…}`; null if the result is unknown. */
export function elementsTaken(held: Held, { parameter, operation }: ParameterExpansionPart): Held | null {
  if (operation === undefined) return held;
  if (operation.type === 'Default') return null;
  if (operation.type !== 'Slice')
    return held.map((text) => (text === null ? null : applied(operation, text)));
  // The name of the script precedes the first parameter.
  const all = /^[@*]$/.test(parameter) ? [null, ...held] : held;
  return sliced(all, operation.offset.value, operation.length?.value);
}

/** The home of `~name`, assuming that it is next to the own one, `home`. */
export function homeOf(name: string, home: string): string {
  if (name === basename(home)) return home;
  return name === 'root' ? '/root' : join(dirname(home), name);
}

export type Part = WordPart | DoubleQuotedChild;

/** The parts of a word, with those within double quotes one by one. */
export function unquoted(parts: readonly Part[]): readonly Part[] {
  return parts.flatMap((part): readonly Part[] => (part.type === 'DoubleQuoted' ? part.parts : [part]));
}

/** Variables that are set outside of the script; `here` is the one for the folder that relative paths start from. */
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
    // It is wherever the trail leads, so its value is a relative path.
    [here, [itself]],
  ]);
}

/** The words of a text with `$IFS` between them, without quotes. */
export function dividedByIfs(text: string): readonly string[] {
  const pieces = text.split(/\$\{?IFS\}?/).filter((piece) => piece !== '');
  return pieces.map((piece) => piece.replace(/['"\\]/g, ''));
}
