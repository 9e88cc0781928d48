import type { FactBook } from '../fact-book.ts';
import { wildcardIn } from '../shell/wildcard-in.ts';
import type { Dangers } from './dangers.ts';
import { type Suspect, suspectOf } from './suspect.ts';

/** Programs one wildcard may reach that are looked at; of more only the run tells which it is. */
const mostPrograms = 64;

/**
 * The commands that others may be whose name is a wildcard (`/bin/r? x`): one for each program that it reaches, and what that one
 * starts. Which of several runs depends on the order of names in a locale.
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
