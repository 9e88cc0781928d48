import type { Arg } from './arg.ts';
import type { Piece } from './pieces.ts';

const someCommit = '0'.repeat(40);

/** A word that is a commit by its hash. */
export function commitArg(text: string): Arg {
  return { kind: 'unknown', text, prefix: '', single: true, revision: someCommit };
}

/** Whether something is a commit by its hash, or nothing. */
export function isCommit(arg: Arg | undefined): boolean {
  return arg?.kind === 'unknown' && arg.revision === someCommit;
}

/** A word that git takes for a revision, with some commit in the place of what only the run tells. */
interface Revision {
  readonly revision: string;
  /** The first name of what it is otherwise, where something is there: a path. It ends with a star where that is but how it begins. */
  readonly otherwise?: string;
}

function textOfPieces(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
}

/** The word with some commit in its place, where the rest makes a revision or a range of it and, without it, no path or option; else null. */
export function revisionOf(pieces: readonly Piece[]): Revision | null {
  const at = pieces.findIndex((piece) => piece.kind === 'unknown');
  const piece = pieces[at];
  const others = pieces.filter((other) => other !== piece);
  if (piece?.kind !== 'unknown' || piece.isCommit !== true) return null;
  if (!others.every((other) => other.kind === 'text')) return null;
  const [before, after] = [textOfPieces(pieces.slice(0, at)), textOfPieces(pieces.slice(at + 1))];
  const isRevision =
    /^$|^\^$|^\w.*\.\.$/.test(before) &&
    /^$|^\.{2,3}(\w[\w/.@~^{}-]*)?$|^[~^]\d*$|^:\w[\w/.-]*$|^:\.\w[\w/.-]*$/.test(after);
  return isRevision ? { revision: `${before}${someCommit}${after}` } : null;
}

/** A revision of branches: before and between their names stand others, and the names of remotes. */
const ofBranches =
  /^[\w@][\w@/.~^-]*(?:\.{2,3}|\/)0{40}(?:\.{2,3}(?:[\w@][\w@/.~^-]*\/)?0{40}|\.{2,3}[\w@/.~^-]*|[~^]\d*|:\w[\w/.-]*)?$/;

/**
 * The same of the names of branches, where text stands before: by itself one may begin with a dash, which git refuses to make and
 * takes all the same. It holds no blank, colon, wildcard or name with a dot before.
 */
export function branchOf(pieces: readonly Piece[]): Revision | null {
  const isPart = (piece: Piece) =>
    piece.kind === 'text' || (piece.kind === 'unknown' && piece.isRef === true);
  if (pieces[0]?.kind !== 'text' || !pieces.every(isPart)) return null;
  const revision = pieces.map((piece) => (piece.kind === 'text' ? piece.text : someCommit)).join('');
  if (!ofBranches.test(revision)) return null;
  const before = textOfPieces(
    pieces.slice(
      0,
      pieces.findIndex(({ kind }) => kind === 'unknown'),
    ),
  );
  const end = before.indexOf('/');
  return { revision, otherwise: end === -1 ? `${before}*` : before.slice(0, end) };
}
