import { basename } from 'node:path';
import { baseName } from '../programs/base-name.ts';
import { withReplaced } from '../programs/replaced.ts';
import type { Candidate } from '../rules/pattern.ts';
import { reaches } from '../shell/reaches.ts';

/** Programs that start others with files that they find or read the names of. */
const finders = /^(?:g?find|fd|fdfind|g?xargs|parallel|run-parts)$/;

/** Whether a command may start others with files that it finds or reads the names of. */
export function findsFiles([program = null]: readonly Candidate[]): boolean {
  return program !== null && finders.test(baseName(program));
}

/** Whether a `find` may find a file, by the names that its tests pick. */
function mayFind(words: readonly Candidate[], path: string): boolean {
  const names = words.filter((_, index) => /^-i?name$/.test(words[index - 1] ?? ''));
  return names.length === 0 || names.some((name) => name === null || reaches(name, basename(path)));
}

/**
 * What starts others with what it finds or reads the names of, with a file that the script writes in place of that: `find` and its
 * kin, `xargs`.
 */
export function withFile(words: readonly Candidate[], path: string): readonly (readonly Candidate[])[] {
  const base = baseName(words[0] ?? '');
  const file = path.includes('/') ? path : `./${path}`;
  if (base === 'run-parts') return [[file]];
  if (/find$/.test(base) && base !== 'fdfind' && !mayFind(words, path)) return [];
  const put = withReplaced(words, (word, mark) => word.replaceAll(mark, () => file));
  const isPut = put.some((word, index) => word !== words[index]);
  if (!isPut && /^g?find$/.test(base)) return [];
  return [isPut ? put : [...put, file]];
}
