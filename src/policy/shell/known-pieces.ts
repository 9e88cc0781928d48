import { type Arg, isPlainText } from './arg.ts';
import { stampPiece } from './date-stamps.ts';
import type { Piece } from './pieces.ts';
import { isCommit } from './revisions.ts';

/** The pieces that a variable with a known value adds to a word. */
export function knownPiece(arg: Arg | undefined, quoted: boolean): readonly Piece[] {
  // Bash does not expand a tilde in the value of a variable: `HEAD~1` is itself.
  if (arg?.kind === 'text' && (quoted || isPlainText(arg.text.replace(/[~^]/g, '')))) {
    return [{ kind: 'text', text: arg.text, quoted: true }];
  }
  // A number is a single word, quoted or not.
  const isNumber = arg?.kind === 'unknown' && arg.isNumber === true;
  if (isNumber) return [{ kind: 'unknown', quoted: true, isNumber, isSigned: true }];
  if (arg?.kind === 'unknown' && arg.isRef === true) return [{ kind: 'unknown', quoted: true, isRef: true }];
  if (arg?.kind === 'unknown' && arg.stamp !== undefined) return [stampPiece(arg.stamp, quoted)];
  const { top, printed, isCount, lines, located, name, named } = arg?.kind === 'unknown' ? arg : {};
  const told = {
    ...(top && { top }),
    ...(isCount && { isCount }),
    ...(lines && { lines }),
    ...(located && { located }),
    ...(name && { name }),
    ...(named && { named }),
    ...(printed !== undefined && !printed.isEach && quoted && { whole: printed }),
    ...(printed !== undefined && (printed.isEach || !quoted) && { printed }),
  };
  return [{ kind: 'unknown', quoted, ...(isCommit(arg) ? { isCommit: true } : {}), ...told }];
}
