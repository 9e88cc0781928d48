import type { SessionExit } from '../../sessions/owned.ts';

/** The end of a session, of ours or on a node. */
export type ToldExit = Pick<SessionExit, 'sessionId' | 'tail'>;

/** Most ends that wait for their session to be named, as many as a batch may start: sessions of a cancelled call are never named. */
const mostEarly = 10_000;

/** Reports ends of sessions after the answer that names the session, as clients do not know its id before. */
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

  /** Registers that a session was named to the client. */
  name(sessionId: string): void {
    const exit = this.#early.get(sessionId);
    if (exit === undefined) this.#named.add(sessionId);
    else {
      this.#early.delete(sessionId);
      this.#tell(exit);
    }
  }
}
