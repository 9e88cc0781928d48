import * as v from 'valibot';
import type { Caller } from '../../core/context.ts';
import { parseInput } from '../../core/schema/validate.ts';
import { CallInputs } from './call-input.ts';

/** The params of `initialize`; other members are ignored. */
export const initializeSchema = v.looseObject({
  clientInfo: v.optional(v.looseObject({ name: v.optional(v.string()), version: v.optional(v.string()) })),
  capabilities: v.optional(
    v.looseObject({
      /** `true`, or an object of details as in other protocols. */
      approvals: v.optional(v.union([v.boolean(), v.looseObject({})])),
      /** Whether the client is another agent-tools that forwards calls: they run here, even if calls run on a node by default. */
      forwards: v.optional(v.boolean(), false),
      maxLineBytes: v.optional(
        v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(1024, 'must be at least 1024')),
      ),
    }),
  ),
});

/** What the client of a connection said about itself; `initialize` is optional. */
export class ClientSession {
  approves = false;
  forwards = false;
  readonly inputs = new CallInputs();
  maxLineBytes: number;
  caller: Caller;

  readonly #mayApprove: boolean;

  /** `mayApprove` is false if the client runs as one of our commands, which must not answer for the person. */
  constructor(maxLineBytes: number, caller: Caller, mayApprove: boolean) {
    this.#mayApprove = mayApprove;
    this.maxLineBytes = maxLineBytes;
    this.caller = caller;
  }

  /** Reads the params of `initialize`. Throws `invalid_input`. */
  initialize(params: unknown): void {
    const { clientInfo, capabilities } = parseInput(initializeSchema, params ?? {});
    this.approves = this.#mayApprove && (capabilities?.approvals ?? false) !== false;
    this.forwards = capabilities?.forwards ?? false;
    this.maxLineBytes = capabilities?.maxLineBytes ?? this.maxLineBytes;
    if (clientInfo?.name !== undefined) this.caller = { ...this.caller, client: clientInfo.name };
  }
}
