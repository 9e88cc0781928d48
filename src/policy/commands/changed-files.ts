import { relative, resolve } from 'node:path';
import { findPicks, findRemovals, findStarts, isRemoval } from '../guard/finding.ts';
import { operandsOf } from '../guard/targets.ts';
import type { Scope, ScopedFolder } from '../paths/scope.ts';
import { basesBelow } from '../paths/withholding.ts';
import { expandTilde } from '../paths/within.ts';
import { findEditing } from '../profiles/editing.ts';
import { findProfile } from '../profiles/table.ts';
import { folderOfGit } from '../programs/entered.ts';
import { withoutGlobals } from '../programs/git-globals.ts';
import { makesFolders, placingOf } from '../programs/placing.ts';
import { type ChangedFiles, formFiles, writtenBy } from '../programs/written.ts';
import { type Candidate, hasWord, type Words } from '../rules/pattern.ts';
import { textOf } from '../shell/arg.ts';
import { placesTaken } from './placed.ts';
import { scriptFiles } from './script-files.ts';
import type { Suspect } from './suspect.ts';

/** The files that a command writes by its profile, or by that of an editing command. */
function writtenFiles(base: string, args: Suspect['args']): readonly string[] {
  if (args === null) return [];
  return [findProfile(base, args), findEditing(base, args)].flatMap((match) => {
    if (match === null || typeof match.reading === 'string' || match.folders.length > 0) return [];
    return match.reading.operands.flatMap(({ kind, arg }) => (kind === 'write' ? (textOf(arg) ?? []) : []));
  });
}

/** What `find` removes: its starting points, whole if no test limits what is removed. */
function foundFiles(words: Words): ChangedFiles {
  const removals = findRemovals(words);
  if (removals.length === 0) return { files: [], whole: [] };
  const starts = findStarts(words);
  return removals.every(findPicks) ? { files: starts, whole: [] } : { files: [], whole: starts };
}

/** What a command removes, and the folders it makes. */
function removedBy(base: string, words: Words): ChangedFiles {
  if (isRemoval([base])) return { files: [], whole: operandsOf(words) };
  if (base === 'find') return foundFiles(words);
  return { files: makesFolders(base, words) ? operandsOf(words) : [], whole: [] };
}

/** Options of git with which the files of the working tree stay as they are. */
const spares = /^(--cached|--dry-run|-n)$/;

/** A command as it acts on the files of the working tree. */
interface OwnCommand {
  readonly base: string;
  readonly words: Words;
}

/** `git rm` and `git mv` as `rm` and `mv`, also behind options; other commands as they are. */
function ownCommand(base: string, given: Words): OwnCommand {
  if (base !== 'git') return { base, words: given };
  const words = withoutGlobals(given);
  const sub = words[1] ?? '';
  const isOne = /^(rm|mv)$/.test(sub) && !hasWord(words, spares);
  return isOne ? { base: sub, words: words.slice(1) } : { base, words };
}

/** Whether an option has `ln` make a symbolic link; a hard link is another name by which the file can be changed. */
function isSymbolic(word: Candidate): boolean {
  return word !== null && /^(?:-[a-zA-Z]*s|--symbolic$)/.test(word);
}

/** Paths below the place of a moved or copied folder that rules withhold and that the folder has too. */
function mergedInto(
  { source, place }: { readonly source: string; readonly place: string },
  scope: Scope,
  cwd: string,
): readonly string[] {
  const { realPath, kind } = scope.book.path(place, cwd);
  if (kind !== 'folder') return [];
  return basesBelow(scope, realPath, 'write').filter(
    (base) => scope.book.path(`${source}/${relative(realPath, base)}`, cwd).exists,
  );
}

/** The paths that a command changes, as far as its words tell, for rules about writing. */
export function changedBy(suspect: Suspect, at: ScopedFolder & { readonly base: string }): ChangedFiles {
  const { scope } = at;
  const home = (path: string) => expandTilde(path, scope.workspace.home);
  const { base, words } = ownCommand(at.base, suspect.words);
  const place = { cwd: at.cwd, home: scope.workspace.home };
  const cwd = at.base === 'git' ? folderOfGit(suspect.words, place) : at.cwd;
  const placing = placingOf(base, words.slice(1));
  const places = placing === null ? [] : placesTaken(placing, scope, cwd);
  const taken = places.flatMap((one) => [one.place, ...mergedInto(one, scope, cwd)]);
  const { files, whole } = removedBy(base, words);
  const formed = formFiles(base, words.slice(1));
  // What is put into a folder is judged by its place there.
  const written = writtenBy(base, words.slice(1)).flatMap(({ path, isInside }) => (isInside ? [] : path));
  const scripted = scriptFiles(base, words.slice(1)).flatMap(({ path, isWritten }) =>
    isWritten ? path : [],
  );
  const left = base === 'mv' && placing !== null ? placing.sources : [];
  const linked = base === 'ln' && placing !== null && !words.some(isSymbolic) ? placing.sources : [];
  const seen = (paths: readonly string[]) =>
    cwd === at.cwd ? paths : paths.map((path) => resolve(cwd, path));
  const homed = [...writtenFiles(base, suspect.args), ...written, ...formed.files, ...files, ...linked].map(
    home,
  );
  return {
    files: seen([...homed, ...taken, ...scripted]),
    whole: seen([...whole, ...formed.whole, ...left].map(home)),
  };
}
