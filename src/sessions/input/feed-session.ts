import { sleep } from '../../core/async/sleep.ts';
import { ChangedFailure } from '../../core/failure.ts';
import { decodeText } from '../../core/text/utf8.ts';
import { PipeReader } from '../../platform/process/pipe-reader.ts';
import type { Session, SessionPlace } from '../store.ts';
import { prepareInput } from './typing.ts';

/** Milliseconds until an empty pipe, or a program that does not read, is tried again. */
const lookMs = 10;

/** A source of input for a session. */
export interface Feeding {
  readonly place: SessionPlace;
  readonly session: Session;
  /** The read end of a pipe of ours. */
  readonly descriptor: number;
  /** Aborts the feeding at once. */
  readonly signal: AbortSignal;
  /** Whether no more will come, so that what is there must be sent now. */
  isLast(): boolean;
  /** Asked at the end of the pipe: whether the session's input ends too. */
  isEnd(): boolean;
}

/**
 * Sends the bytes of a pipe to a session as input, as fast as its program reads, up to the pipe's end. They were judged with
 * the command. Throws `tool_failed` if the session takes no more.
 */
export async function feedSession(feeding: Feeding): Promise<void> {
  const { signal, isLast, isEnd } = feeding;
  const pipe = new PipeReader(feeding.descriptor);
  try {
    while (!signal.aborted) {
      const bytes = pipe.read();
      if (bytes === null) await sleep(lookMs, { signal });
      else if (bytes.length === 0) {
        if (isEnd()) await send(bytes, true, feeding);
        return;
      } else {
        let queued = await send(bytes, false, feeding);
        while (queued > 0 && !isLast() && !signal.aborted) {
          await sleep(lookMs, { signal });
          queued = await send(new Uint8Array(), false, feeding);
        }
      }
    }
  } finally {
    pipe.close();
  }
}

/** Sends one piece; resolves to the bytes that wait for the program. */
async function send(bytes: Uint8Array, eof: boolean, { place, session, signal }: Feeding): Promise<number> {
  const typed = { bytes, text: decodeText(bytes), pasted: false, eof, notices: [] };
  for (;;) {
    const prepared = await prepareInput({ place, session, searchPath: '' }, () => typed);
    try {
      return await prepared.send(signal);
    } catch (error) {
      // Someone else typed between the request and its answer.
      if (!(error instanceof ChangedFailure)) throw error;
    }
  }
}
