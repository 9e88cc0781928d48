import { isRecord } from '../../core/record.ts';
import type { Connection } from '../../wire/connection.ts';
import type { ErrorObject } from '../../wire/errors.ts';

/** Bytes per piece, and pieces in flight at once: enough for a fast line, little memory. */
const pieceBytes = 262_144;
const mostWaiting = 4;

export interface Feed {
  readonly source: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
  /** Called when the other side could not take a piece. */
  onRefused(error: ErrorObject): void;
}

/** Sends `source` to the standard input of a call until its end, or until the other side takes no more. */
export async function feedCall(
  connection: Connection,
  id: number,
  { source, signal, onRefused }: Feed,
): Promise<void> {
  const waiting = new Set<Promise<void>>();
  let isOver = false;
  const send = (params: object): void => {
    const request = connection.request('tool/input', { id, ...params });
    const sent = request.answer
      .then(
        (answer) => {
          if ('error' in answer) onRefused(answer.error);
          isOver ||= 'error' in answer || !isTaken(answer.result);
        },
        () => {
          isOver = true;
        },
      )
      .finally(() => waiting.delete(sent));
    waiting.add(sent);
  };
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      while (waiting.size >= mostWaiting) await Promise.race(waiting);
      if (isOver || signal.aborted) return;
      send({ base64: Buffer.from(chunk.subarray(from, from + pieceBytes)).toString('base64') });
    }
  }
  if (!isOver && !signal.aborted) send({ eof: true });
}

function isTaken(value: unknown): boolean {
  return isRecord(value) && value.taken === true;
}
