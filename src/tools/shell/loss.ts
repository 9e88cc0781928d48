import type { Collected } from '../../output/collector.ts';
import { countOf } from '../../output/notices.ts';
import { problemInWords } from '../../platform/files/file-failure.ts';
import type { SessionEnd } from '../../sessions/record.ts';

/** Output that a session's log dropped before it could be taken. */
export interface Loss {
  readonly bytes: number;
  /** Why the log took no more of it (an error's name); null when it only could not be read in time. */
  readonly logProblem: string | null;
}

/** What is said of it, a sentence; none where nothing is lost. */
export function lossNotices({ bytes, logProblem }: Loss = { bytes: 0, logProblem: null }): readonly string[] {
  if (bytes === 0) return [];
  const reason =
    logProblem === null
      ? 'it came faster than it could be read'
      : `its log could not be written (${problemInWords(logProblem)})`;
  return [`${countOf(bytes, 'byte')} of output dropped: ${reason}`];
}

/** What was taken of a session's output, counted as what the command printed; `isInLine` when that ended within a line. */
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
