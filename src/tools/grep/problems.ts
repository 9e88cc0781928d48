import { cannot, type ToolFailure } from '../../core/failure.ts';
import type { RipgrepEnd } from '../../platform/search/ripgrep.ts';
import { complaintsOf, readPlace, type UnreadPlace } from '../../platform/search/unread-places.ts';

/** Ripgrep's stderr: places that it could not search, and its complaint about the request. */
export interface Problems {
  readonly places: readonly UnreadPlace[];
  readonly complaint: string | null;
}

/** A complaint's first line, with the last `error: …` of a longer one. */
function shortened(text: string): string {
  const first = text.replace(/^rg: /, '').split('\n')[0] ?? '';
  const last = /^error: (.*)$/m.exec(text)?.[1];
  return (last === undefined ? first : `${first} ${last}`).replace(/\.$/, '');
}

/** Parses ripgrep's stderr. */
export function readProblems(stderr: string): Problems {
  const places: UnreadPlace[] = [];
  const others: string[] = [];
  for (const complaint of complaintsOf(stderr)) {
    const place = readPlace(complaint);
    if (place !== null) places.push(place);
    else others.push(complaint);
  }
  return { places, complaint: others.length === 0 ? null : shortened(others.join('\n')) };
}

/** What is expected instead of a NUL byte, which ripgrep finds in no text. */
export const withoutNul = 'text without one; grep -aP in shell finds it';

/** What ripgrep would accept instead. */
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
 * The failure of a search that ripgrep refused; null if it searched, as it also complains about lines of ignore files. Partial results
 * are no failure.
 */
export function refusal(
  pattern: string,
  end: RipgrepEnd,
  { places, complaint }: Problems,
): ToolFailure | null {
  if (end.by !== 'itself' || end.exitCode !== 2 || complaint === null || places.length > 0) return null;
  return cannot('grep', pattern, complaint, wantedInstead(complaint));
}
