import { ChangedFailure, cannot, failureTable, ToolFailure } from '../../core/failure.ts';
import { isRecord } from '../../core/record.ts';
import { reasonOf } from '../../platform/files/file-failure.ts';
import { connectLocally, type LocalStream } from '../../platform/sessions/local-socket.ts';
import { isStopped, isThisMachine } from '../../platform/sessions/session-marks.ts';
import { Connection } from '../../wire/connection.ts';
import type { ErrorObject } from '../../wire/errors.ts';
import type { Params } from '../../wire/message.ts';
import type { SessionRecord } from '../record.ts';
import type { KeeperMethod } from './keeper-protocol.ts';

/** Most bytes of an answer. */
const maxAnswerBytes = 4_194_304;
/** Milliseconds for a keeper to answer a request that needs no waiting. */
const answerMs = 5000;
/** Milliseconds between checks of a keeper that has not answered: if two find it stopped, that is the answer. */
const lookMs = 200;

/** What identifies the keeper of a session. */
export type KeeperAddress = Pick<SessionRecord, 'id' | 'socket' | 'keeper' | 'machine'>;

/** An error with which a living keeper answered a request. */
export class KeeperRefusal extends ToolFailure {}

/** Why a keeper does not answer: it is stopped, it took longer than this many milliseconds, or it cannot be connected to. */
type Silence = 'stopped' | { readonly timeoutMs: number } | { readonly problem: string };

/** Thrown when a living keeper does not answer; says why. */
export class KeeperSilence extends ToolFailure {
  /** The reason, as a statement about the session. */
  readonly state: string;
  /** Whether it could not be connected to, as in the moment before it is dead. */
  readonly isUnreached: boolean;

  constructor({ id, keeper, machine }: KeeperAddress, why: Silence) {
    const end = isThisMachine(machine) ? '; process kill ends the session' : '';
    const [state, wanted] = wordsOf(why, keeper.pid);
    const { message } = cannot('reach', `session ${id}`, state, `${wanted}${end}`);
    super(why !== 'stopped' && 'timeoutMs' in why ? 'timed_out' : 'tool_failed', message, { sessionId: id });
    this.state = state;
    this.isUnreached = why !== 'stopped' && 'problem' in why;
  }
}

function wordsOf(why: Silence, pid: number): readonly [state: string, wanted: string] {
  const keeper = `its keeper (process ${pid})`;
  if (why === 'stopped') return [`${keeper} is stopped`, `one that runs: kill -CONT ${pid} lets it go on`];
  if ('problem' in why) return [`${keeper} cannot be connected to (${why.problem})`, 'one that can'];
  return [`${keeper} does not answer`, `an answer within ${Math.ceil(why.timeoutMs / 1000)} s`];
}

const cancelledWaiting = 'Cancelled while it waited for the session.';
/** Of requests that change a session: its keeper goes on with what it has received. */
const cancelledMessages: Partial<Record<KeeperMethod, string>> = {
  input: 'Cancelled while it sent input to the session, which may get all of it nevertheless.',
  resize: 'Cancelled while it resized the session, which may be done nevertheless.',
  signal: 'Cancelled while it sent the signal, which may arrive nevertheless.',
};

/** The failure of a request that was cancelled; one that only reads changes nothing. */
function cancelled(method: KeeperMethod): ToolFailure {
  return new ToolFailure('cancelled', cancelledMessages[method] ?? cancelledWaiting);
}

/** The failure for an error with which a keeper answered. */
function failureOf({ message, data }: ErrorObject): ToolFailure {
  if (isRecord(data) && data.changed === true) return new ChangedFailure('tool_failed', message);
  const failure = isRecord(data) && typeof data.failure === 'string' ? data.failure : 'tool_failed';
  const code = failure === 'denied' || failure === 'timed_out' ? failure : 'tool_failed';
  return new KeeperRefusal(code, message);
}

/** A connection to a session's keeper. */
export class KeeperClient {
  readonly #address: KeeperAddress;
  readonly #stream: LocalStream;
  readonly #connection: Connection;
  /** Resolves when the keeper has closed the connection. */
  readonly closed: Promise<void>;

  private constructor(address: KeeperAddress, stream: LocalStream) {
    this.#address = address;
    this.#stream = stream;
    this.#connection = new Connection({
      input: stream.input,
      write: (bytes) => stream.write(bytes),
      maxInputBytes: maxAnswerBytes,
      handler: { request: async () => null },
    });
    this.closed = this.#connection.run().then(() => {});
  }

  /** Connects. Throws KeeperSilence if nothing listens, or the keeper is stopped and takes no more connections. */
  static async connect(address: KeeperAddress): Promise<KeeperClient> {
    try {
      return new KeeperClient(address, await connectLocally(address.socket));
    } catch (error) {
      const isHeld = isStopped(address.keeper, address.machine);
      throw new KeeperSilence(address, isHeld ? 'stopped' : { problem: reasonOf(error) });
    }
  }

  /** Sends a request; waits at most `waitMs` longer than usual. Throws ToolFailure: the keeper's own, `cancelled`, or KeeperSilence. */
  async ask(
    method: KeeperMethod,
    params: Params,
    { waitMs = 0, signal }: { readonly waitMs?: number; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<unknown> {
    const timeoutMs = waitMs + answerMs;
    const stopped = new AbortController();
    const { answer } = this.#connection.request(method, params, {
      timeoutMs,
      signal: signal === undefined ? stopped.signal : AbortSignal.any([signal, stopped.signal]),
    });
    const watch = this.#watchStopped(() => stopped.abort());
    const reply = await answer
      .catch((error: unknown) => {
        throw this.#unanswered(method, error, stopped.signal.aborted ? null : timeoutMs);
      })
      .finally(() => clearInterval(watch));
    if (!('error' in reply)) return reply.result;
    throw reply.error.code === failureTable.cancelled.rpcCode ? cancelled(method) : failureOf(reply.error);
  }

  /** The error for a missing answer, stated about the session, because callers know nothing of keeper requests. */
  #unanswered(method: KeeperMethod, error: unknown, timeoutMs: number | null): unknown {
    if (!(error instanceof ToolFailure)) return error;
    if (timeoutMs === null) return new KeeperSilence(this.#address, 'stopped');
    if (error.code === 'timed_out') return new KeeperSilence(this.#address, { timeoutMs });
    return error.code === 'cancelled' ? cancelled(method) : error;
  }

  /** Calls `onStopped` once the keeper is seen to stay stopped. */
  #watchStopped(onStopped: () => void): ReturnType<typeof setInterval> {
    let seen = 0;
    return setInterval(() => {
      seen = isStopped(this.#address.keeper, this.#address.machine) ? seen + 1 : 0;
      if (seen === 2) onStopped();
    }, lookMs);
  }

  close(): void {
    this.#connection.stop();
    this.#stream.close();
  }
}

/** Sends one request over a connection of its own. Throws like `connect` and `ask`. */
export async function askKeeper(
  address: KeeperAddress,
  method: KeeperMethod,
  params: Params,
  options: { readonly waitMs?: number; readonly signal?: AbortSignal | undefined },
): Promise<unknown> {
  const client = await KeeperClient.connect(address);
  try {
    return await client.ask(method, params, options);
  } finally {
    client.close();
  }
}
