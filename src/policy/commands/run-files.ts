import { foldersOf, type Place } from '../paths/closed.ts';
import { expandTilde } from '../paths/within.ts';
import { baseOf } from '../programs/base-name.ts';
import { interpreterOf } from '../programs/interpreters.ts';
import { codeReadBy, readsCommands } from '../programs/readers.ts';
import type { Dangers } from './dangers.ts';
import type { Suspect } from './suspect.ts';
import { filesIn } from './word-problems.ts';

/** Programs besides interpreters that run the file they are given. */
const followsFile = /^(\.|source|g?make|[gmn]?awk|g?sed|just|task|ansible-playbook)$/;
/** Most commands that are looked at, and most files. */
const mostSuspects = 256;
const mostFiles = 64;

function followsFiles({ words, isElsewhere }: Suspect): boolean {
  const base = baseOf(words);
  const mayRunIt = words[0] === null || followsFile.test(base) || interpreterOf(base) !== null;
  return isElsewhere !== true && mayRunIt;
}

/** Real paths of the programs that a command may start and that are not trusted: others may have written them. */
function untrustedPrograms({ words: [name], trail, isElsewhere }: Suspect, at: Omit<Place, 'base'>) {
  if (typeof name !== 'string' || isElsewhere === true) return [];
  const { book } = at.context.scope;
  return foldersOf({ trail }, at).flatMap((cwd) => {
    const fact = book.program(name, cwd, at.effect.searchPath);
    return fact === null || fact.trusted ? [] : [fact.realPath];
  });
}

/**
 * Real paths of files whose content may decide what a command does: programs that are not trusted, and every file named in the
 * arguments of an interpreter, `source`, `make` and the like, wherever in the command those stand, and the files that such a
 * command reads.
 */
export function runFiles({ suspects, opened }: Dangers, at: Omit<Place, 'base'>): readonly string[] {
  const { book, workspace } = at.context.scope;
  const following = suspects.filter(followsFiles).slice(0, mostSuspects);
  const read = following.length === 0 ? [] : opened.filter(({ isWritten }) => !isWritten);
  // What is piped into one may come from files that other commands name.
  const isFed = following.some(({ words }) => readsCommands(words) || codeReadBy(words) !== null);
  const naming = isFed ? suspects.slice(0, mostSuspects) : following;
  const named = [
    ...naming.flatMap(({ words, trail }) =>
      words.slice(1).flatMap((word) => (word === null ? [] : filesIn(word).map((path) => ({ path, trail })))),
    ),
    ...read,
  ];
  const started = suspects.slice(0, mostSuspects).flatMap((suspect) => untrustedPrograms(suspect, at));
  const files = new Set(started.slice(0, mostFiles));
  for (const { path, trail } of named) {
    if (files.size >= mostFiles) break;
    for (const cwd of foldersOf({ trail }, at)) {
      const { kind, realPath } = book.path(expandTilde(path, workspace.home), cwd);
      if (kind === 'file') files.add(realPath);
    }
  }
  return [...files];
}
