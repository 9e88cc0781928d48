import * as v from 'valibot';
import type { Caller } from '../../core/context.ts';
import { parseInput } from '../../core/schema/validate.ts';
import type { Dialect } from '../../wire/dialect.ts';
import { type Client, capabilitiesSchema, clientInfoSchema, named, showsForms } from './client.ts';
import { type InitializedVersion, negotiate } from './protocol.ts';

const initializeSchema = v.looseObject({
  protocolVersion: v.string(),
  // What is malformed here only means that less is known of the client.
  capabilities: v.fallback(capabilitiesSchema, {}),
  clientInfo: v.fallback(clientInfoSchema, {}),
});

/** What `initialize` settled on this connection; requests before it, or without it, are served all the same. */
export class McpSession {
  #version: InitializedVersion | null = null;
  #client: Client;

  constructor(caller: Caller) {
    this.#client = { caller, asks: null };
  }

  /** The client of requests that do not say themselves whose they are. */
  get client(): Client {
    return this.#client;
  }

  /** Takes the params of `initialize` and gives the version to speak. Throws `invalid_input`. */
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

  /** JSON-RPC as MCP uses it: batches in one version only, no null ids, no answer to what was cancelled, no call without an id. */
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
