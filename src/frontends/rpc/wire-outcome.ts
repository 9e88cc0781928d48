import type { Outcome } from '../../core/outcome.ts';
import { jsonLine } from '../../core/text/json-line.ts';
import { Shrinkable } from '../../wire/reply.ts';
import { shortenOutcome } from './shorten-outcome.ts';

/** An Outcome as an answer, which is shortened if its line would exceed the limit, with notices of what is left out. */
export class WireOutcome extends Shrinkable {
  readonly #outcome: Outcome;
  readonly #project: (outcome: Outcome) => unknown;

  /** `project` makes the result to send, for example MCP's. */
  constructor(value: Outcome, project: (outcome: Outcome) => unknown = (same) => same) {
    super();
    this.#outcome = value;
    this.#project = project;
  }

  override toJSON(): unknown {
    return this.#project(this.#outcome);
  }

  override shrink(maxBytes: number, lineBytes: number): unknown {
    const bytesOf = (value: Outcome): number => Buffer.byteLength(jsonLine(this.#project(value)));
    return this.#project(shortenOutcome(this.#outcome, { maxBytes, lineBytes, bytesOf }));
  }
}
