import { cannot, type ToolFailure } from '../../core/failure.ts';
import type { RipgrepEnd } from '../../platform/search/ripgrep.ts';

/** A place that could not be searched, and why in the system's words. */
interface Place {
  /** As ripgrep was given it; null for one that it does not name. */
  readonly listed: string | null;
  readonly reason: string;
}

/** What ripgrep said on stderr: places it could not search, and complaints about the question. */
export interface Problems {
  readonly places: readonly Place[];
  readonly complaint: string | null;
}

const prefix = 'rg: ';
const ending = / \(os error \d+\)$/;

/** `rg: PATH: REASON (os error N)` in its parts. Split from its end: a path may hold all of it, and a complaint as much again. */
function readPlace(line: string): Place | null {
  const end = line.startsWith(prefix) ? line.search(ending) : -1;
  if (end === -1) return null;
  const colon = line.lastIndexOf(': ');
  return colon < prefix.length
    ? { listed: null, reason: line.slice(prefix.length, end) }
    : { listed: line.slice(prefix.length, colon), reason: line.slice(colon + 2, end) };
}

/** The last `error: …` of a longer complaint, else its first line. */
function shortened(text: string): string {
  const first = text.replace(/^rg: /, '').split('\n')[0] ?? '';
  const last = /^error: (.*)$/m.exec(text)?.[1];
  return (last === undefined ? first : `${first} ${last}`).replace(/\.$/, '');
}

/** Sorts ripgrep's stderr. */
export function readProblems(stderr: string): Problems {
  const places: Place[] = [];
  const others: string[] = [];
  for (const line of stderr.split('\n')) {
    const place = readPlace(line);
    if (place !== null) places.push(place);
    else if (line !== '') others.push(line);
  }
  return { places, complaint: others.length === 0 ? null : shortened(others.join('\n')) };
}

/** What is wanted where a NUL byte is looked for, which ripgrep finds in no text. */
export const withoutNul = 'text without one; grep -aP in shell finds it';

/** What ripgrep would take instead of what it complains about. */
function wantedInstead(complaint: string): string {
  if (/look-around|backreferences/.test(complaint))
    return 'a Rust regular expression; grep -P in shell takes these';
  if (complaint.startsWith('compiled regex')) return 'a smaller one';
  if (complaint.startsWith('regex')) return 'a Rust regular expression (or fixedStrings)';
  if (complaint.includes('literal "\\n"')) return 'a pattern for one line (or multiline)';
  if (complaint.includes('"\\0"')) return withoutNul;
  if (complaint.startsWith('error parsing glob')) return 'a glob as *.ts or src/**';
  if (complaint.startsWith('unrecognized file type'))
    return 'one type that ripgrep knows, as ts or py (or glob)';
  return 'options ripgrep takes';
}

/**
 * The failure of a search that ripgrep refused, null when it searched: it complains about lines of ignore files too. Partial
 * results are no failure.
 */
export function refusal(
  pattern: string,
  end: RipgrepEnd,
  { places, complaint }: Problems,
): ToolFailure | null {
  if (end.by !== 'itself' || end.exitCode !== 2 || complaint === null || places.length > 0) return null;
  return cannot('grep', pattern, complaint, wantedInstead(complaint));
}
