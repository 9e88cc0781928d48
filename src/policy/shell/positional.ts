import { inSingleQuotes } from '../../core/text/quote-word.ts';
import { type Candidate, quoteWord, unknownPart } from '../rules/pattern.ts';

/** Characters of words that are put in, all in all. */
const mostPut = 131_072;
const parameter = '\\$(?:([@*\\d])|\\{([@*\\d]|\\d\\d?)\\})';
const parameters = new RegExp(parameter, 'g');
/** A text in double quotes, one in single quotes, an escape, a parameter outside of all, or what shifts those. */
const pieces = new RegExp(
  `"((?:[^"\\\\]|\\\\[\\s\\S])*)"|'[^']*'|\\\\[\\s\\S]|${parameter}|(?<![\\w$./-])shift\\b(?:[ \\t]+(\\d))?`,
  'g',
);

/** Words outside of quotes, where the shell splits them. */
function splitWords(words: readonly Candidate[]): string {
  return words
    .flatMap((word) => (word === null ? [null] : word.split(/\s+/).filter((part) => part !== '')))
    .map((word) => (word === null ? unknownPart : inSingleQuotes(word)))
    .join(' ');
}

/** Words within double quotes, which `$@` ends and begins. */
function quotedWords(words: readonly Candidate[], name: string): string {
  const escaped = words.map((word) => (word === null ? unknownPart : word.replace(/["$`\\]/g, '\\$&')));
  return escaped.join(name === '@' ? '" "' : ' ');
}

/** What reads parameters that are not in its text: a loop without a list, `${1:-x}`, `${@: -1}`, `${!#}`. */
const readsOtherwise = /\b(?:for|select)\s+\w+\s*(?:;|\n|\bdo\b)|\$\{!?[@*\d]+[^@*\d}]|\$\{?#|\$\{!/;

/** A text behind the command that sets its parameters. */
function withSet(text: string, [, ...words]: readonly Candidate[]): string {
  const length = words.reduce((sum, word) => sum + (word?.length ?? 0), 0);
  return length > mostPut
    ? text
    : `set -- ${words.map((word) => (word === null ? unknownPart : quoteWord(word))).join(' ')}\n${text}`;
}

/** A text with words in place of its parameters, `shift` as it stands there counted or not. */
function putIn(text: string, words: readonly Candidate[], isShifted: boolean): string {
  let left = mostPut;
  let shifts = 0;
  const given = (name: string): readonly Candidate[] => {
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
 * What a text of a shell may say with words in place of its positional parameters, the first of them `$0`: for finding dangers,
 * never for allowing. Where it shifts them it may or may not come to that.
 */
export function withParameters(text: string, words: readonly Candidate[]): readonly string[] {
  const set =
    readsOtherwise.test(text) || (/\bshift\b/.test(text) && text.includes('$')) ? [withSet(text, words)] : [];
  if (text.match(parameters) === null) return set.length > 0 ? set : [text];
  const plain = putIn(text, words, false);
  const shifted = /\bshift\b/.test(text) ? [putIn(text, words, true)] : [];
  return [...new Set([plain, ...shifted, ...set])];
}
