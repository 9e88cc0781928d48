import { ToolFailure } from '../core/failure.ts';
import { readLog } from '../platform/sessions/session-log-files.ts';
import { readAnswer, statusSchema } from './keeper-answers.ts';
import { KeeperClient } from './keeper-client.ts';
import type { SessionEnd } from './record.ts';
import type { Session } from './store.ts';

/** Bytes of output handed on at once. */
const chunkBytes = 262_144;
/** Milliseconds one question waits for news. */
const askMs = 20_000;

export interface Following {
  /** `performance.now()` at which it is over although the session goes on; null is never. */
  readonly until: number | null;
  readonly signal: AbortSignal;
  /** Takes output in order; a returned promise is waited for. */
  onBytes(bytes: Uint8Array): void | Promise<void>;
  /** Told of output that was dropped before it could be read; a returned promise is waited for. */
  onDropped(bytes: number): void | Promise<void>;
}

/**
 * Hands on the output of a running session from its start, as it comes. Resolves to how it ended, or to null when the time is
 * up, the signal is aborted or its keeper is gone.
 */
export async function followSession(session: Session, following: Following): Promise<SessionEnd | null> {
  const { until, signal } = following;
  let client: KeeperClient;
  try {
    client = await KeeperClient.connect(session.record.socket);
  } catch {
    await passOn(session.folder, 0, following);
    return null;
  }
  let cursor = 0;
  try {
    for (;;) {
      const waitMs = Math.max(0, until === null ? askMs : Math.min(askMs, until - performance.now()));
      const answer = await client.ask('status', { after: cursor, waitMs }, { waitMs, signal });
      const { end, bytes } = readAnswer(statusSchema, answer);
      cursor = await passOn(session.folder, cursor, following);
      if (cursor < bytes) {
        // Everything stored was read: the rest was dropped.
        await following.onDropped(bytes - cursor);
        cursor = bytes;
      }
      if (end !== null || (until !== null && performance.now() >= until)) return end;
    }
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    await passOn(session.folder, cursor, following);
    return null;
  } finally {
    client.close();
  }
}

/** Hands on what the log holds from the cursor on, and returns where that ends. */
async function passOn(folder: string, cursor: number, { onBytes, onDropped }: Following): Promise<number> {
  for (let at = cursor; ; ) {
    const pieces = readLog(folder, at, chunkBytes);
    if (pieces.length === 0) return at;
    for (const { start, bytes } of pieces) {
      if (start > at) await onDropped(start - at);
      at = start + bytes.length;
      await onBytes(bytes);
    }
  }
}
