import type { ToolFailure } from '../../core/failure.ts';

/** Requests to a node that are no calls, each of which can fail before its answer comes. */
export class AskedRequests {
  readonly #open = new Map<number, (state: string) => void>();

  /** Adds the request with this id; rejects with `failureOf` what `fail` is told, and resolves never. */
  add(id: number, failureOf: (state: string) => ToolFailure): Promise<never> {
    return new Promise((_, reject) => this.#open.set(id, (state) => reject(failureOf(state))));
  }

  remove(id: number): void {
    this.#open.delete(id);
  }

  /** Fails the request with this id, or all of them if it is null. */
  fail(id: number | null, state: string): void {
    for (const [own, fail] of this.#open) if (id === null || id === own) fail(state);
  }
}
