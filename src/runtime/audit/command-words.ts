/** A word of a command line as it stands there, with its place in the text. */
export interface CommandWord {
  readonly start: number;
  readonly end: number;
  /** Without the quotes around it or within. */
  readonly plain: string;
}

/** What stands between two operators: `;`, `|`, `&`, a newline, parentheses and backquotes. */
export interface CommandPart {
  readonly words: readonly CommandWord[];
  /** Whether its output is the next part's input. */
  readonly isPiped: boolean;
}

const piece = `\\\\[\\s\\S]|"(?:[^"\\\\]|\\\\[\\s\\S])*"|'[^']*'|[^\\s;|&()\`]`;
const next = new RegExp(
  `(?<blank>(?:[ \\t\\r]|\\\\\\n)+)|(?<word>(?:${piece})+)|(?<operator>[\\s\\S])`,
  'gy',
);
const quoted = /\$?"((?:[^"\\]|\\[\s\S])*)"|\$?'([^']*)'|\\([\s\S])/g;

/**
 * The words of a text in a shell's syntax, in one pass and without judging anything: good enough to find an option and its
 * value again, whatever surrounds them.
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
