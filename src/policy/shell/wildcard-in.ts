import { longestPath } from '../../core/paths/longest-path.ts';
import type { Wildcard } from './arg.ts';
import { type Piece, wordsOf } from './pieces.ts';

const wildcardPart = /(\*|\?|\[[^\]]+\])/;
/** Behind the last `]` no class of characters ends: each `[` there would be looked at to the end of the text. */
const partWithoutClass = /(\*|\?)/;

/** Whether a text has what a wildcard has. */
export function hasWildcard(text: string): boolean {
  return /[*?[]/.test(text);
}

/** A wildcard taken apart; a class of characters is taken for any one. */
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

/** The wildcard that a text is where nothing of it stands in quotes; null for every other text, and for one that is longer than a path. */
export function wildcardIn(text: string): Wildcard | null {
  if (text.length > longestPath || !hasWildcard(text)) return null;
  const pieces = piecesOf(text);
  if (!pieces.some(({ kind }) => kind === 'wild')) return null;
  const [word] = wordsOf(pieces, text);
  return word?.kind === 'glob' ? word : null;
}
