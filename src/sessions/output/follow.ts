import { sleep } from '../../core/async/sleep.ts';
import { TurnsOfLoop } from '../../core/async/turn-of-loop.ts';
import { ToolFailure } from '../../core/failure.ts';
import { readLog } from '../../platform/sessions/session-log-files.ts';
import { type KeeperStatus, readAnswer, statusSchema } from '../keeper/keeper-answers.ts';
import { KeeperClient, KeeperSilence } from '../keeper/keeper-client.ts';
import type { SessionEnd } from '../record.ts';
import type { Session } from '../store.ts';

/** Most bytes of output handed on at once. */
const chunkBytes = 262_144;
/** Milliseconds that one request waits for news. */
const askMs = 20_000;

/** Receives the output of a session. */
export interface Taker {
  /** Receives output in order; a returned promise is awaited. */
  onBytes(bytes: Uint8Array): void | Promise<void>;
  /** Told about output that was dropped before it could be read; a returned promise is awaited. */
  onDropped(bytes: number): void | Promise<void>;
}

export interface Following {
  readonly taker: Taker;
  /** `performance.now()` at which to stop although the session runs; null for never. */
  readonly until: number | null;
  readonly signal: AbortSignal;
}

/** The result of following a session. */
export interface Followed {
  /** How it ended; null if the time is up, the signal is aborted or its keeper is gone. */
  readonly end: SessionEnd | null;
  /** The offset up to which output was handed on or reported as dropped. */
  readonly cursor: number;
}

/** Hands on the output of a running session from its start, as it comes. Throws `tool_failed` if its log cannot be read. */
export async function followSession(session: Session, following: Following): Promise<Followed> {
  const { until, signal } = following;
  const isOver = () => signal.aborted || (until !== null && performance.now() >= until);
  let client: KeeperClient;
  try {
    client = await KeeperClient.connect(session.record);
  } catch (error) {
    return lostSight(session, { error, cursor: 0 }, following);
  }
  let cursor = 0;
  try {
    for (;;) {
      const waitMs = Math.max(0, until === null ? askMs : Math.min(askMs, until - performance.now()));
      const status = await askStatus(client, { after: cursor, waitMs }, signal);
      if (status instanceof ToolFailure) return lostSight(session, { error: status, cursor }, following);
      const { end, bytes } = status;
      // The last output of an ended session is handed on in full: no more comes.
      cursor = await passOnUpTo(
        session.folder,
        { cursor, bytes },
        following.taker,
        end === null ? isOver : never,
      );
      if (end !== null || isOver()) return { end, cursor };
    }
  } finally {
    client.close();
  }
}

/** The keeper's answer, or why there is none. */
async function askStatus(
  client: KeeperClient,
  question: { readonly after: number; readonly waitMs: number },
  signal: AbortSignal,
): Promise<KeeperStatus | ToolFailure> {
  try {
    return readAnswer(statusSchema, await client.ask('status', question, { ...question, signal }));
  } catch (error) {
    if (error instanceof ToolFailure) return error;
    throw error;
  }
}

/** Hands on what is stored. If the keeper lives but is silent, waits until the time is up first, because the session lives too. */
async function lostSight(
  { folder }: Session,
  { error, cursor }: { readonly error: unknown; readonly cursor: number },
  following: Following,
): Promise<Followed> {
  const { until, signal, taker } = following;
  const lives = error instanceof KeeperSilence && !error.isUnreached && until !== null;
  while (lives && performance.now() < until && !signal.aborted)
    await sleep(Math.ceil(until - performance.now()), { signal });
  return { end: null, cursor: await passOn(folder, cursor, taker, { isOver: () => signal.aborted }) };
}

const never = () => false;

/**
 * Hands on the output from the cursor up to `bytes`; what is not stored is reported as dropped. Returns where it ends, which
 * is earlier once `isOver` returns true.
 */
export async function passOnUpTo(
  folder: string,
  { cursor, bytes: upTo }: { readonly cursor: number; readonly bytes: number },
  taker: Taker,
  isOver: () => boolean = never,
): Promise<number> {
  const stored = await passOn(folder, cursor, taker, { upTo, isOver });
  if (stored >= upTo || isOver()) return stored;
  await taker.onDropped(upTo - stored);
  return upTo;
}

/** Which part of a log is handed on, and how. */
export interface Extent {
  /** Most bytes handed on at once. */
  readonly atOnce?: number;
  /** The offset at which to stop: a command may write faster than its log is read. */
  readonly upTo?: number;
  /** Asked before each piece; true stops. */
  isOver?(): boolean;
}

/** Hands on the log from the cursor on, and returns where that ends. Yields to the event loop when due. */
export async function passOn(
  folder: string,
  cursor: number,
  taker: Taker,
  { atOnce = chunkBytes, upTo = Number.POSITIVE_INFINITY, isOver = never }: Extent = {},
): Promise<number> {
  const turns = new TurnsOfLoop();
  let at = cursor;
  while (at < upTo && !isOver()) {
    const [piece] = readLog(folder, at, Math.min(atOnce, upTo - at));
    if (piece === undefined || piece.start >= upTo) return at;
    const { start, bytes } = piece;
    if (start > at) await taker.onDropped(start - at);
    const taken = bytes.subarray(0, upTo - start);
    at = start + taken.length;
    await taker.onBytes(taken);
    await turns.giveWhenDue();
  }
  return at;
}
