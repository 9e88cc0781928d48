import { negation } from '../guard/finding.ts';
import type { Candidate } from '../rules/pattern.ts';

/** Longer words of a `find` name no file. */
const longestWord = 4096;

/** What an expression over whole paths matches, as a wildcard, where that is plain to see; null for every other. */
function asWildcard(expression: string): string | null {
  if (expression.length > longestWord) return null;
  const plain = expression
    .replace(/^\^|\$$/g, '')
    .replace(/^\.\//, '\\./')
    .replace(/\\([./-])|\[(\.)\]/g, (_, escaped?: string, alone?: string) => `\0${escaped ?? alone ?? ''}`);
  const wild = plain
    .replace(/\.\*/g, '*')
    .replace(/(?<!\0)\./g, '?')
    .replaceAll('\0', '');
  return /[()|+^$\\{}]/.test(wild) ? null : wild;
}

/** The paths that a test by a path picks from where a `find` begins: all that it leaves open is taken to be that folder. */
function pathsOf(glob: string, starts: readonly string[]): readonly string[] {
  const behind = /^\*+\/?(.+)$/s.exec(glob)?.[1];
  if (behind === undefined) return [glob];
  return starts.map((start) => `${start.replace(/\/+$/, '')}/${behind}`);
}

/** A text, and the same in small letters where it counts for nothing which they are. */
function inLetters(text: string, isFolded: boolean): readonly string[] {
  return isFolded ? [...new Set([text, text.toLowerCase()])] : [text];
}

/** The files that tests of a `find` pick by more than their names: by their paths, or by another name of theirs. */
export function pathsPicked(words: readonly Candidate[], starts: readonly string[]): readonly string[] {
  const isGroupDenied = words.some((word, index) => word === '(' && negation.test(words[index - 1] ?? ''));
  if (isGroupDenied) return [];
  return words.flatMap((value, index) => {
    const test = words[index - 1] ?? '';
    if (value === null || value.length > longestWord || negation.test(words[index - 2] ?? '')) return [];
    if (test === '-samefile') return [value];
    const isFolded = test.startsWith('-i');
    if (/^-i?name$/.test(test))
      return isFolded ? starts.map((start) => `${start.replace(/\/+$/, '')}/${value.toLowerCase()}`) : [];
    if (!/^-i?(path|wholename|regex)$/.test(test)) return [];
    const glob = test.endsWith('regex') ? asWildcard(value) : value;
    return glob === null ? [] : inLetters(glob, isFolded).flatMap((letters) => pathsOf(letters, starts));
  });
}
