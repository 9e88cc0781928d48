import { messageOf } from '../../core/failure.ts';
import { feedSession } from '../../sessions/input/feed-session.ts';
import { type Session, sessionPlace } from '../../sessions/store.ts';
import type { PreparedCommand, RunCall } from './execute.ts';

/** Standard input that arrives during a call, forwarded to the session that the call waits for. */
export interface SessionFeed {
  /** The session continues without the call: sends what was accepted by then; resolves with notices. */
  leave(): Promise<readonly string[]>;
  /** The session has ended. */
  abandon(): void;
}

const nothingFed: SessionFeed = { leave: async () => [], abandon: () => {} };

/** Forwards the call's own input to a session if it is fed during the call; a descriptor of the launcher is left alone. */
export function openFeed(
  session: Session,
  { stdin }: PreparedCommand,
  { context, signal }: RunCall,
): SessionFeed {
  const { endStdin } = context.surface;
  if (stdin.kind !== 'descriptor' || endStdin === undefined) return nothingFed;
  const over = new AbortController();
  let hadEnded: boolean | null = null;
  const fed = feedSession({
    place: sessionPlace(context),
    session,
    descriptor: stdin.descriptor,
    signal: AbortSignal.any([signal, over.signal]),
    isLast: () => hadEnded !== null,
    isEnd: () => hadEnded ?? true,
  }).then(
    () => [],
    (error: unknown) => [`Not all of its standard input was sent: ${messageOf(error)}`],
  );
  return {
    leave: () => {
      hadEnded = endStdin();
      return fed;
    },
    abandon: () => over.abort(),
  };
}
