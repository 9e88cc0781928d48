import { literalPattern } from '../../core/text/literal-pattern.ts';

const lineBreak = '(?:\\r?\\n)';

/** Tokens of a regular expression that matter here: an escape, the start and end of a class, any other character. */
const tokens = /\\[\s\S]|\[\^?\]?|\]|[^\\[\]]|\\/g;

/** A regular expression in which each line feed outside of classes also matches CRLF. */
function withReturns(pattern: string): string {
  // With the flag x, a literal line feed is not part of the pattern.
  const isSpaced = /\(\?[a-z]*x/i.test(pattern);
  let depth = 0;
  return pattern.replace(tokens, (token) => {
    if (token.startsWith('[')) depth += 1;
    else if (token === ']' && depth > 0) depth -= 1;
    if (depth > 0) return token;
    return token === '\\n' || (token === '\n' && !isSpaced) ? lineBreak : token;
  });
}

/** A pattern across lines as a regular expression in which a line end is LF or CRLF, as `read` does not show the difference. */
export function acrossLineEnds(pattern: string, isLiteral: boolean): string {
  if (!isLiteral) return withReturns(pattern);
  return pattern.split('\n').map(literalPattern).join(lineBreak);
}
