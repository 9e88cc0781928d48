import type { Arg } from './arg.ts';
import { type Piece, wordsOf } from './pieces.ts';

export const wildcardPart = /(\*|\?|\[[^\]]+\])/;

type Wildcard = Extract<Arg, { kind: 'glob' }>;

/** A wildcard taken apart; a class of characters is taken for any one. */
function piecesOf(text: string): readonly Piece[] {
  return text
    .split(wildcardPart)
    .map((part, index) =>
      index % 2 === 1
        ? { kind: 'wild', isRun: part === '*', text: part }
        : { kind: 'text', text: part, quoted: true },
    );
}

/** The wildcard that a text is where nothing of it stands in quotes; null for every other text. */
export function wildcardIn(text: string): Wildcard | null {
  if (!wildcardPart.test(text)) return null;
  const [word] = wordsOf(piecesOf(text), text);
  return word?.kind === 'glob' ? word : null;
}
