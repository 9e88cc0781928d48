import { foldTypography } from './view.ts';

/** Characters that may combine with the one before into one letter. */
const combining = /[\u0300-\u036f\u1100-\u11ff\u3099\u309a]/;

/** A line with composed letters (Unicode NFC), as some systems write them; few lines need it. */
export function composeLetters(line: string): string {
  return combining.test(line) ? line.normalize('NFC') : line;
}

/** Characters of no width that a file may hold and nobody sees: soft hyphens, zero-width blanks and joiners, marks of direction, BOMs. */
const widthless = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/;
const allWidthless = new RegExp(widthless, 'g');

/** A line as it looks, but for its blanks: with ASCII quotes and dashes, composed letters, and without characters of no width. */
export function asSeen(line: string): string {
  const folded = composeLetters(foldTypography(line));
  return widthless.test(folded) ? folded.replace(allWidthless, '') : folded;
}

/** A line without frequent differences other than case: indentation, blanks, and what is not seen. */
export function squeeze(line: string): string {
  return asSeen(line).replace(/\s+/g, ' ').trim();
}

/** The same, also without case. */
export function loosely(line: string): string {
  return squeeze(line).toLowerCase();
}
