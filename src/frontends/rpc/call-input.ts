import * as v from 'valibot';
import { wrongField } from '../../core/failure.ts';
import { parseInput } from '../../core/schema/validate.ts';
import { type InputPipe, openInputPipe } from '../../platform/process/input-pipe.ts';
import { type IdText, nullId } from '../../wire/message.ts';

/** Milliseconds a call may take from its request to its pipe. */
const beginMs = 5000;
/** Characters of base64 in one piece: three quarters of a mebibyte. */
const mostBase64 = 1_048_576;

/** The characters of base64. Valibot's pattern tells their number too, by a group, which takes a second for a mebibyte. */
const characters = /^[A-Za-z0-9+/]*={0,2}$/;

const wanted = 'must be base64';

const base64 = v.pipe(
  v.string(),
  { ...v.base64(wanted), requirement: characters },
  v.check((text) => text.length % 4 === 0 || !characters.test(text), wanted),
  v.maxLength(mostBase64, `must have at most ${mostBase64} characters; send it in pieces`),
);

/** The params of `tool/input`. */
export const callInputSchema = v.strictObject({
  /** The call, by the id of its request. */
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
  /** Whether the client said that it ends. */
  hasEnded: boolean;
  /** Whether the call takes no more. */
  isOver: boolean;
}

/** A call's own end of its standard input. */
export interface FedInput {
  readonly descriptor: number;
  /** Takes no more and ends it after what was taken; tells whether the client had ended it. */
  end(): boolean;
  /** Gives the pipe back. */
  close(): void;
}

/** The standard input of calls that said `_meta.stdin`, fed by requests of the client while they run. */
export class CallInputs {
  readonly #open = new Map<IdText, OpenInput>();
  readonly #opened = new Set<() => void>();

  /** A pipe for a call, to be given back when it ends. Throws `invalid_input` for an id that names no one call, `tool_failed` where there are no pipes. */
  async open(id: IdText): Promise<FedInput> {
    if (id === nullId) throw wrongField('_meta.stdin', 'needs a request with an id that is not null');
    const pipe = await openInputPipe();
    const input: OpenInput = { pipe, hasEnded: false, isOver: false };
    this.#open.set(id, input);
    for (const wake of this.#opened) wake();
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

  /**
   * Hands a piece on to a call that runs, `named` as the request that began it was; answered once it was taken, which is how the client
   * knows that it may send more. Once the signal is aborted nothing of it is. Throws ToolFailure.
   */
  async take(
    params: unknown,
    { named, signal, isRunning }: InputTarget,
  ): Promise<{ readonly taken: boolean }> {
    const { base64, eof } = parseInput(callInputSchema, params);
    const input = named !== null && isRunning(named) ? await this.#find(named, signal) : undefined;
    if (input === undefined || input.isOver) return { taken: false };
    const { pipe } = input;
    input.hasEnded ||= eof;
    if (base64 !== '')
      return { taken: await pipe.write(Buffer.from(base64, 'base64'), { isLast: eof, signal }) };
    if (eof) pipe.end();
    return { taken: true };
  }

  /** The pipe of a call, which may be about to begin: its first bytes come right behind it. */
  async #find(id: IdText, signal: AbortSignal): Promise<OpenInput | undefined> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(beginMs)]);
    while (!this.#open.has(id) && !limit.aborted) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#opened.delete(wake);
          limit.removeEventListener('abort', wake);
          resolve();
        };
        this.#opened.add(wake);
        limit.addEventListener('abort', wake);
      });
    }
    return this.#open.get(id);
  }
}
