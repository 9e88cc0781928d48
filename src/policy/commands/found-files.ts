import { basename } from 'node:path';
import { findStarts, isChange, isRemoval, namesPicked } from '../guard/finding.ts';
import { baseName, baseOf } from '../programs/base-name.ts';
import { findOfFd } from '../programs/fd-line.ts';
import { withReplaced } from '../programs/replaced.ts';
import { hasWord, type Words } from '../rules/pattern.ts';
import { reaches } from '../shell/reaches.ts';
import { pathsPicked } from './picked-files.ts';

/** Programs that start others with files that they find or whose names they read. */
const finders = /^(?:g?find|fd|fdfind|g?xargs|parallel|run-parts)$/;

/** Whether a command may start others with files that it finds or whose names it reads. */
export function findsFiles([program = null]: Words): boolean {
  return program !== null && finders.test(baseName(program));
}

/** Whether the `-name` tests of a `find` may select a file. */
function mayFind(words: Words, path: string): boolean {
  const names = words.filter((_, index) => /^-i?name$/.test(words[index - 1] ?? ''));
  return names.length === 0 || names.some((name) => name === null || reaches(name, basename(path)));
}

/** Replaces `{}` in the words of a `find`, or of what it starts, by a file. */
export function withFound(words: Words, file: string): Words {
  return words.map((word) => word?.replaceAll('{}', () => file) ?? null);
}

/**
 * The commands of `find`, `xargs` and the like with a file that the script writes in place of each found one; none if the
 * file cannot be found.
 */
export function withFile(words: Words, path: string): readonly Words[] {
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

/** Most combinations of names and folders for one `find`. */
const mostNamed = 16;

/** Whether a name may replace the found file: one with wildcards only if files are not taken away, with a slash never. */
function isPutThere(glob: string, isKept: boolean): boolean {
  return isKept ? !/[*?[/]/.test(glob) : /[^*?]/.test(glob) && !glob.includes('/');
}

/** Whether a path replaces found files; not if it has wildcards and names are selected as well. */
function isPathPut(path: string, isNamed: boolean): boolean {
  return /[^*?/.]/.test(path) && !(isNamed && /[*?[]/.test(path));
}

/** Whether a `find` starts a command that removes, changes or moves files; those are judged by its tests and starting points. */
function takesAway(words: Words): boolean {
  const at = words.findIndex((word) => /^-(?:exec|ok)/.test(word ?? ''));
  const inner = words.slice(at + 1);
  return isRemoval(inner.slice(0, 3)) || isChange(inner) || baseOf(inner) === 'mv';
}

/**
 * A `find` or `fd` that starts commands, with each file that its tests name, below each starting point, in place of the found one:
 * `find . -name .env -exec cat {} +` reads `./.env`. Wildcards are kept. Without a name or path, the starting points take its
 * place, unless files are taken away.
 */
export function withNamed(given: Words): readonly Words[] {
  const words = /^fd(?:find)?$/.test(baseOf(given)) ? (findOfFd(given) ?? []) : given;
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
