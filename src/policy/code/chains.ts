import type { CodeToken } from './tokens.ts';

/** Most tokens within brackets before a method call. */
const longestChain = 4096;
/** Names that cannot be part of the expression before a method call. */
const between = /^(?:in|of|return|if|elif|unless|and|or|not|else|yield|await|then|do|print|when)$/;

/** The index where the expression before a method call begins. */
export function chainStart(tokens: readonly CodeToken[], index: number): number {
  let at = index;
  while (at > 0 && (at < index || /^\??(?:\.|->|::)/.test(tokens[at]?.text ?? ''))) {
    const { kind, text } = tokens[at - 1] ?? { kind: 'mark', text: ';' };
    if (kind === 'mark' && /^[)\]}]$/.test(text)) at = openOf(tokens, at - 1);
    else if (kind === 'text') return at - 1;
    else if (kind !== 'name' || between.test(text)) return at;
    else if (/^\??(?:\.|->|::)/.test(text)) at -= 1;
    else return at - 1;
  }
  return at;
}

/** The index of the bracket that the one at `index` closes. */
function openOf(tokens: readonly CodeToken[], index: number): number {
  let depth = 0;
  for (let at = index; at > Math.max(index - longestChain, 0); at -= 1) {
    const { kind, text } = tokens[at] ?? { kind: 'mark', text: '' };
    if (kind !== 'mark') continue;
    if (/^[)\]}]$/.test(text)) depth += 1;
    else if (/^[([{]$/.test(text)) depth -= 1;
    if (depth === 0) return at;
  }
  return 0;
}
