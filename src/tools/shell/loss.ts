import type { Collected } from '../../output/collector.ts';
import { countOf } from '../../output/notices.ts';
import { problemInWords } from '../../platform/files/file-failure.ts';
import type { SessionEnd } from '../../sessions/record.ts';

/** Output that a session's log dropped before it was read. */
export interface Loss {
  readonly bytes: number;
  /** Name of the error for which the log stopped; null if the output was just not read in time. */
  readonly logProblem: string | null;
}

/** A notice on lost output; empty for none. */
export function lossNotices({ bytes, logProblem }: Loss = { bytes: 0, logProblem: null }): readonly string[] {
  if (bytes === 0) return [];
  const reason =
    logProblem === null
      ? 'it came faster than it could be read'
      : `its log could not be written (${problemInWords(logProblem)})`;
  return [`${countOf(bytes, 'byte')} of output dropped: ${reason}`];
}

/** Corrects the facts about a session's collected output for what was lost; `isInLine` says whether it ended within a line. */
export function countLoss(
  output: Collected,
  { bytes: droppedBytes }: Loss,
  { bytes, newlines, isInLine }: Pick<SessionEnd, 'bytes' | 'newlines'> & { readonly isInLine: boolean },
): Collected {
  if (droppedBytes === 0) return output;
  const { facts } = output;
  const kept = facts.spillPath === null ? {} : { spillBytes: facts.spillBytes ?? facts.bytes };
  const lines = newlines + (isInLine ? 1 : 0);
  return { ...output, facts: { ...facts, bytes, lines, truncated: true, ...kept, droppedBytes } };
}
