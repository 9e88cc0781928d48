import { longestPath } from '../../core/paths/longest-path.ts';
import type { Wildcard } from './arg.ts';
import { type Piece, wordsOf } from './pieces.ts';

const wildcardPart = /(\*|\?|\[[^\]]+\])/;
/** Without a `]` in the rest, each `[` would be tried up to the end of the text. */
const partWithoutClass = /(\*|\?)/;

/** Whether a text contains characters of a wildcard. */
export function hasWildcard(text: string): boolean {
  return /[*?[]/.test(text);
}

/** Splits a wildcard into pieces; a character class matches any character. */
function piecesOf(text: string): readonly Piece[] {
  const end = text.lastIndexOf(']') + 1;
  return [text.slice(0, end).split(wildcardPart), text.slice(end).split(partWithoutClass)].flatMap((parts) =>
    parts.map(
      (part, index): Piece =>
        index % 2 === 1
          ? { kind: 'wild', isRun: part === '*', text: part }
          : { kind: 'text', text: part, quoted: true },
    ),
  );
}

/** A text as an unquoted wildcard; null for other texts, and for one that is longer than a path. */
export function wildcardIn(text: string): Wildcard | null {
  if (text.length > longestPath || !hasWildcard(text)) return null;
  const pieces = piecesOf(text);
  if (!pieces.some(({ kind }) => kind === 'wild')) return null;
  const [word] = wordsOf(pieces, text);
  return word?.kind === 'glob' ? word : null;
}
