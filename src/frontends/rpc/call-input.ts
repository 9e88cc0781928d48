import * as v from 'valibot';
import { wrongField } from '../../core/failure.ts';
import { base64Field } from '../../core/schema/fields.ts';
import { parseInput } from '../../core/schema/validate.ts';
import { type InputPipe, openInputPipe } from '../../platform/process/input-pipe.ts';
import { type IdText, nullId } from '../../wire/message.ts';

/** Most milliseconds from a call's request to its pipe. */
const beginMs = 5000;
/** Most characters of base64 in one piece: three quarters of a mebibyte. */
const mostBase64 = 1_048_576;

const base64 = v.pipe(
  base64Field(),
  v.maxLength(mostBase64, `must have at most ${mostBase64} characters; send it in pieces`),
);

/** The params of `tool/input`. */
export const callInputSchema = v.strictObject({
  /** The request id of the call. */
  id: v.union([v.string(), v.number()]),
  base64: v.optional(base64, ''),
  eof: v.optional(v.boolean(), false),
});

interface InputTarget {
  readonly named: IdText | null;
  readonly signal: AbortSignal;
  readonly isRunning: (id: IdText) => boolean;
}

interface OpenInput {
  readonly pipe: InputPipe;
  /** Whether the client has ended the input. */
  hasEnded: boolean;
  /** Whether the call accepts no more input. */
  isOver: boolean;
}

/** The standard input of a call, on the call's side. */
export interface FedInput {
  readonly descriptor: number;
  /** Accepts no more and ends the input after what was accepted; returns whether the client had ended it. */
  end(): boolean;
  /** Closes the pipe. */
  close(): void;
}

/** The standard input of calls with `_meta.stdin`, fed by requests of the client while they run. */
export class CallInputs {
  readonly #open = new Map<IdText, OpenInput>();
  /** Running calls that take none. */
  readonly #declined = new Set<IdText>();
  /** Wakes those that wait for a call to begin. */
  readonly #waiting = new Set<() => void>();

  /** Opens a pipe for a call. Throws `invalid_input` for a null id, `tool_failed` if there are no pipes. */
  async open(id: IdText): Promise<FedInput> {
    if (id === nullId) throw wrongField('_meta.stdin', 'needs a request with an id that is not null');
    const pipe = await openInputPipe();
    const input: OpenInput = { pipe, hasEnded: false, isOver: false };
    this.#open.set(id, input);
    this.#wake();
    return {
      descriptor: pipe.descriptor,
      end: () => {
        input.isOver = true;
        pipe.end();
        return input.hasEnded;
      },
      close: () => {
        this.#open.delete(id);
        pipe.close();
      },
    };
  }

  /** Takes no input for a running call, until the returned function is called. */
  decline(id: IdText): () => void {
    this.#declined.add(id);
    this.#wake();
    return () => void this.#declined.delete(id);
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  /**
   * Writes a piece to a running call; `named` is its request id. Resolves once the piece is accepted, so that the client may send more;
   * not after the signal is aborted. Throws ToolFailure, `invalid_input` also for a call that takes none.
   */
  async take(
    params: unknown,
    { named, signal, isRunning }: InputTarget,
  ): Promise<{ readonly taken: boolean }> {
    const { base64, eof } = parseInput(callInputSchema, params);
    const input = named !== null && isRunning(named) ? await this.#find(named, signal) : undefined;
    if (named !== null && this.#declined.has(named))
      throw wrongField('id', 'is of a call without "stdin": true in its "_meta"');
    if (input === undefined || input.isOver) return { taken: false };
    const { pipe } = input;
    input.hasEnded ||= eof;
    if (base64 !== '')
      return { taken: await pipe.write(Buffer.from(base64, 'base64'), { isLast: eof, signal }) };
    if (eof) pipe.end();
    return { taken: true };
  }

  /** The pipe of a call; waits if the call is just starting, as its first bytes may follow at once. */
  async #find(id: IdText, signal: AbortSignal): Promise<OpenInput | undefined> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(beginMs)]);
    const hasBegun = (): boolean => this.#open.has(id) || this.#declined.has(id);
    while (!hasBegun() && !limit.aborted) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          limit.removeEventListener('abort', wake);
          resolve();
        };
        this.#waiting.add(wake);
        limit.addEventListener('abort', wake);
      });
    }
    return this.#open.get(id);
  }
}
