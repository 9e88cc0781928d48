import { type CodeToken, markAt } from './tokens.ts';

/** A call whose name is computed by an expression. */
export interface ComputedCall {
  /** The expression of the name, and the index where it begins. */
  readonly expression: readonly CodeToken[];
  readonly start: number;
  /** The index where its arguments begin. */
  readonly args: number;
  /** The text in front of the computed name. */
  readonly of: string;
}

/** Most tokens within the brackets of a computed name. */
const mostTokens = 64;

/** The index of the opening bracket; -1 if it is too far away. */
function openingOf(tokens: readonly CodeToken[], close: number): number {
  let depth = 0;
  for (let at = close; at >= Math.max(close - mostTokens, 0); at -= 1) {
    const mark = markAt(tokens, at);
    if (/^[)\]}]$/.test(mark)) depth += 1;
    else if (/^[([{]$/.test(mark)) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** The index where arguments begin behind a name: `(`, or `->(`; -1 for none. */
function argumentsBehind(tokens: readonly CodeToken[], index: number): number {
  if (markAt(tokens, index + 1) === '(') return index + 1;
  const isArrow = markAt(tokens, index + 1) === '-' && markAt(tokens, index + 2) === '>';
  return isArrow && markAt(tokens, index + 3) === '(' ? index + 3 : -1;
}

/** Handles `x[k](…)`, `getattr(x, k)(…)` and `&{k}(…)`; null for others. */
function bracketed(tokens: readonly CodeToken[], close: number): ComputedCall | null {
  const args = argumentsBehind(tokens, close);
  const open = args === -1 ? -1 : openingOf(tokens, close);
  if (open < 1) return null;
  const { kind, text } = tokens[open - 1] ?? { kind: 'mark', text: '' };
  const mark = markAt(tokens, open);
  const named = (start: number, of: string) => ({
    expression: tokens.slice(start, close),
    start,
    args,
    of,
  });
  if (mark === '[') return named(open + 1, kind === 'name' ? `${text}.` : '.');
  if (mark === '{' && text === '&') return named(open + 1, '');
  const object = tokens[open + 1];
  const isGetting = mark === '(' && text === 'getattr' && object?.kind === 'name';
  return isGetting && markAt(tokens, open + 2) === ',' ? named(open + 3, `${object.text}.`) : null;
}

/** The call with a computed name that ends at a token; null for others. */
export function computedCall(tokens: readonly CodeToken[], index: number): ComputedCall | null {
  const { kind, text } = tokens[index] ?? { kind: 'mark', text: '' };
  if (kind === 'mark') return /^[)\]}]$/.test(text) ? bracketed(tokens, index) : null;
  if (kind !== 'name' || !/^\$\w+$/.test(text)) return null;
  const args = argumentsBehind(tokens, index);
  return args === -1 ? null : { expression: tokens.slice(index, index + 1), start: index, args, of: '' };
}
