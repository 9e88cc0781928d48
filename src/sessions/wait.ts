import { turnOfLoop } from '../core/async/turn-of-loop.ts';
import { readLog } from '../platform/sessions/session-log-files.ts';
import { observe, type Sight } from './observe.ts';
import { DrawnText } from './output/drawn-text.ts';
import { lineBefore } from './output/page.ts';
import type { PatternMatch, PatternScan } from './output/pattern-scan.ts';
import type { Session, SessionPlace } from './store.ts';
import { type SizeFrom, toldSizes } from './terminal/terminal-sizes.ts';

/** Bytes searched in one turn. */
const chunkBytes = 65_536;
/** Milliseconds that one request waits for news. */
const askMs = 20_000;

export interface WaitRequest {
  readonly place: SessionPlace;
  readonly session: Session;
  /** The pattern to wait for; null waits for the end. */
  readonly scan: PatternScan | null;
  /** Absolute byte offset at which the search starts. */
  readonly cursor: number;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

export interface Waited {
  readonly sight: Sight;
  readonly found: PatternMatch | null;
  /** Offset up to which output was read, or, with a match, is returned. */
  readonly cursor: number;
  /** Bytes that the log no longer held when they were to be searched. */
  readonly dropped: number;
}

/** Waits until the pattern is found, the session has ended or the time is up. Throws like `observe`, and KeeperSilence. */
export async function waitForSession(request: WaitRequest): Promise<Waited> {
  const { place, session, scan, limitMs, signal } = request;
  const deadline = performance.now() + limitMs;
  let cursor = request.cursor;
  let dropped = 0;
  let sizes: readonly SizeFrom[] = toldSizes(session.end, session.record.size);
  if (sizes.length > 0) scan?.begin(new DrawnText(() => sizes, cursor, lineBefore(session.folder, cursor)));
  for (;;) {
    const after = scan === null ? Number.MAX_SAFE_INTEGER : cursor;
    const left = Math.max(0, deadline - performance.now());
    const sight = await observe(place, session, { after, waitMs: Math.min(left, askMs), signal });
    if (sight.silence !== null) throw sight.silence;
    sizes = toldSizes(sight.status ?? sight.end, session.record.size);
    const read =
      scan === null
        ? { found: null, cursor, dropped: 0 }
        : await search(session.folder, scan, { cursor, deadline, signal });
    cursor = read.cursor;
    dropped += read.dropped;
    if (scan !== null && read.found === null && cursor < sight.bytes && performance.now() < deadline) {
      // All stored output was read: the rest was dropped.
      scan.skip();
      dropped += sight.bytes - cursor;
      cursor = sight.bytes;
    }
    const isAllRead = scan === null || cursor >= sight.bytes;
    const isOver = performance.now() >= deadline || (sight.end !== null && isAllRead);
    if (read.found !== null || isOver) return { sight, found: read.found, cursor, dropped };
  }
}

interface Search {
  readonly cursor: number;
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** Searches the log from the cursor on. */
async function search(
  folder: string,
  scan: PatternScan,
  { cursor, deadline, signal }: Search,
): Promise<Omit<Waited, 'sight'>> {
  let dropped = 0;
  for (let at = cursor; ; await turnOfLoop()) {
    const pieces = signal.aborted ? [] : readLog(folder, at, chunkBytes);
    for (const { start, bytes } of pieces) {
      if (start > at) {
        scan.skip();
        dropped += start - at;
      }
      at = start + bytes.length;
      const found = scan.push(bytes);
      if (found !== null) return { found, cursor: start + found.bytes, dropped };
    }
    if (pieces.length === 0 || performance.now() >= deadline) return { found: null, cursor: at, dropped };
  }
}
