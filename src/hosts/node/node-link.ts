import { cannot, ToolFailure } from '../../core/failure.ts';
import type { Outcome } from '../../core/outcome.ts';
import { startTransport, type Transport } from '../../platform/process/transport.ts';
import { Connection } from '../../wire/connection.ts';
import { type ErrorObject, unknownMethod } from '../../wire/errors.ts';
import type { IncomingRequest } from '../../wire/in-flight.ts';
import type { Answer, Params } from '../../wire/message.ts';
import type { OutgoingRequest, RequestOptions } from '../../wire/outgoing.ts';
import { AskedRequests } from './asked-requests.ts';
import { CallClock, longestWaitMs } from './call-clock.ts';
import { feedCall } from './feed.ts';
import { apartFromLogin } from './first-message.ts';
import { readLostMessage } from './lost-message.ts';
import { outcomeOf, unanswered } from './node-answer.ts';
import { type NodeCall, OpenCall, paramsOf } from './node-call.ts';
import { describeEnd, errorText, failureOfError, nodeFailure, shortLine, withWords } from './node-failure.ts';
import {
  type Greeting,
  type NodeLimits,
  type NodeSessionExit,
  readCallId,
  readGreeting,
  readOutput,
  readProgress,
  readQuestion,
  readSessionExit,
  usualLimits,
} from './node-shapes.ts';
import { Pulse } from './pulse.ts';

/** The protocol version spoken here; any other is refused. */
const protocolVersion = 1;
/** Milliseconds until a transport must bring the first answer, and a cancelled call its partial result. */
const greetingMs = 30_000;
const cancelWaitMs = 5000;

export interface LinkOptions {
  readonly name: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Value in the environment of the transport, see `TransportRequest.owner`. */
  readonly owner: string;
  readonly version: string;
  /** Most bytes of a line from the node. */
  readonly maxLineBytes: number;
  onSessionExit(exit: NodeSessionExit): void;
}

/** A connection to a node, used by any number of calls at once. A broken one is not repaired: another is opened. */
export class NodeLink {
  readonly name: string;
  readonly #options: LinkOptions;
  readonly #transport: Transport;
  readonly #connection: Connection;
  readonly #open = new Map<number, OpenCall>();
  readonly #asked = new AskedRequests();
  readonly #pulse: Pulse;
  /** Null until the node has greeted. */
  #limits: NodeLimits | null = null;
  /** Why this side gave the link up; null if it did not. */
  #givenUp: string | null = null;
  /** Resolves, with the reason in a few words, once the link can no longer be used. */
  readonly closed: Promise<string>;

  private constructor(options: LinkOptions, transport: Transport) {
    this.name = options.name;
    this.#options = options;
    this.#transport = transport;
    this.#pulse = new Pulse({
      isNeeded: () => this.#open.size > 0,
      ping: () => void this.#connection.request('ping', undefined).answer.catch(() => {}),
      giveUp: (reason) => this.#giveUp(reason),
    });
    this.#connection = new Connection({
      input: apartFromLogin(this.#pulse.listen(transport.input)),
      write: (bytes) => transport.write(bytes),
      maxInputBytes: options.maxLineBytes,
      handler: {
        request: (request) => this.#answer(request),
        notification: (method, params) => this.#note(method, params),
        lost: (line, loss) => this.#lose(line, loss),
      },
    });
    this.closed = this.#run();
  }

  /**
   * Starts the transport and greets the node; an abort of `signal` gives up on it. Throws ToolFailure `tool_failed` that says
   * what is wrong.
   */
  static async open(
    options: LinkOptions,
    signal: AbortSignal,
  ): Promise<{ readonly link: NodeLink; readonly greeting: Greeting }> {
    const transport = await startTransport(options);
    const link = new NodeLink(options, transport);
    const giveUp = (): void => link.#giveUp('everything is being ended');
    signal.addEventListener('abort', giveUp);
    try {
      if (signal.aborted) giveUp();
      const greeting = await link.#greet();
      link.#limits = greeting.limits;
      return { link, greeting };
    } catch (error) {
      await link.close();
      throw error;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** Runs a call on the node. Throws ToolFailure: `invalid_input`, `overloaded` and `cancelled` as the node says, else `tool_failed`. */
  async call(call: NodeCall): Promise<Outcome> {
    const { tool, signal } = call;
    const stop = new AbortController();
    let failure: ToolFailure | null = null;
    const fail = (reason: ToolFailure): void => {
      failure ??= reason;
      stop.abort();
    };
    const giveUp = (state: string): void => fail(this.#failure(tool, state));
    const either = AbortSignal.any([signal, stop.signal]);
    const request = this.#connection.request(tool, paramsOf(call), { signal: either, cancelWaitMs });
    const id = Number(request.id);
    const limits = this.#limits ?? usualLimits;
    const ms = longestWaitMs(call.seconds, limits);
    const isQueued = (): boolean => [...this.#open.keys()].indexOf(id) >= limits.concurrentCalls;
    const late = `node "${this.name}" is still connected, but gave no answer within ${ms / 1000} s`;
    const clock = new CallClock({ ms, isQueued, onOverdue: () => giveUp(late) });
    const ended = new AbortController();
    const onRefused = (error: ErrorObject): void =>
      giveUp(`node "${this.name}" did not take its standard input (${errorText(error)})`);
    const open = new OpenCall(call, { clock, ended: ended.signal, giveUp });
    this.#open.set(id, open);
    this.#pulse.start();
    if (call.stdin !== null)
      void feedCall(this.#connection, id, { source: call.stdin, signal: ended.signal, onRefused }).catch(
        (error) => {
          // If it merely ended, the node would take the input for complete.
          if (error instanceof ToolFailure) fail(error);
        },
      );
    try {
      return open.finish(
        outcomeOf(await this.#await(request, tool, either), { node: this.name, tool, signal: either }),
      );
    } catch (error) {
      throw signal.aborted ? error : (failure ?? error);
    } finally {
      clock.stop();
      this.#open.delete(id);
      ended.abort();
    }
  }

  /** Sends the node a request that is not a call. Throws ToolFailure `tool_failed`. */
  async ask(
    method: string,
    options: RequestOptions = {},
    params?: Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    const request = this.#connection.request(method, params, { timeoutMs: greetingMs, ...options });
    const lost = this.#asked.add(Number(request.id), (state) => this.#failure(method, state));
    try {
      const answer = await Promise.race([this.#await(request, method, options.signal), lost]);
      if ('error' in answer) throw failureOfError(this.name, method, answer.error);
      return answer.result;
    } finally {
      this.#asked.remove(Number(request.id));
    }
  }

  /** Closes the connection; the node ends what it still runs for it. Resolves when the transport is gone. */
  async close(): Promise<void> {
    this.#pulse.stop();
    this.#connection.stop();
    await this.#transport.close();
  }

  async #greet(): Promise<Greeting> {
    const { version, maxLineBytes, name } = this.#options;
    const params = {
      protocolVersion,
      clientInfo: { name: 'agent-tools', version },
      capabilities: { approvals: true, forwards: true, maxLineBytes },
    };
    const wanted = '"agent-tools rpc" at the other end';
    const fail = (state: string, expected = wanted): ToolFailure =>
      nodeFailure(name, { action: 'use node', value: name, state, wanted: expected });
    let answer: Answer;
    try {
      answer = await this.#connection.request('initialize', params, { timeoutMs: greetingMs }).answer;
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      throw fail(error.code === 'timed_out' ? await this.#silence() : await this.closed);
    }
    if ('error' in answer) throw fail(`it answered with an error (${shortLine(answer.error.message)})`);
    const greeting = readGreeting(answer.result);
    if (greeting === null) throw fail('what answers there is not agent-tools');
    if (greeting.protocolVersion !== protocolVersion) {
      const said = `agent-tools ${shortLine(greeting.serverInfo.version)} there speaks protocol ${greeting.protocolVersion}`;
      throw fail(said, `protocol ${protocolVersion}; install agent-tools ${version} there`);
    }
    return greeting;
  }

  /** Describes a node that has not greeted, after closing the link. */
  async #silence(): Promise<string> {
    await this.close();
    return withWords(`no answer came within ${greetingMs / 1000} s`, (await this.#transport.ended).said);
  }

  async #await(request: OutgoingRequest, value: string, signal: AbortSignal | undefined): Promise<Answer> {
    try {
      return await request.answer;
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      if (error.code === 'cancelled' && signal?.aborted === true) throw error;
      if (error.code === 'timed_out') throw this.#failure(value, 'no answer came');
      throw this.#failure(value, `the connection to node "${this.name}" closed (${await this.closed})`);
    }
  }

  #failure(value: string, state: string): ToolFailure {
    return unanswered(this.name, value, state);
  }

  /** Answers a request of the node: `ping`, or a question about one of our calls. */
  async #answer({ method, params, signal }: IncomingRequest): Promise<unknown> {
    if (method === 'ping') return {};
    if (method !== 'approval/request') throw unknownMethod(method, null);
    const question = readQuestion(params);
    const call = question === null ? undefined : this.#open.get(question.id);
    if (question === null || call === undefined) {
      throw cannot(
        'ask',
        'approval/request',
        'it is about no call of this connection',
        'a question',
        'denied',
      );
    }
    return call.ask(question, signal);
  }

  #note(method: string, params: Params): void | Promise<void> {
    if (method === 'tool/output') {
      const output = readOutput(params);
      if (output === null) return this.#open.get(readCallId(params))?.loseOutput();
      const pressure = this.#open.get(output.id)?.output(output);
      return pressure === undefined ? undefined : this.#whilePaused(pressure);
    }
    if (method === 'tool/progress') {
      const progress = readProgress(params);
      if (progress !== null) this.#open.get(progress.id)?.progress(progress);
    } else if (method === 'session/exited') {
      const exit = readSessionExit(params);
      if (exit !== null) this.#options.onSessionExit(exit);
    }
  }

  /** Handles a lost message: calls that wait for it, or for its answer, would wait forever. */
  #lose(line: string, loss: string): void {
    const { kind, id } = readLostMessage(line);
    if (kind === 'answer' && this.#limits === null) this.#giveUp(`it ${shortLine(loss)}`);
    const state = `node "${this.name}" ${shortLine(loss)}`;
    for (const [own, call] of this.#open) {
      if (id !== null && id !== own) continue;
      if (kind === 'output') call.loseOutput();
      else if (kind === 'answer') call.giveUp(state);
    }
    if (kind === 'answer') this.#asked.fail(id, state);
  }

  /** Stops all clocks until the promise settles: nothing is read meanwhile, so no call can be answered. */
  #whilePaused(pressure: Promise<void>): Promise<void> {
    for (const { clock } of this.#open.values()) void clock.whilePaused(pressure).catch(() => {});
    return this.#pulse.whilePaused(pressure);
  }

  #giveUp(reason: string): void {
    this.#givenUp ??= reason;
    void this.close();
  }

  async #run(): Promise<string> {
    const end = await this.#connection.run();
    this.#pulse.stop();
    if (this.#givenUp !== null) return this.#givenUp;
    if (end === 'stopped') return 'it was closed from here';
    // The program is ending, or runs on with its output closed: either way nothing more will come.
    const wasEnded = await this.#transport.close();
    return describeEnd(this.#options.argv[0] ?? '', await this.#transport.ended, wasEnded);
  }
}
