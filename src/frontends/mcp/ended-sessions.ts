import { isRecord } from '../../core/record.ts';
import { problemInWords } from '../../platform/files/file-failure.ts';
import type { Service } from '../../runtime/service.ts';
import { onSessionExit, type SessionExit } from '../../sessions/owned.ts';

/** The end of a session, of this process or on a node. */
type Exit = Pick<SessionExit, 'sessionId' | 'exitCode' | 'signal' | 'durationMs' | 'logProblem'> & {
  readonly status: string;
  /** What a call says to get there; absent where it needs to say nothing. */
  readonly host?: string;
};

/** Most ends reported with one result. */
const mostTold = 5;

/**
 * Ends of sessions that the model does not know yet: MCP has no message for them that hosts would show it, so the next result reports
 * them. Only for sessions of this server.
 */
export class EndedSessions {
  readonly #untold = new Map<string, Exit>();
  readonly #deafen: readonly (() => void)[];

  constructor({ nodes, context: { settings } }: Service) {
    const hear = (exit: Exit): void => void this.#untold.set(exit.sessionId, exit);
    const isFarUsual = Object.hasOwn(settings.hosts, settings.host);
    const hearHere = (exit: SessionExit): void => hear(isFarUsual ? { ...exit, host: 'local' } : exit);
    this.#deafen = [onSessionExit(hearHere), nodes.onSessionExit(hear)];
  }

  /** Notices for the result of a call; not about the session that the call itself is about, unless its input is null. */
  tell(tool: string, input: unknown): readonly string[] {
    if (tool === 'process' && isRecord(input)) {
      if (input.action === 'list') this.#untold.clear();
      else this.#untold.delete(String(input.sessionId));
    }
    const ends = [...this.#untold.values()].slice(0, mostTold);
    for (const { sessionId } of ends) this.#untold.delete(sessionId);
    return ends.map(sentenceOf);
  }

  close(): void {
    for (const stop of this.#deafen) stop();
  }
}

function sentenceOf(exit: Exit): string {
  const { sessionId, durationMs, logProblem, host } = exit;
  const place = host === undefined || host === 'local' ? '' : ` on ${host}`;
  const where = host === undefined ? '' : ` with host "${host}"`;
  const missing =
    logProblem === undefined
      ? ''
      : `, but not all of it: its log could not be written (${problemInWords(logProblem)})`;
  return `Session ${sessionId}${place} has ended ${howEnded(exit)} after ${(durationMs / 1000).toFixed(1)}s; process poll${where} has its output${missing}`;
}

function howEnded({ status, exitCode, signal }: Exit): string {
  if (status === 'timed_out') return 'by its time limit';
  if (signal !== null) return `by ${signal}`;
  return exitCode === null ? 'in a way that nobody was told' : `with exit code ${exitCode}`;
}
