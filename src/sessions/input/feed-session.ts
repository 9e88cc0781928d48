import { sleep } from '../../core/async/sleep.ts';
import { ChangedFailure } from '../../core/failure.ts';
import { decodeText } from '../../core/text/utf8.ts';
import { PipeReader } from '../../platform/process/pipe-reader.ts';
import type { Session, SessionPlace } from '../store.ts';
import { prepareInput } from './typing.ts';

/** Milliseconds until a pipe that had nothing, or a program that does not read, is looked at again. */
const lookMs = 10;

/** What a session is fed from. */
export interface Feeding {
  readonly place: SessionPlace;
  readonly session: Session;
  /** The reading end of a pipe of ours. */
  readonly descriptor: number;
  /** Ends it at once. */
  readonly signal: AbortSignal;
  /** Whether no more comes, so that what is there has to go now. */
  isLast(): boolean;
  /** Asked at the end of the pipe: whether it is the end of the session's input too. */
  isEnd(): boolean;
}

/**
 * Hands on what comes through a pipe as a session's input, as fast as its program reads, up to the pipe's end. It was judged
 * with the command. Throws `tool_failed` when the session takes no more.
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
      // Somebody else typed between the question and the answer.
      if (!(error instanceof ChangedFailure)) throw error;
    }
  }
}
