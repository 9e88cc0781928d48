import type { SessionExit } from '../../sessions/owned.ts';

/** The end of a session, of ours or of a node. */
export type ToldExit = Pick<SessionExit, 'sessionId' | 'tail'>;

/** Ends that wait for a name, as many as one batch may start: what a cancelled call had started is never named. */
const mostEarly = 10_000;

/** Ends of sessions, each told behind the answer that names its session: nobody knows its id before. */
export class SessionEnds {
  readonly #tell: (exit: ToldExit) => void;
  readonly #named = new Set<string>();
  readonly #early = new Map<string, ToldExit>();

  constructor(tell: (exit: ToldExit) => void) {
    this.#tell = tell;
  }

  hear(exit: ToldExit): void {
    if (this.#named.delete(exit.sessionId)) this.#tell(exit);
    else {
      this.#early.set(exit.sessionId, exit);
      const [oldest = ''] = this.#early.keys();
      if (this.#early.size > mostEarly) this.#early.delete(oldest);
    }
  }

  /** A session was named to the client. */
  name(sessionId: string): void {
    const exit = this.#early.get(sessionId);
    if (exit === undefined) this.#named.add(sessionId);
    else {
      this.#early.delete(sessionId);
      this.#tell(exit);
    }
  }
}
