import { type Candidate, unknownPart } from '../pattern.ts';

/** Characters of words that are put in, all in all. */
const mostPut = 131_072;
const parameter = '\\$(?:([@*\\d])|\\{([@*\\d]|\\d\\d?)\\})';
const parameters = new RegExp(parameter, 'g');
/** A text in double quotes, one in single quotes, an escape, or a parameter outside of all. */
const pieces = new RegExp(`"((?:[^"\\\\]|\\\\[\\s\\S])*)"|'[^']*'|\\\\[\\s\\S]|${parameter}`, 'g');

/** Words outside of quotes, where the shell splits them. */
function splitWords(words: readonly Candidate[]): string {
  return words
    .flatMap((word) => (word === null ? [null] : word.split(/\s+/).filter((part) => part !== '')))
    .map((word) => (word === null ? unknownPart : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

/** Words within double quotes, which `$@` ends and begins. */
function quotedWords(words: readonly Candidate[], name: string): string {
  const escaped = words.map((word) => (word === null ? unknownPart : word.replace(/["$`\\]/g, '\\$&')));
  return escaped.join(name === '@' ? '" "' : ' ');
}

/**
 * A text of a shell with words in place of its positional parameters, the first of them `$0`: for finding dangers, never for
 * allowing. What `shift` does is not followed.
 */
export function withParameters(text: string, words: readonly Candidate[]): string {
  if (text.match(parameters) === null) return text;
  let left = mostPut;
  const given = (name: string): readonly Candidate[] => {
    const found = /\d/.test(name) ? words.slice(Number(name), Number(name) + 1) : words.slice(1);
    left -= found.reduce((sum, word) => sum + (word?.length ?? 0) + 1, 0);
    return left < 0 ? [null] : found;
  };
  return text.replace(pieces, (piece, quoted?: string, short?: string, long?: string) => {
    if (quoted !== undefined) {
      const put = (_: string, one?: string, other?: string) => {
        const name = one ?? other ?? '';
        return quotedWords(given(name), name);
      };
      return `"${quoted.replace(parameters, put)}"`;
    }
    const name = short ?? long;
    return name === undefined ? piece : splitWords(given(name));
  });
}
