import { negation } from '../guard/finding.ts';
import type { Words } from '../rules/pattern.ts';

/** Longest word of a `find` that is taken for a path, in characters. */
const longestWord = 4096;

/** A regular expression for whole paths as a wildcard; null if it is not that simple. */
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

/** The paths that a path test selects; a leading `*` stands for each starting point. */
function pathsOf(glob: string, starts: readonly string[]): readonly string[] {
  const behind = /^\*+\/?(.+)$/s.exec(glob)?.[1];
  if (behind === undefined) return [glob];
  return starts.map((start) => `${start.replace(/\/+$/, '')}/${behind}`);
}

/** A text, and its lower case if case is ignored. */
function inLetters(text: string, isFolded: boolean): readonly string[] {
  return isFolded ? [...new Set([text, text.toLowerCase()])] : [text];
}

/** The paths that tests of a `find` select by path, by `-samefile` or, for `-iname`, in lower case. */
export function pathsPicked(words: Words, starts: readonly string[]): readonly string[] {
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
