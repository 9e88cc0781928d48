import { cannot, type ToolFailure } from '../../core/failure.ts';
import type { RipgrepEnd } from '../../platform/ripgrep.ts';

/** What ripgrep said on stderr: places it could not search, and complaints about the question. */
export interface Problems {
  readonly places: readonly string[];
  readonly complaint: string | null;
}

const place = /^rg: (?:\.\/)?(.*): (.+?) \(os error \d+\)$/;

/** The last `error: …` of a longer complaint, else its first line. */
function shortened(text: string): string {
  const first = text.replace(/^rg: /, '').split('\n')[0] ?? '';
  const last = /^error: (.*)$/m.exec(text)?.[1];
  return (last === undefined ? first : `${first} ${last}`).replace(/\.$/, '');
}

/** Sorts ripgrep's stderr. */
export function readProblems(stderr: string): Problems {
  const places: string[] = [];
  const others: string[] = [];
  for (const line of stderr.split('\n')) {
    const found = place.exec(line);
    if (found !== null) places.push(`${found[1]}: ${found[2]}`);
    else if (line.trim() !== '' && !line.startsWith('rg: No files were searched')) others.push(line);
  }
  return { places, complaint: others.length === 0 ? null : shortened(others.join('\n')) };
}

/** The failure of a search that ripgrep refused, null when it searched. Partial results are no failure. */
export function refusal(pattern: string, end: RipgrepEnd, { complaint }: Problems): ToolFailure | null {
  if (end.by !== 'itself' || end.exitCode !== 2 || complaint === null) return null;
  const wanted = complaint.startsWith('regex')
    ? 'a Rust regular expression (or fixedStrings)'
    : complaint.includes('literal "\\n"') || complaint.includes('the literal')
      ? 'a pattern for one line (or multiline)'
      : 'options ripgrep takes';
  return cannot('grep', pattern, complaint, wanted);
}
