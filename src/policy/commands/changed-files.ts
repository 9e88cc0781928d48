import type { Scope } from '../paths/scope.ts';
import { expandHome } from '../paths/within.ts';
import { findEditing } from '../profiles/editing.ts';
import { findProfile } from '../profiles/table.ts';
import { textOf } from '../shell/arg.ts';
import type { Suspect } from './danger.ts';
import { placesTaken, placingOf } from './placed.ts';

/** The files that a command writes, by its profile or by that of commands which only change files. */
function writtenFiles(base: string, args: Suspect['args']): readonly string[] {
  if (args === null) return [];
  return [findProfile(base, args), findEditing(base, args)].flatMap((match) => {
    if (match === null || typeof match.reading === 'string' || match.folders.length > 0) return [];
    return match.reading.operands.flatMap(({ kind, arg }) => (kind === 'write' ? (textOf(arg) ?? []) : []));
  });
}

/** The files that a command changes, as far as its words tell, for those of which rules about writing say what they may change. */
export function changedFiles(
  { words, args }: Suspect,
  at: { readonly base: string; readonly scope: Scope; readonly cwd: string },
): readonly string[] {
  const { base, scope, cwd } = at;
  const written = writtenFiles(base, args).map((path) => expandHome(path, scope.workspace.home));
  const placing = base === 'cp' || base === 'mv' ? placingOf(base, words.slice(1)) : null;
  if (placing === null) return written;
  const taken = placesTaken(placing, scope, cwd);
  // Of a folder that is moved away no word names the files.
  const left = placing.sources.filter(
    (source) => base === 'mv' && scope.book.path(source, cwd).kind === 'file',
  );
  return [...written, ...taken.map(({ place }) => place), ...left];
}
