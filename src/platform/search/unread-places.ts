import { shownPath } from '../../core/paths/containment.ts';
import { oneLinePath } from '../../core/text/one-line.ts';
import { listedPath, type SearchRoot } from './search-root.ts';

/** A place that ripgrep could not read, and why in the system's words. */
export interface UnreadPlace {
  /** As ripgrep was given it; null for one that it does not name. */
  readonly listed: string | null;
  readonly reason: string;
}

const prefix = 'rg: ';
const ending = / \(os error \d+\)$/;

/** The complaints that ripgrep's stderr holds. A name in one may hold newlines, as the excerpt of a pattern does. */
export function complaintsOf(stderr: string): readonly string[] {
  return stderr.split(/\n+(?=rg: |$)/).filter((complaint) => complaint !== '');
}

/** `rg: PATH: REASON (os error N)` in its parts. Split from its end: a path may hold all of it, and a complaint as much again. */
export function readPlace(complaint: string): UnreadPlace | null {
  const end = complaint.startsWith(prefix) ? complaint.search(ending) : -1;
  if (end === -1) return null;
  const colon = complaint.lastIndexOf(': ');
  return colon < prefix.length
    ? { listed: null, reason: complaint.slice(prefix.length, end) }
    : { listed: complaint.slice(prefix.length, colon), reason: complaint.slice(colon + 2, end) };
}

/** The absolute path of a place, or of the root that one which is not named lies in. */
export function pathOfPlace({ listed }: UnreadPlace, root: Pick<SearchRoot, 'cwd' | 'argument'>): string {
  return listedPath(root, (listed ?? root.argument).replace(/\/$/, ''));
}

/** A place as it is shown, on one line, with the reason. */
export function shownPlace(
  place: UnreadPlace,
  root: Pick<SearchRoot, 'cwd' | 'argument'>,
  cwd: string,
): string {
  const path = oneLinePath(shownPath(pathOfPlace(place, root), cwd));
  // A name may pass for a further line, and so for a reason.
  return `${place.listed === null ? `somewhere in ${path}` : path}: ${oneLinePath(place.reason)}`;
}
