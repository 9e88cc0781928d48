/** A word of a command line and its place in the text. */
export interface CommandWord {
  readonly start: number;
  readonly end: number;
  /** Without quotes and escapes. */
  readonly plain: string;
}

/** The words between two operators: `;`, `|`, `&`, a newline, parentheses and backquotes. */
export interface CommandPart {
  readonly words: readonly CommandWord[];
  /** Whether its output is piped into the next part. */
  readonly isPiped: boolean;
}

const piece = `\\\\[\\s\\S]|"(?:[^"\\\\]|\\\\[\\s\\S])*"|'[^']*'|[^\\s;|&()\`]`;
const next = new RegExp(
  `(?<blank>(?:[ \\t\\r]|\\\\\\n)+)|(?<word>(?:${piece})+)|(?<operator>[\\s\\S])`,
  'gy',
);
const quoted = /\$?"((?:[^"\\]|\\[\s\S])*)"|\$?'([^']*)'|\\([\s\S])/g;

/**
 * The words of a text in shell syntax, in one pass and without judging: enough to find an option and its value, whatever surrounds
 * them.
 */
export function commandParts(text: string): readonly CommandPart[] {
  const parts: CommandPart[] = [];
  let words: CommandWord[] = [];
  for (const match of text.matchAll(next)) {
    const { word, operator } = match.groups ?? {};
    if (word !== undefined)
      words.push({ start: match.index, end: match.index + word.length, plain: unquoted(word) });
    if (operator === undefined) continue;
    parts.push({ words, isPiped: isPipe(text, match.index) });
    words = [];
  }
  parts.push({ words, isPiped: false });
  return parts.filter((part) => part.words.length > 0);
}

function isPipe(text: string, at: number): boolean {
  return text[at] === '|' && text[at + 1] !== '|' && text[at - 1] !== '|';
}

function unquoted(word: string): string {
  return word.replace(quoted, (_, double?: string, single?: string, escaped?: string) =>
    double !== undefined ? double.replace(/\\(["\\$`])/g, '$1') : (single ?? escaped ?? ''),
  );
}
