import * as v from 'valibot';
import type { Caller } from '../../core/context.ts';
import { parseInput } from '../../core/schema/validate.ts';
import type { Dialect } from '../../wire/dialect.ts';
import { type Client, capabilitiesSchema, clientInfoSchema, named, showsForms } from './client.ts';
import { type InitializedVersion, negotiate } from './protocol.ts';

const initializeSchema = v.looseObject({
  protocolVersion: v.string(),
  // Invalid values here only mean that less is known about the client.
  capabilities: v.fallback(capabilitiesSchema, {}),
  clientInfo: v.fallback(clientInfoSchema, {}),
});

/** What `initialize` negotiated on this connection; requests without it are served too. */
export class McpSession {
  #version: InitializedVersion | null = null;
  #client: Client;

  constructor(caller: Caller) {
    this.#client = { caller, asks: null };
  }

  /** The client of requests that do not name their own. */
  get client(): Client {
    return this.#client;
  }

  get isInitialized(): boolean {
    return this.#version !== null;
  }

  /** Reads the params of `initialize` and returns the version to use. Throws `invalid_input`. */
  initialize(params: unknown): InitializedVersion {
    const { protocolVersion, capabilities, clientInfo } = parseInput(initializeSchema, params ?? {});
    const version = negotiate(protocolVersion);
    const knowsForms = version >= '2025-06-18' && showsForms(capabilities);
    this.#version = version;
    this.#client = {
      caller: named(this.#client.caller, clientInfo),
      asks: knowsForms ? (version === '2025-06-18' ? 'enum-names' : 'one-of') : null,
    };
    return version;
  }

  /** JSON-RPC as in MCP: batches in one version only, no null ids, no answers to cancelled requests, no calls without an id. */
  get dialect(): Dialect {
    const takesBatches = (): boolean => this.#version === '2025-03-26';
    return {
      get batches() {
        return takesBatches();
      },
      nullIds: false,
      cancelMethods: new Map([['notifications/cancelled', 'requestId']]),
      namedId: ['_meta', 'progressToken'],
      answersCancelled: false,
      runsNotifications: false,
    };
  }
}
