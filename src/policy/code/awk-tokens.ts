import { type CodeToken, markAt } from './tokens.ts';

export type Tokens = readonly CodeToken[];

export const mark = (text: string): CodeToken => ({ kind: 'mark', text });
export const name = (text: string): CodeToken => ({ kind: 'name', text });
export const text = (literal: string): CodeToken => ({ kind: 'text', text: literal, quote: '"' });

export const call = (called: string, ...args: readonly Tokens[]): Tokens => [
  name(called),
  mark('('),
  ...args.flatMap((arg, index) => (index === 0 ? arg : [mark(','), ...arg])),
  mark(')'),
];
export const quoted = (value: Tokens): Tokens => call('awk.quoted', value);

/** Most tokens of a command before `| getline`. */
const longestCommand = 256;

/** Names that begin a statement, and so end the one before it. */
const beginning = /^(?:printf?|getline|g?sub|split)$/;

/** The index where a statement, or an argument within one, ends at the depth where it begins. */
export function endOf(tokens: Tokens, start: number, ending: RegExp): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const own = markAt(tokens, at);
    if (tokens[at]?.kind === 'name' && beginning.test(tokens[at]?.text ?? '')) return at;
    if (depth === 0 && (ending.test(own) || /^[)\]}]$/.test(own))) return at;
    if (/^[([{]$/.test(own)) depth += 1;
    else if (/^[)\]}]$/.test(own)) depth -= 1;
  }
  return tokens.length;
}

/** The index where the expression begins that ends before `end`. */
export function startOf(tokens: Tokens, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= Math.max(end - longestCommand, 0); at -= 1) {
    const { kind, text: own } = tokens[at] ?? mark('');
    const isKeyword = kind === 'name' && /^(?:do|else|return|in)$/.test(own);
    if (depth === 0 && (isKeyword || /^(?:[;\n{}(,=!?:<>]|&&|\|\|)$/.test(markAt(tokens, at)))) return at + 1;
    if (/^[)\]]$/.test(markAt(tokens, at))) depth += 1;
    else if (/^[([]$/.test(markAt(tokens, at))) depth -= 1;
  }
  return Math.max(end - longestCommand, 0);
}

/** What stands between the parts of a line that is printed, and behind them. */
export interface PrintedMarks {
  readonly between: Tokens;
  readonly end: Tokens;
}

/** What awk puts there: by its variables if the code has them. */
export function printedMarks(code: Tokens): PrintedMarks {
  const has = (variable: string) => code.some(({ kind, text: own }) => kind === 'name' && own === variable);
  // In parentheses, which tell it from a function of what follows.
  return {
    between: has('OFS') ? [mark('('), name('OFS'), mark(')')] : [text(' ')],
    end: [has('ORS') ? name('ORS') : text('\n')],
  };
}

/** The printed text: its parts with marks, or the result of formatting. */
export function printed(args: Tokens, isFormatted: boolean, { between, end: last }: PrintedMarks): Tokens {
  if (isFormatted) return markAt(args, 0) === '(' ? [name('sprintf'), ...args] : call('sprintf', args);
  if (args.length === 0) return [name('$0'), ...last];
  const isWrapped = markAt(args, 0) === '(' && endOf(args, 1, /^\)$/) === args.length - 1;
  const inner = isWrapped ? args.slice(1, -1) : args;
  const parts: CodeToken[] = [];
  for (let at = 0; at <= inner.length; ) {
    const end = endOf(inner, at, /^,$/);
    parts.push(...(at === 0 ? [] : between), mark('('), ...inner.slice(at, end), mark(')'));
    at = end + 1;
  }
  return [...parts, ...last];
}
