import { basename } from 'node:path';
import type { MatchFact } from '../../core/ports.ts';
import { anyName } from '../fact-book.ts';
import { judgePath, rootsOf, type Scope } from '../paths/scope.ts';
import { type JudgedTouch, judgeReach } from '../paths/touch.ts';
import { isWithinAny } from '../paths/within.ts';
import type { Found } from '../profiles/find-commands.ts';
import type { NameList } from '../profiles/name-lists.ts';
import type { Kind, Operand } from '../profiles/profile.ts';
import { type Arg, textArg } from '../shell/arg.ts';
import { isKeptPath, lookBelow, oddName, type Source } from './look-below.ts';
import type { StepContext } from './step.ts';
import { isFoundByFolder } from './walked-folders.ts';

// Which files are handed on is known only when it runs. All are below a known folder, so that folder is judged with
// everything below it, as for `grep -r`, and by the names in it if those can be looked through.

/** What is done with the files. */
interface Doing {
  readonly reads: boolean;
  readonly lists: boolean;
  /** Whether a folder that is handed on is read with all its content. */
  readonly isDeep: boolean;
}

/** Whether a file below a start may be a device or the like; in the workspace nobody creates one. */
function opensMore(start: Arg, { cwds, found }: Source, { book, workspace }: Scope): boolean {
  const isInside = (cwd: string) => isWithinAny(book.path(start.text, cwd).realPath, rootsOf(workspace));
  return !found.isPlain && !cwds.every(isInside);
}

/** The found files that count: if folders are read deeply, also those that the search leaves out. */
function readOf({ starts, isPlain, ...rest }: Found, { isDeep }: Pick<Doing, 'isDeep'>): Found {
  return isDeep ? { starts, isPlain, skips: () => false } : { starts, isPlain, ...rest };
}

/**
 * The touches of links and secrets below a start, one by one; null if a name may expand, or if a link is not known or leads
 * to a folder that is read.
 */
function notableBelow(
  start: Arg,
  source: Source,
  { scope, reads, isDeep }: { readonly scope: Scope } & Pick<Doing, 'reads' | 'isDeep'>,
): readonly JudgedTouch[] | null {
  const { list, cwds, isExpanded } = source;
  const found = readOf(source.found, { isDeep: isDeep && list?.of !== 'tracked' });
  const isListed = list !== null && (list.isBare || !list.isEnded || isExpanded);
  const touches: JudgedTouch[] = [];
  for (const cwd of cwds) {
    const { folder, names } = lookBelow(start, { ...source, found }, { scope, cwd });
    if (
      names === null
        ? isListed || (reads && !found.isPlain)
        : isListed && oddName(names, source, scope) !== null
    )
      return null;
    const notable = (names?.notable ?? [])
      .filter(({ path, isLink }) => !(found.skips(basename(path)) || (isLink && found.isPlain)))
      .map(({ path, isLink }) => ({ given: `${folder}/${path}`, isLink }))
      .map(({ given, isLink }) => ({ given, isLink, fact: scope.book.path(given, '/') }));
    if (isDeep && notable.some(({ isLink, fact }) => isLink && fact.kind === 'folder')) return null;
    for (const { given, fact } of notable) {
      const ruling = judgePath(scope, { access: 'read', given, cwd, fact });
      touches.push({ access: 'read', path: fact.realPath, ruling });
    }
  }
  return touches;
}

/** Operands for everything below a start. */
function operandsBelow(arg: Arg, { found, list }: Source, doing: Doing): readonly Operand[] {
  const { reads, lists } = doing;
  const below = { arg, exposed: false, follows: !found.isPlain };
  // The names of tracked files are all known.
  const tree: Operand =
    list?.of === 'tracked'
      ? { ...below, kind: 'tree', follows: false, skips: () => true }
      : { ...below, kind: 'tree', skips: readOf(found, doing).skips };
  return [...(reads ? [tree] : []), ...(lists ? [{ ...below, kind: 'names' } as const] : [])];
}

/** The names directly in a listed folder, if all are plain; null if that is not certain. */
function namesRightIn(source: Source, scope: Scope): readonly Arg[] | null {
  const { found, cwds, around } = source;
  const start = found.starts[0]?.text ?? '.';
  const names = cwds.flatMap((cwd) => {
    const { kind, realPath } = scope.book.path(start, cwd);
    const entries = kind === 'folder' ? scope.book.entries(realPath, anyName) : null;
    return entries?.map(({ given }) => basename(given)) ?? [null];
  });
  const known = names.filter((name) => name !== null).filter((name) => !found.skips(name));
  const { before = '', behind = '' } = around ?? {};
  return !names.includes(null) && known.every((name) => isKeptPath(name, source))
    ? known.map((name) => textArg(before + name + behind))
    : null;
}

/** The paths given to a list, if all are plain; null if one may expand, or is a folder whose content is listed. */
function pathsGiven(source: Source, scope: Scope): readonly Arg[] | null {
  const { found, list, cwds } = source;
  const { book } = scope;
  const given = cwds.flatMap((cwd) =>
    found.starts.flatMap((start): readonly (MatchFact | null)[] => {
      if (start.kind === 'glob') return book.expand(start, cwd) ?? [null];
      return [{ given: start.text, path: book.path(start.text, cwd) }];
    }),
  );
  const known = given.filter((match) => match !== null);
  const isPlain = ({ given: text, path }: MatchFact) =>
    path.isUndecodable !== true &&
    (list?.of === 'themselves' || path.kind !== 'folder') &&
    isKeptPath(text, source);
  return known.length === given.length && known.every(isPlain)
    ? known.map((match) => textArg(match.given))
    : null;
}

/** The names or paths that a list prints, one by one; null if that is not certain. */
function eachIn(source: Source, scope: Scope): readonly Arg[] | null {
  return source.list?.of === 'folder' ? namesRightIn(source, scope) : pathsGiven(source, scope);
}

/** Whether a folder is the top of its repository. */
function isTop(cwd: string, { book }: Scope): boolean {
  return book.repository(cwd)?.top === book.path('.', cwd).realPath;
}

/** Whether git lists only files of this repository: not of another one, nor folders that are one if those are read. */
function isOfRepository(
  { of, fromTop, entersLinks }: NameList,
  { cwds }: Source,
  { scope, doing }: { readonly scope: Scope; readonly doing: Doing },
): boolean {
  if (fromTop === true && !cwds.every((cwd) => isTop(cwd, scope))) return false;
  const isAlone = entersLinks === true || (doing.isDeep && of === 'tracked');
  return !isAlone || cwds.every((cwd) => scope.book.repository(cwd)?.hasLinks === false);
}

/** Judges what a command does with everything it may be handed; null if that may be more than files below known folders. */
export function touchesBelow(
  kinds: readonly Kind[],
  source: Source,
  { scope, isAbsent }: StepContext,
): readonly JudgedTouch[] | null {
  const { list, found, cwds } = source;
  const doing: Doing = {
    reads: kinds.some((kind) => kind === 'read' || kind === 'tree'),
    lists: kinds.some((kind) => kind === 'list' || kind === 'names'),
    isDeep: !found.isPlain && kinds.includes('tree'),
  };
  if (list?.of === 'tracked' && !isFoundByFolder(isAbsent)) return null;
  if (list !== null && !isOfRepository(list, source, { scope, doing })) return null;
  const isEach = /^(folder|files|themselves)$/.test(list?.of ?? '');
  const starts = isEach ? eachIn(source, scope) : found.starts;
  if (starts === null) return null;
  const all: JudgedTouch[] = [];
  for (const start of starts) {
    const notable = isEach ? [] : notableBelow(start, source, { scope, ...doing });
    if (notable === null || (doing.reads && opensMore(start, source, scope))) return null;
    const operands: readonly Operand[] = isEach
      ? kinds.map((kind) => ({ kind, arg: start, exposed: false }))
      : operandsBelow(start, source, doing);
    all.push(
      ...(doing.reads ? notable : []),
      ...operands.flatMap((one) => judgeReach(scope, { ...one, cwds })),
    );
  }
  return all;
}
