import type { Settings } from '../../config/schema.ts';
import { version } from '../../core/version.ts';
import type { NodePool } from '../../hosts/node/node-pool.ts';
import type { NodeSessionExit } from '../../hosts/node/node-shapes.ts';
import type { ToolContext } from '../../tools/tool-context.ts';

/** A session that has ended on a node, as clients are told. */
export type ForeignExit = NodeSessionExit & { readonly host: string };

/** The nodes of a service; loaded and connected on first use. */
export class Nodes {
  readonly #context: ToolContext;
  readonly #listeners = new Set<(exit: ForeignExit) => void>();
  #pool: Promise<NodePool> | null = null;

  constructor(context: ToolContext) {
    this.#context = context;
  }

  /** The argv of every node by its name. */
  get all(): ReadonlyMap<string, readonly string[]> {
    const { hosts }: Settings = this.#context.settings;
    return new Map(Object.entries(hosts).map(([name, { command }]) => [name, command]));
  }

  /** The connections; the same object each time. */
  pool(): Promise<NodePool> {
    this.#pool ??= this.#open();
    return this.#pool;
  }

  /** Calls `listener` for each session that ends on a connected node, until the returned function is called. */
  onSessionExit(listener: (exit: ForeignExit) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Closes all connections; the nodes then end what they still run for them. */
  async close(): Promise<void> {
    await (await this.#pool)?.close();
  }

  async #open(): Promise<NodePool> {
    const { NodePool: Pool } = await import('../../hosts/node/node-pool.ts');
    const { env, serverId, settings } = this.#context;
    return new Pool({
      nodes: this.all,
      env,
      owner: serverId,
      version,
      maxLineBytes: settings.caps.rpcInputBytes,
      onSessionExit: (host, exit) => {
        for (const listener of this.#listeners) listener({ ...exit, host });
      },
    });
  }
}
