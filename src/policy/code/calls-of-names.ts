import { definingNamed } from './code-words.ts';
import type { CodeToken } from './tokens.ts';

const mostCalls = 2048;
const mostLiterals = 16;

/** The arguments behind a name as a key, if all of them are string literals; null otherwise. */
function literalArguments(tokens: readonly CodeToken[], start: number): string | null {
  for (let at = start; at < start + mostLiterals; at += 1) {
    const { kind, text } = tokens[at] ?? { kind: 'name', text: '' };
    if (kind === 'name') return null;
    if (kind === 'mark' && text === ')') return JSON.stringify(tokens.slice(start, at));
  }
  return null;
}

/** The positions of calls by function name; calls with equal literals are listed once. */
export function callsOfNames(
  tokens: readonly CodeToken[],
  names: readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const calls = new Map<string, number[]>(names.map((name) => [name, []]));
  const seen = new Set<string>();
  for (const [index, { kind, text }] of tokens.entries()) {
    const name = text.replace(/^(?:self|this|cls|&)?\./, '').replace(/\.call$/, '');
    const places = kind === 'name' ? calls.get(name) : undefined;
    const isDefinition = definingNamed.test(tokens[index - 1]?.text ?? '') || tokens[index + 1]?.text === '=';
    if (places === undefined || isDefinition || places.length >= mostCalls) continue;
    const given = literalArguments(tokens, index + 1);
    if (given !== null && seen.has(name + given)) continue;
    if (given !== null) seen.add(name + given);
    places.push(index + 1);
  }
  return calls;
}
