import { unlessAborted } from '../../core/async/unless-aborted.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { NodeCall } from './node-call.ts';
import { nodeFailure } from './node-failure.ts';
import { type LinkOptions, NodeLink } from './node-link.ts';
import type { Greeting, NodeSessionExit } from './node-shapes.ts';

export interface PoolOptions extends Pick<LinkOptions, 'env' | 'owner' | 'version' | 'maxLineBytes'> {
  /** The argv that connects to each node, by name. */
  readonly nodes: ReadonlyMap<string, readonly string[]>;
  onSessionExit(node: string, exit: NodeSessionExit): void;
}

/** The result of checking a node. */
export interface NodeReport {
  readonly greeting: Greeting;
  /** Milliseconds from the start of the transport to the first answer; null if it was connected already. */
  readonly connectMs: number | null;
  /** Round-trip time of one request, in milliseconds. */
  readonly latencyMs: number;
}

interface Opened {
  readonly link: NodeLink;
  readonly greeting: Greeting;
}

/** Keeps one connection per node, opened on first use and again after it was lost. */
export class NodePool {
  readonly #options: PoolOptions;
  readonly #links = new Map<string, Promise<Opened>>();
  readonly #closing = new AbortController();

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Runs a call on a node. Throws ToolFailure like `NodeLink.call`, and if it cannot be connected to. */
  async call(node: string, call: NodeCall): Promise<Outcome> {
    const { link } = await this.#connected(node, call.signal);
    return link.call(call);
  }

  /** Sends a node a request that is not a call. Throws ToolFailure `tool_failed`. */
  async ask(
    node: string,
    method: string,
    signal: AbortSignal,
    params?: Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    const { link } = await this.#connected(node, signal);
    return link.ask(method, { signal }, params);
  }

  /** Checks whether a node answers, and how fast. Throws ToolFailure `tool_failed`. */
  async check(node: string, signal: AbortSignal): Promise<NodeReport> {
    const isNew = !this.#links.has(node);
    const startedAt = performance.now();
    const { link, greeting } = await this.#connected(node, signal);
    const connectedAt = performance.now();
    await link.ask('ping', { signal });
    return {
      greeting,
      connectMs: isNew ? connectedAt - startedAt : null,
      latencyMs: performance.now() - connectedAt,
    };
  }

  /** Closes every connection; resolves when their transports are gone. */
  async close(): Promise<void> {
    this.#closing.abort();
    const links = [...this.#links.values()];
    this.#links.clear();
    await Promise.all(
      links.map((opened) =>
        opened.then(
          ({ link }) => link.close(),
          () => {},
        ),
      ),
    );
  }

  /** The connection to a node; a caller that gives up leaves it to the others that wait for it. */
  #connected(node: string, signal: AbortSignal): Promise<Opened> {
    return unlessAborted(this.#connect(node), signal, 'Cancelled while it waited for its node.');
  }

  #connect(node: string): Promise<Opened> {
    const known = this.#links.get(node);
    if (known !== undefined) return known;
    const opened = this.#open(node);
    this.#links.set(node, opened);
    const forget = (): void => {
      if (this.#links.get(node) === opened) this.#links.delete(node);
    };
    opened.then(({ link }) => link.closed.then(forget), forget);
    return opened;
  }

  async #open(name: string): Promise<Opened> {
    const { nodes, onSessionExit, ...rest } = this.#options;
    const argv = nodes.get(name);
    const { signal } = this.#closing;
    if (argv === undefined || signal.aborted) {
      const state = signal.aborted ? 'everything is being ended' : 'it is not configured';
      throw nodeFailure(name, { action: 'use node', value: name, state, wanted: 'a node of "hosts"' });
    }
    return NodeLink.open({ ...rest, name, argv, onSessionExit: (exit) => onSessionExit(name, exit) }, signal);
  }
}
