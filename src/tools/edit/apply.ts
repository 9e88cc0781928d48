import type { Edit } from './input.ts';
import { lineEndFinder } from './line-ends.ts';
import { findMatches, type Matches, type Span, type Tier } from './match.ts';
import { type Pause, pauseSteps } from './pause.ts';

/** What one edit did. */
export interface Applied {
  readonly text: string;
  readonly replacements: number;
  readonly tier: Tier;
}

/** An edit that cannot be applied: it matches nowhere or too often. */
export interface Unapplied {
  readonly matches: Matches;
}

/** `new` with the line ends of the place; literal where the caller wrote carriage returns and matched exactly. */
function insertionFor(text: string, edit: Edit, tier: Tier): (span: Span) => string {
  const isLiteral = tier === 'exact' && (edit.old.includes('\r') || edit.new.includes('\r'));
  if (isLiteral || !edit.new.includes('\n')) return () => edit.new;
  const plain = edit.new.replaceAll('\r\n', '\n');
  const returned = plain.replaceAll('\n', '\r\n');
  const hasReturn = lineEndFinder(text);
  return (span) => (hasReturn(span) ? returned : plain);
}

/** Applies one edit by joining what stays with what is new: no byte outside the matches can change. */
export async function applyEdit(text: string, edit: Edit, pause: Pause): Promise<Applied | Unapplied> {
  const matches = await findMatches(text, edit, pause);
  const { spans, tier } = matches;
  if (spans.length === 0 || (spans.length > 1 && !edit.replaceAll)) return { matches };
  const insertion = insertionFor(text, edit, tier);
  const parts: string[] = [];
  let from = 0;
  for (const [index, span] of spans.entries()) {
    if (index % pauseSteps === 0) await pause();
    parts.push(text.slice(from, span.start), insertion(span));
    from = span.end;
  }
  parts.push(text.slice(from));
  return { text: parts.join(''), replacements: spans.length, tier };
}
