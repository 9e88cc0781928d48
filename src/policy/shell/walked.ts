import type { WordPart } from 'unbash';
import { type Arg, isPlainText, textArg, textOf, type Wildcard } from './arg.ts';
import type { Piece } from './pieces.ts';

/** Whether a wildcard stands for one of its matches at a time, unless words are split. */
export function isOneAtATime({ isWalked, split }: Wildcard): boolean {
  return isWalked === true || split;
}

/** Appends a text to each path that a wildcard matches. */
export function withBehind(wildcard: Wildcard, text: string): Wildcard {
  return {
    ...wildcard,
    text: wildcard.text + text,
    literal: wildcard.literal + text,
    behind: (wildcard.behind ?? '') + text,
  };
}

/** The variable that a word begins with, without an operation, and whether it is quoted; null for none. */
function firstVariable(
  parts: readonly WordPart[],
): { readonly name: string; readonly quoted: boolean } | null {
  const outer = parts[0];
  const quoted = outer?.type === 'DoubleQuoted';
  const part = quoted ? outer.parts[0] : outer;
  if (part?.type === 'SimpleExpansion') return { name: part.text.slice(1), quoted };
  const isPlain = part?.type === 'ParameterExpansion' && /^\$\{\w+\}$/.test(part.text);
  return isPlain ? { name: part.parameter, quoted } : null;
}

/** The wildcard for a word of a loop variable over its matches, and literal text; null for others. */
export function walkedWord(
  parts: readonly WordPart[],
  pieces: readonly Piece[],
  known: { get(name: string): Arg | undefined },
): Wildcard | null {
  const first = firstVariable(parts);
  const value = first === null ? undefined : known.get(first.name);
  if (first === null || value?.kind !== 'glob') return null;
  const [variable, ...rest] = pieces.filter((piece) => piece.kind !== 'text' || piece.text !== '');
  if (variable?.kind !== 'unknown') return null;
  const texts = rest.map((piece) => (piece.kind === 'text' ? piece.text : null));
  if (texts.includes(null)) return null;
  const split = value.split || !first.quoted;
  const walked: Wildcard = split ? { ...value, split } : { ...value, isWalked: true };
  return texts.length === 0 ? walked : withBehind(walked, texts.join(''));
}

/** The words of an unquoted variable with a known text that makes up a whole word; null for others. */
export function splitWord(
  parts: readonly WordPart[],
  known: { get(name: string): Arg | undefined },
): readonly Arg[] | null {
  const first = parts.length === 1 ? firstVariable(parts) : null;
  const text = first === null || first.quoted ? null : textOf(known.get(first.name));
  const words = (text ?? '').split(/[ \t\n]+/).filter((word) => word !== '');
  return words.length > 1 && words.every(isPlainText) ? words.map(textArg) : null;
}
