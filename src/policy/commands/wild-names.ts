import type { FactBook } from '../fact-book.ts';
import { wildcardIn } from '../shell/wildcard-in.ts';
import type { Dangers } from './dangers.ts';
import { type Suspect, suspectOf } from './suspect.ts';

/** Most programs that one wildcard may match; beyond that the program is unknown. */
const mostPrograms = 64;

/**
 * The commands that a command with a wildcard for its name (`/bin/r? x`) may be, one for each program that matches, with
 * those that it starts. Which one runs depends on the sort order of the locale.
 */
export function wildNamed(
  { suspects, startedBy }: Dangers,
  at: { readonly book: FactBook; readonly foldersOf: (suspect: Suspect) => readonly string[] },
): readonly Suspect[] {
  return suspects.flatMap((suspect) => {
    const [name = null, ...rest] = suspect.words;
    const word = wildcardIn(name ?? '');
    if (word === null) return [];
    const reached = at.foldersOf(suspect).flatMap((cwd) => at.book.expand(word, cwd) ?? []);
    const programs = [...new Set(reached.map(({ given }) => given))].slice(0, mostPrograms);
    return programs
      .flatMap((program) => startedBy([program, ...rest]))
      .map(({ words, trail, isElsewhere = false }) => ({
        ...suspectOf(words, [...suspect.trail, ...trail]),
        isElsewhere: isElsewhere || suspect.isElsewhere === true,
      }));
  });
}
