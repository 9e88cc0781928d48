import { basename } from 'node:path';
import { findStarts, isChange, isRemoval, namesPicked } from '../guard/finding.ts';
import { baseName, baseOf } from '../programs/base-name.ts';
import { withReplaced } from '../programs/replaced.ts';
import { type Candidate, hasWord } from '../rules/pattern.ts';
import { reaches } from '../shell/reaches.ts';
import { pathsPicked } from './picked-files.ts';

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

/** The words of a `find`, or of what it starts, with a file in place of what it finds. */
export function withFound(words: readonly Candidate[], file: string): readonly Candidate[] {
  return words.map((word) => word?.replaceAll('{}', () => file) ?? null);
}

/**
 * What starts others with what it finds or reads the names of, with a file that the script writes in place of that: `find` and its
 * kin, `xargs`.
 */
export function withFile(words: readonly Candidate[], path: string): readonly (readonly Candidate[])[] {
  const base = baseOf(words);
  const file = path.includes('/') ? path : `./${path}`;
  if (base === 'run-parts') return [[file]];
  if (/find$/.test(base) && base !== 'fdfind' && !mayFind(words, path)) return [];
  const put = /^g?find$/.test(base)
    ? withFound(words, file)
    : withReplaced(words, (word, mark) => word.replaceAll(mark, () => file));
  const isPut = put.some((word, index) => word !== words[index]);
  if (!isPut && /^g?find$/.test(base)) return [];
  return [isPut ? put : [...put, file]];
}

/** Names and folders of one `find` that are put together. */
const mostNamed = 16;

/** Whether a name stands for a file in place of what is found; a wildcard does where nothing is taken away by it. */
function isPutThere(glob: string, isKept: boolean): boolean {
  return isKept ? !/[*?[/]/.test(glob) : /[^*?]/.test(glob) && !glob.includes('/');
}

/** Whether a path stands for files in place of what is found; beside names that are picked a wildcard reaches more. */
function isPathPut(path: string, isNamed: boolean): boolean {
  return /[^*?/.]/.test(path) && !(isNamed && /[*?[]/.test(path));
}

/** What is told of what is removed, changed or moved by where it begins: of a `find`, by its tests. */
function takesAway(words: readonly Candidate[]): boolean {
  const at = words.findIndex((word) => /^-(?:exec|ok)/.test(word ?? ''));
  const inner = words.slice(at + 1);
  return isRemoval(inner.slice(0, 3)) || isChange(inner) || baseOf(inner) === 'mv';
}

/**
 * A `find` that starts others with what it finds, with each file that it names in place of that, in the folders it starts from:
 * `find . -name .env -exec cat {} +` reads `./.env`. A wildcard is put there as one; without a name it is what it starts from, where
 * that is not only looked through.
 */
export function withNamed(words: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const isFind = /^g?find$/.test(baseOf(words));
  if (!isFind || !hasWord(words, /^-(?:exec|ok)/) || words.includes('-prune')) return [];
  const picked = namesPicked(words);
  const isKept = takesAway(words);
  const named = picked
    .filter(({ glob, isSpared }) => !isSpared && isPutThere(glob, isKept))
    .slice(0, mostNamed);
  const all = findStarts(words);
  const starts = all.slice(0, mostNamed);
  const files = starts.flatMap((folder) => named.map(({ glob }) => `${folder.replace(/\/+$/, '')}/${glob}`));
  const paths = isKept ? [] : pathsPicked(words, starts).filter((path) => isPathPut(path, picked.length > 0));
  if (picked.length === 0 && paths.length === 0 && !isKept)
    files.push(...all.filter((start) => !/^\.{0,2}\/?$/.test(start)));
  return [
    ...files.slice(0, mostNamed).flatMap((file) => withFile(words, file)),
    ...paths.slice(0, mostNamed).map((path) => withFound(words, path)),
  ];
}
