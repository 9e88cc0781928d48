import { ChangedFailure, cannot, failureTable, ToolFailure } from '../core/failure.ts';
import { isRecord } from '../core/record.ts';
import { connectLocally, type LocalStream } from '../platform/sessions/local-socket.ts';
import { Connection } from '../wire/connection.ts';
import type { ErrorObject } from '../wire/errors.ts';
import type { Params } from '../wire/message.ts';

/** Bytes of one answer. */
const maxAnswerBytes = 4_194_304;
/** Milliseconds a keeper may take to answer what needs no waiting. */
const answerMs = 5000;

/** What a keeper that lives answered instead of doing what it was asked. */
export class KeeperRefusal extends ToolFailure {}

function cancelled(): ToolFailure {
  return new ToolFailure('cancelled', 'Cancelled while it waited for the session.');
}

/** What kept an answer from coming, said of the session: what a keeper is asked is no word of the caller's. */
function unanswered(error: unknown, timeoutMs: number): unknown {
  if (!(error instanceof ToolFailure)) return error;
  if (error.code === 'cancelled') return cancelled();
  if (error.code !== 'timed_out') return error;
  const wanted = `an answer within ${Math.ceil(timeoutMs / 1000)} s`;
  return cannot('reach', 'the session', 'the process it belongs to does not answer', wanted, 'timed_out');
}

/** The failure behind an error a keeper answered with. */
function failureOf({ message, data }: ErrorObject): ToolFailure {
  if (isRecord(data) && data.changed === true) return new ChangedFailure('tool_failed', message);
  const failure = isRecord(data) && typeof data.failure === 'string' ? data.failure : 'tool_failed';
  const code = failure === 'denied' || failure === 'timed_out' ? failure : 'tool_failed';
  return new KeeperRefusal(code, message);
}

/** A connection to a session's keeper. */
export class KeeperClient {
  readonly #stream: LocalStream;
  readonly #connection: Connection;
  /** Resolves when the keeper has closed the connection. */
  readonly closed: Promise<void>;

  private constructor(stream: LocalStream) {
    this.#stream = stream;
    this.#connection = new Connection({
      input: stream.input,
      write: (bytes) => stream.write(bytes),
      maxInputBytes: maxAnswerBytes,
      handler: { request: async () => null },
    });
    this.closed = this.#connection.run().then(() => {});
  }

  /** Throws `tool_failed` when nobody listens. */
  static async connect(socket: string): Promise<KeeperClient> {
    return new KeeperClient(await connectLocally(socket));
  }

  /** Asks and waits at most `waitMs` longer than an answer takes. Throws ToolFailure: the keeper's own, `cancelled`, or `timed_out`. */
  async ask(
    method: string,
    params: Params,
    { waitMs = 0, signal }: { readonly waitMs?: number; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<unknown> {
    const timeoutMs = waitMs + answerMs;
    const { answer } = this.#connection.request(method, params, {
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
    const reply = await answer.catch((error: unknown) => {
      throw unanswered(error, timeoutMs);
    });
    if (!('error' in reply)) return reply.result;
    throw reply.error.code === failureTable.cancelled.rpcCode ? cancelled() : failureOf(reply.error);
  }

  close(): void {
    this.#connection.stop();
    this.#stream.close();
  }
}

/** Asks one question over a connection of its own. Throws like `connect` and `ask`. */
export async function askKeeper(
  socket: string,
  method: string,
  params: Params,
  options: { readonly waitMs?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<unknown> {
  const client = await KeeperClient.connect(socket);
  try {
    return await client.ask(method, params, options);
  } finally {
    client.close();
  }
}
