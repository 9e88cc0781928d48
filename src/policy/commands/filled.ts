import { type Written, writtenBy } from '../programs/written.ts';
import type { Candidate } from '../rules/pattern.ts';
import { makesFolders, placingOf } from './placed.ts';
import { scriptFiles } from './script-files.ts';

/** Programs of which every file that they are told to write is one that they make or fill. */
const fillers = /^(?:dd|g?sed|perl|touch|truncate|wget|curl|iconv|sort|shuf)$/;

/** Where a program puts what it is given: a name that it gets in a folder counts as well. */
function placedBy(base: string, words: readonly Candidate[]): readonly Written[] {
  const placing = placingOf(base, words);
  if (placing === null || makesFolders(base, words)) return [];
  const { sources, into, isExact } = placing;
  const last = sources.map((source) => source.slice(source.lastIndexOf('/') + 1));
  // A source may stand there very often.
  const names = isExact ? [] : [...new Set(last)];
  const inside = names.filter((name) => name !== '').map((name) => `${into}/${name}`);
  return [{ path: into, isInside: false }, ...inside.map((path) => ({ path, isInside: true }))];
}

const exactly = (path: string): Written => ({ path, isInside: false });

/** Files that a command makes or fills, by the words behind its name: none that it only removes, and no folders. */
export function filledBy(base: string, words: readonly Candidate[]): readonly Written[] {
  const scripted = scriptFiles(base, words).filter(({ isWritten }) => isWritten);
  const known = words.map((word) => word ?? '');
  return [
    ...scripted.map(({ path }) => exactly(path)),
    ...(base === 'tee' ? known.filter((word) => !word.startsWith('-')).map(exactly) : []),
    ...placedBy(base, words),
    ...(fillers.test(base) ? writtenBy(base, known) : []),
  ];
}
