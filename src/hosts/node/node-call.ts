import type { ApprovalAnswer } from '../../core/approval-answer.ts';
import { ToolFailure } from '../../core/failure.ts';
import { addNotices, type Outcome } from '../../core/outcome.ts';
import { type Progress, type Sink, silentSink } from '../../core/sink.ts';
import { spilledParts } from '../../output/spilled-parts.ts';
import type { CallClock, CallSeconds } from './call-clock.ts';
import type { NodeOutput, NodeQuestion } from './node-shapes.ts';
import { fileOn } from './session-place.ts';

/** A call to run on a node. */
export interface NodeCall {
  readonly tool: string;
  /** The tool's input without the fields that say where it runs. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly seconds: CallSeconds;
  readonly signal: AbortSignal;
  readonly sink: Sink;
  /** Whether its output is shown as it arrives, stdout and stderr apart. */
  readonly isLive: boolean;
  /** Whether its payload is written in full and unchanged, without text meant for models. */
  readonly isText: boolean;
  /** Most bytes of the line that carries its answer here. */
  readonly lineBytes: number;
  /** The revision of a session's input for which it was judged here, null for none; absent if it types nothing. */
  readonly typedAt?: number | null;
  /** Its standard input; null to use what `input` says. */
  readonly stdin: AsyncIterable<Uint8Array> | null;
  /** Asks a person the node's question; null if nobody can be asked. */
  readonly ask: ((question: NodeQuestion, signal: AbortSignal) => Promise<ApprovalAnswer>) | null;
}

/** Most questions per call: a node asks again when what would run has changed, but not forever. */
const mostQuestions = 8;
const lostOutput =
  'Some of the output that was shown while the command ran was lost on its way from the node.';

export interface OpenCallOptions {
  readonly clock: CallClock;
  /** Aborted once the call is answered or its node is gone. */
  readonly ended: AbortSignal;
  /** Ends the call with a failure that says this. */
  giveUp(state: string): void;
}

/** A call whose answer is pending. */
export class OpenCall {
  readonly #call: NodeCall;
  readonly #options: OpenCallOptions;
  #questions = 0;
  #isAsking = false;
  #dueOutput = 0;
  #hasLostOutput = false;

  constructor(call: NodeCall, options: OpenCallOptions) {
    this.#call = call;
    this.#options = options;
  }

  get clock(): CallClock {
    return this.#options.clock;
  }

  /** Shows output. A gap in `seq` means that messages were lost. */
  output({ seq, ...chunk }: NodeOutput): void | Promise<void> {
    if (seq !== this.#dueOutput) this.loseOutput();
    this.#dueOutput = seq + 1;
    return this.#call.sink.output(chunk);
  }

  progress(progress: Progress): void {
    this.#call.sink.progress(progress);
  }

  loseOutput(): void {
    this.#hasLostOutput = true;
  }

  giveUp(state: string): void {
    this.#options.giveUp(state);
  }

  /** The Outcome, with a notice if some output was not shown. */
  finish(outcome: Outcome): Outcome {
    return addNotices(outcome, this.#hasLostOutput ? [lostOutput] : []);
  }

  /** Asks the person behind the call. Throws ToolFailure `denied` if there is none, or when the call asks too often. */
  async ask(question: NodeQuestion, signal: AbortSignal): Promise<ApprovalAnswer> {
    const { ask } = this.#call;
    if (ask === null) throw new ToolFailure('denied', 'nobody can be asked here');
    this.#questions += 1;
    if (this.#isAsking || this.#questions > mostQuestions)
      throw new ToolFailure('denied', 'this call has asked too often');
    this.#isAsking = true;
    try {
      const any = AbortSignal.any([signal, this.#call.signal, this.#options.ended]);
      return await this.clock.whilePaused(ask(question, any));
    } finally {
      this.#isAsking = false;
    }
  }
}

/** The params of a call as sent to a node. */
export function paramsOf(call: NodeCall): Readonly<Record<string, unknown>> {
  const { input, sink, isLive, isText, lineBytes, stdin, ask, typedAt } = call;
  const isWatched = sink !== silentSink;
  return {
    ...input,
    _meta: {
      ...(isWatched ? { stream: true, streamIntervalMs: isLive ? 20 : 50 } : {}),
      ...(isLive ? { live: true } : {}),
      ...(isText ? { text: true } : {}),
      ...(Number.isFinite(lineBytes) ? { lineBytes } : {}),
      ...(stdin === null ? {} : { stdin: true }),
      ...(ask === null ? { approvals: false } : {}),
      ...(typedAt === undefined ? {} : { typedAt }),
    },
  };
}

/** The Outcome with the node set as the place of everything in it. */
export function placeOutcome(outcome: Outcome, node: string): Outcome {
  const { display, details } = outcome;
  const hostOf = (host: unknown): string =>
    typeof host === 'string' && host !== 'local' ? `${node}/${host}` : node;
  const files = spilledParts(details).length > 0 ? [fileOn(`node "${node}"`, node)] : [];
  return {
    ...addNotices(outcome, files),
    details: { ...details, host: hostOf(details.host) },
    display: display.map((item) => (item.type === 'command' ? { ...item, host: hostOf(item.host) } : item)),
  };
}
