import { inSingleQuotes } from '../../core/text/quote-word.ts';
import { quoteWord, unknownPart, type Words } from '../rules/pattern.ts';

/** Most characters of words that are inserted in total. */
const mostPut = 131_072;
const parameter = '\\$(?:([@*\\d])|\\{([@*\\d]|\\d\\d?)\\})';
const parameters = new RegExp(parameter, 'g');
/** A double-quoted or single-quoted text, an escape, an unquoted parameter, or a `shift`. */
const pieces = new RegExp(
  `"((?:[^"\\\\]|\\\\[\\s\\S])*)"|'[^']*'|\\\\[\\s\\S]|${parameter}|(?<![\\w$./-])shift\\b(?:[ \\t]+(\\d))?`,
  'g',
);

/** Words for unquoted parameters, split by the shell. */
function splitWords(words: Words): string {
  return words
    .flatMap((word) => (word === null ? [null] : word.split(/\s+/).filter((part) => part !== '')))
    .map((word) => (word === null ? unknownPart : inSingleQuotes(word)))
    .join(' ');
}

/** Words within double quotes; `$@` closes and reopens those between words. */
function quotedWords(words: Words, name: string): string {
  const escaped = words.map((word) => (word === null ? unknownPart : word.replace(/["$`\\]/g, '\\$&')));
  return escaped.join(name === '@' ? '" "' : ' ');
}

/** Uses of parameters that are not in the text itself: a loop without a list, `${1:-x}`, `${@: -1}`, `${!#}`. */
const readsOtherwise = /\b(?:for|select)\s+\w+\s*(?:;|\n|\bdo\b)|\$\{!?[@*\d]+[^@*\d}]|\$\{?#|\$\{!/;

/** Prepends a command that sets the parameters of a text. */
function withSet(text: string, [, ...words]: Words): string {
  const length = words.reduce((sum, word) => sum + (word?.length ?? 0), 0);
  return length > mostPut
    ? text
    : `set -- ${words.map((word) => (word === null ? unknownPart : quoteWord(word))).join(' ')}\n${text}`;
}

/** Replaces the parameters in a text by words, counting each `shift` or not. */
function putIn(text: string, words: Words, isShifted: boolean): string {
  let left = mostPut;
  let shifts = 0;
  const given = (name: string): Words => {
    const first = /[1-9]/.test(name) ? Number(name) + shifts : 0;
    const found = /\d/.test(name) ? words.slice(first, first + 1) : words.slice(1 + shifts);
    left -= found.reduce((sum, word) => sum + (word?.length ?? 0) + 1, 0);
    return left < 0 ? [null] : found;
  };
  return text.replace(
    pieces,
    (piece, quoted?: string, short?: string, long?: string, times?: string): string => {
      if (quoted !== undefined) {
        const put = (_: string, one?: string, other?: string) => {
          const name = one ?? other ?? '';
          return quotedWords(given(name), name);
        };
        return `"${quoted.replace(parameters, put)}"`;
      }
      const name = short ?? long;
      if (piece.startsWith('shift') && isShifted) shifts += Number(times ?? 1);
      return name === undefined ? piece : splitWords(given(name));
    },
  );
}

/**
 * A shell text with `words` in place of its positional parameters, starting with `$0`: for finding dangers, never for
 * allowing. If it has a `shift`, there is one text with it applied and one without.
 */
export function withParameters(text: string, words: Words): readonly string[] {
  const set =
    readsOtherwise.test(text) || (/\bshift\b/.test(text) && text.includes('$')) ? [withSet(text, words)] : [];
  if (text.match(parameters) === null) return set.length > 0 ? set : [text];
  const plain = putIn(text, words, false);
  const shifted = /\bshift\b/.test(text) ? [putIn(text, words, true)] : [];
  return [...new Set([plain, ...shifted, ...set])];
}
