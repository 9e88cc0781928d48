import type { Outcome } from '../../../core/outcome.ts';
import { isRecord } from '../../../core/record.ts';
import type { OutputChunk } from '../../../core/sink.ts';
import { countOf } from '../../../output/notices.ts';

interface Omitted {
  readonly stream: OutputChunk['stream'];
  /** The node that the call ran on; null for this machine. */
  readonly node: string | null;
}

/** Says where the omitted part of a stream is: in a session, or in a file, of that stream alone if it has one. */
export function whereKept({ details }: Outcome, { stream, node }: Omitted): string {
  const { sessionId, output } = details;
  if (typeof sessionId === 'string') {
    const place = node === null ? '' : ` --host ${node}`;
    return `process poll ${sessionId} --no-cap${place} shows it from its start`;
  }
  const kept = isRecord(output) && isRecord(output[stream]) ? output[stream] : output;
  if (!isRecord(kept) || typeof kept.spillPath !== 'string') return '--no-cap shows everything';
  const { spillPath, spillBytes, droppedBytes } = kept;
  if (typeof spillBytes !== 'number') return `all of it is in ${spillPath}`;
  // What a session's log dropped is missing in the middle, and no flag brings it back.
  const isHead = droppedBytes === undefined;
  const some = `only${isHead ? ' the first' : ''} ${countOf(spillBytes, 'byte')} of the output`;
  return `${some} are in ${spillPath}, --no-cap shows ${isHead ? 'everything' : 'more'}`;
}
