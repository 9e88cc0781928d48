import type { WordPart } from 'unbash';
import { type Arg, isPlainText, textArg, textOf, type Wildcard } from './arg.ts';
import type { Piece } from './pieces.ts';

/** Whether a wildcard stands for one of its paths at a time, provided that none is split. */
export function isOneAtATime({ isWalked, split }: Wildcard): boolean {
  return isWalked === true || split;
}

/** Each of the paths that a wildcard reaches, with a text behind it. */
export function withBehind(wildcard: Wildcard, text: string): Wildcard {
  return {
    ...wildcard,
    text: wildcard.text + text,
    literal: wildcard.literal + text,
    behind: (wildcard.behind ?? '') + text,
  };
}

/** The variable that a word begins with, read as it is, and whether in quotes. */
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

/** The wildcard a word stands for when it is a variable that walks over one, and literal text behind it; else null. */
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

/** The words that a variable outside quotes stands for, where it is all of a word and its text is known; else null. */
export function splitWord(
  parts: readonly WordPart[],
  known: { get(name: string): Arg | undefined },
): readonly Arg[] | null {
  const first = parts.length === 1 ? firstVariable(parts) : null;
  const text = first === null || first.quoted ? null : textOf(known.get(first.name));
  const words = (text ?? '').split(/[ \t\n]+/).filter((word) => word !== '');
  return words.length > 1 && words.every(isPlainText) ? words.map(textArg) : null;
}
