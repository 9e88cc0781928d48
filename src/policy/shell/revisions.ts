import type { Arg } from './arg.ts';
import type { Piece } from './pieces.ts';

const someCommit = '0'.repeat(40);

/** A word that is the hash of some commit. */
export function commitArg(text: string): Arg {
  return { kind: 'unknown', text, prefix: '', single: true, revision: someCommit };
}

/** Whether a value is the hash of a commit, or empty. */
export function isCommit(arg: Arg | undefined): boolean {
  return arg?.kind === 'unknown' && arg.revision === someCommit;
}

/** A word that git takes as a revision, with a sample commit for the unknown part. */
interface Revision {
  readonly revision: string;
  /** The first component of the path that the word would be if that exists; with a final star, only its beginning. */
  readonly otherwise?: string;
}

function textOfPieces(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
}

/** The word with a sample commit, if the rest makes that a revision or range and alone is no path or option; null otherwise. */
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

/** A revision of branch names, behind other text such as remotes. */
const ofBranches =
  /^[\w@][\w@/.~^-]*(?:\.{2,3}|\/)0{40}(?:\.{2,3}(?:[\w@][\w@/.~^-]*\/)?0{40}|\.{2,3}[\w@/.~^-]*|[~^]\d*|:\w[\w/.-]*)?$/;

/**
 * Like `revisionOf`, for branch names behind some text: alone, a name could begin with a dash, which git refuses to create
 * but accepts. A branch name has no blank, colon or wildcard, and no component with a leading dot.
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
