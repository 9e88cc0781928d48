import { shownPath } from '../../core/paths/containment.ts';
import { oneLinePath } from '../../core/text/one-line.ts';
import { listedPath, type SearchRoot } from './search-root.ts';

/** A path that ripgrep could not read, and the system's reason. */
export interface UnreadPlace {
  /** The path as ripgrep has it; null if it names none. */
  readonly listed: string | null;
  readonly reason: string;
}

const prefix = 'rg: ';
const ending = / \(os error \d+\)$/;

/** The complaints in ripgrep's stderr. A name in one may contain newlines, as may the excerpt of a pattern. */
export function complaintsOf(stderr: string): readonly string[] {
  return stderr.split(/\n+(?=rg: |$)/).filter((complaint) => complaint !== '');
}

/** Parses `rg: PATH: REASON (os error N)`, from its end: a path may contain all of that, and a complaint may be long. */
export function readPlace(complaint: string): UnreadPlace | null {
  const end = complaint.startsWith(prefix) ? complaint.search(ending) : -1;
  if (end === -1) return null;
  const colon = complaint.lastIndexOf(': ');
  return colon < prefix.length
    ? { listed: null, reason: complaint.slice(prefix.length, end) }
    : { listed: complaint.slice(prefix.length, colon), reason: complaint.slice(colon + 2, end) };
}

/** The absolute path of a place; without a name, of the root it is in. */
export function pathOfPlace({ listed }: UnreadPlace, root: Pick<SearchRoot, 'cwd' | 'argument'>): string {
  return listedPath(root, (listed ?? root.argument).replace(/\/$/, ''));
}

/** A place with the reason, on one line. */
export function shownPlace(
  place: UnreadPlace,
  root: Pick<SearchRoot, 'cwd' | 'argument'>,
  cwd: string,
): string {
  const path = oneLinePath(shownPath(pathOfPlace(place, root), cwd));
  // Escaped: a name could look like a further line, and so like a reason.
  return `${place.listed === null ? `somewhere in ${path}` : path}: ${oneLinePath(place.reason)}`;
}
