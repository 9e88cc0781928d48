import { basename } from 'node:path';
import { isLiteralName, isPlainName, isPlainWhole, withoutForeign } from '../../core/paths/plain-name.ts';
import type { LeftOut, NamesFact } from '../../core/ports.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import type { Scope, ScopedFolder } from '../paths/scope.ts';
import type { Found } from '../profiles/find-commands.ts';
import type { NameList } from '../profiles/name-lists.ts';
import type { Arg, Below } from '../shell/arg.ts';

/** Where names that are handed to a command come from. */
export interface Source {
  readonly found: Found;
  /** The command that prints them; null if they are handed on as `find` finds them. */
  readonly list: NameList | null;
  readonly cwds: readonly string[];
  /** Whether a shell expands the printed names. */
  readonly isExpanded: boolean;
  /** The text before and behind each name, if that makes up a path in the listed folder. */
  readonly around?: Pick<Below, 'before' | 'behind'> | undefined;
}

/** The folders left out below a start, as relative paths; none if the start ends with a slash, as programs then print them differently. */
function leftOutBelow(start: Arg, { leftOut }: Found): LeftOut | undefined {
  const before = `${start.text}/`;
  const paths = (leftOut?.paths ?? []).filter((path) => path.startsWith(before));
  const isBare = start.text.endsWith('/');
  return leftOut && { ...leftOut, paths: isBare ? [] : paths.map((path) => path.slice(before.length)) };
}

/** A path that is one line wherever it is printed, without marks that some programs quote or read as quotes. */
const plainLine = /^[ !#-&(-[\]-~]*$/;

/** Whether names stay whole, whatever they contain: each ends with a NUL, and no shell expands them. */
function areWhole({ list, isExpanded }: Source): boolean {
  return list?.isEnded === true && !isExpanded;
}

/** Whether a listed path is handed on as it is. */
export function isKeptPath(path: string, source: Source): boolean {
  if (areWhole(source)) return isPlainWhole(withoutForeign(path));
  return path
    .split('/')
    .every((name) => name === '' || (source.isExpanded ? isLiteralName : isPlainName)(name));
}

/**
 * A path that may be handed on and may not remain a single word, however that is done: empty if there are too many to say, null if
 * there is none. One of several lines counts even if the search leaves it out: what drops one line may keep another.
 */
export function oddName(names: NamesFact, source: Source, { isPlainLocale }: Scope): string | null {
  if (areWhole(source)) return names.unwhole;
  // Of those, git writes the bytes as numbers.
  const isForeignKept = isPlainLocale === true && source.list?.of === 'below';
  if (names.foreign !== null && !isForeignKept) return names.foreign;
  const odd = source.isExpanded ? names.unliteral : names.unplain;
  if (odd === null) return '';
  return (
    odd.find((path) => !plainLine.test(withoutForeign(path)) || !source.found.skips(basename(path))) ?? null
  );
}

/** The names below a start that may be handed on, null if unknown; `most` is the limit if there are too many, else null. */
export function lookBelow(start: Arg, { found, list }: Source, { scope, cwd }: ScopedFolder) {
  const folder = scope.book.path(start.text, cwd).realPath;
  const { sensitive } = scope.mode;
  const names =
    list?.of === 'tracked'
      ? scope.book.tracked(folder, sensitive)
      : scope.book.below(folder, sensitive, leftOutBelow(start, found));
  const isTooMany = names !== null && 'most' in names;
  return { folder, names: isTooMany ? null : names, most: isTooMany ? names.most : null };
}

/** Why names are not looked through, with advice, if there are too many; null if not. */
export function tooManyBelow(source: Source, scope: Scope): string | null {
  if (/^(folder|files|themselves)$/.test(source.list?.of ?? '')) return null;
  const isFound = source.list === null && !source.found.isPlain;
  for (const start of source.found.starts)
    for (const cwd of source.cwds) {
      const { most } = lookBelow(start, source, { scope, cwd });
      if (most !== null)
        return (
          `more than ${most} names lie below ${inQuotes(start.text)}, too many to look through: begin in a folder with fewer` +
          `${isFound ? ', find files alone (-type f),' : ''} or leave large ones out (-not -path './node_modules/*', --exclude-dir)`
        );
    }
  return null;
}

/** Why names are not handed on as they are, with advice, if one of them may be several words or an option; null if not. */
export function oddBelow(source: Source, scope: Scope): string | null {
  const { list, found, cwds } = source;
  if (list === null || !/^(below|tracked)$/.test(list.of) || (list.isEnded && !list.isBare)) return null;
  for (const start of found.starts)
    for (const cwd of cwds) {
      const { names } = lookBelow(start, source, { scope, cwd });
      const odd = names === null ? null : oddName(names, source, scope);
      if (odd === null || odd === '') continue;
      const name = `${inQuotes(odd)} below ${inQuotes(start.text)}`;
      return areWhole(source)
        ? `${name} may be an option or a wildcard to it`
        : `${name} may be several words or an option to it; names that end with NUL stay whole (-print0, -Z or -z, and xargs -0)`;
    }
  return null;
}
