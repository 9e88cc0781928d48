const lineBreak = '(?:\\r?\\n)';

/** The parts of a regular expression that matter here: an escape, the beginning and the end of a class, any other character. */
const tokens = /\\[\s\S]|\[\^?\]?|\]|[^\\[\]]|\\/g;

/** A regular expression in which every line feed outside of a class takes the carriage return of a CRLF with it. */
function withReturns(pattern: string): string {
  // Where blanks are not part of the pattern, a line feed is none either.
  const isSpaced = /\(\?[a-z]*x/i.test(pattern);
  let depth = 0;
  return pattern.replace(tokens, (token) => {
    if (token.startsWith('[')) depth += 1;
    else if (token === ']' && depth > 0) depth -= 1;
    if (depth > 0) return token;
    return token === '\\n' || (token === '\n' && !isSpaced) ? lineBreak : token;
  });
}

/**
 * A pattern that goes across lines, as a regular expression that takes LF and CRLF for the end of a line, as the text that
 * `read` shows does not tell them apart.
 */
export function acrossLineEnds(pattern: string, isLiteral: boolean): string {
  if (!isLiteral) return withReturns(pattern);
  return pattern
    .split('\n')
    .map((line) => line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join(lineBreak);
}
