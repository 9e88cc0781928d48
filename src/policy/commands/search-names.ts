import { basename, dirname } from 'node:path';
import { filesNamed } from '../paths/named-files.ts';
import type { ScopedFolder } from '../paths/scope.ts';
import { expandTilde } from '../paths/within.ts';
import { isGiven, type Reading } from '../profiles/profile.ts';
import { excludedFolders, grepSkips, rgLeavesOut } from '../profiles/search-skips.ts';
import { readingOf } from '../profiles/table.ts';
import type { Words } from '../rules/pattern.ts';
import { argsOf, textOf, unknownOperand } from '../shell/arg.ts';
import type { Lister } from '../shell/listers.ts';
import { isKept, type KeptFile, keptBelow } from './kept-files.ts';

/** The paths that a search is given, and a test for the files it leaves out. */
interface Search {
  readonly paths: readonly string[];
  readonly isDeep: boolean;
  readonly skips: (kept: KeptFile) => boolean;
}

function isHiddenIn(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.') && !/^\.{1,2}$/.test(name));
}

/** Tests whether a search leaves a file out by its name. */
function skippedBy(base: 'grep' | 'rg', reading: Reading): Search['skips'] {
  if (base === 'rg') {
    const leavesOut = rgLeavesOut(reading);
    const isHiddenRead = isGiven(reading, '-.', '--hidden', '-u', '--unrestricted');
    return ({ inside }) => leavesOut(basename(inside)) || (!isHiddenRead && isHiddenIn(dirname(inside)));
  }
  const skips = grepSkips(reading);
  const isExcluded = excludedFolders(reading);
  return ({ inside }) => skips(basename(inside)) || inside.split('/').slice(0, -1).some(isExcluded);
}

function searchOf(base: 'grep' | 'rg', words: Words): Search {
  const reading = readingOf(base, argsOf([base, ...words.slice(1)]));
  if (reading === null) {
    // Beside an option its profile does not know, any of its words may be a folder it searches.
    const known = words.slice(1).filter((word) => word !== null);
    const isHiddenRead = base === 'grep' || known.some((word) => /^-\w*[u.]|^--(?:hid|unr|no-ig)/.test(word));
    const operands = known.filter((word) => !word.startsWith('-'));
    return {
      paths: ['.', ...operands],
      isDeep: true,
      skips: ({ inside }) => !isHiddenRead && isHiddenIn(inside),
    };
  }
  const paths = reading.positionals.filter(({ kind, arg }) => kind !== 'pattern' && arg !== unknownOperand);
  return {
    paths: paths.map(({ arg }) => textOf(arg) ?? ''),
    isDeep: base === 'rg' || isGiven(reading, '-r', '-R'),
    skips: skippedBy(base, reading),
  };
}

/** The closed files whose names a search may print: those below the folders it searches, and those among its file operands. */
export function searchNames(
  { base, words }: Lister & { readonly base: 'grep' | 'rg' },
  { scope, cwd }: ScopedFolder,
): readonly string[] {
  const { paths, isDeep, skips } = searchOf(base, words);
  const found = (start: string, prefix: string): readonly string[] => {
    const { kind, realPath } = scope.book.path(start, cwd);
    if (kind !== 'folder') return isKept(scope, realPath) ? [start] : [];
    const below = isDeep
      ? keptBelow(scope, realPath).filter((kept) => kept.kind === 'file' && !skips(kept))
      : [];
    return below.map(({ inside }) => `${prefix}${inside}`);
  };
  if (paths.length === 0) return isDeep ? found('.', '') : [];
  const named = paths.flatMap(
    (path) => filesNamed(expandTilde(path, scope.workspace.home), cwd, scope) ?? [],
  );
  return named.flatMap((path) => found(path, `${path.replace(/\/+$/, '')}/`));
}
