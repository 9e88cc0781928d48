import { basename } from 'node:path';
import { namesPicked } from '../guard/finding.ts';
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

/** Names and folders of one `find` that are put together. */
const mostNamed = 16;

/**
 * A `find` that starts others with what it finds, with each file that it names in place of that, in the folders it starts from:
 * `find . -name .env -exec cat {} +` reads `./.env`. None where its tests name no file, or only by a wildcard, and where they spare
 * some.
 */
export function withNamed(words: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const isFind = /^g?find$/.test(baseName(words[0] ?? ''));
  if (!isFind || !words.some((word) => /^-(?:exec|ok)/.test(word ?? '')) || words.includes('-prune'))
    return [];
  const tests = words.findIndex((word, index) => index > 0 && /^[-(!]/.test(word ?? ''));
  const given = words.slice(1, tests).filter((word) => word !== null);
  const named = namesPicked(words).filter(({ glob, isSpared }) => !isSpared && !/[*?[/]/.test(glob));
  const files = (given.length === 0 ? ['.'] : given).flatMap((folder) =>
    named.map(({ glob }) => `${folder.replace(/\/+$/, '')}/${glob}`),
  );
  return files.slice(0, mostNamed).flatMap((file) => withFile(words, file));
}
