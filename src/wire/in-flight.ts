import type { ToolFailure } from '../core/failure.ts';
import { requestCancelled } from './errors.ts';
import { type IdText, nullId } from './message.ts';

interface Entry {
  /** Null for a call without an id. */
  readonly id: IdText | null;
  readonly controller: AbortController;
  readonly abandon: (reason: ToolFailure) => void;
}

/** The peer's calls that are still running. */
export class InFlight {
  readonly #entries = new Set<Entry>();
  readonly #byId = new Map<IdText, Entry>();

  /** Whether a request with this id is running. Requests with a null id are indistinguishable, so any number may run. */
  has(id: IdText): boolean {
    return this.#byId.has(id);
  }

  /** Registers a call; `abandon` answers it without waiting for its handler. Returns its signal and a function that removes it. */
  open(
    id: Entry['id'],
    abandon: Entry['abandon'],
  ): { readonly signal: AbortSignal; readonly close: () => void } {
    const entry: Entry = { id, controller: new AbortController(), abandon };
    this.#entries.add(entry);
    const isNamed = id !== null && id !== nullId;
    if (isNamed) this.#byId.set(id, entry);
    const close = (): void => {
      this.#entries.delete(entry);
      if (isNamed && this.#byId.get(id) === entry) this.#byId.delete(id);
    };
    return { signal: entry.controller.signal, close };
  }

  /** Aborts the request with this id, or all with a null id; an unknown or answered one is ignored. */
  cancel(id: IdText): void {
    if (id === nullId) this.#abort((entry) => entry.id === nullId);
    else this.#byId.get(id)?.controller.abort(requestCancelled());
  }

  cancelAll(): void {
    this.#abort(() => true);
  }

  #abort(isMeant: (entry: Entry) => boolean): void {
    for (const entry of [...this.#entries].filter(isMeant)) entry.controller.abort(requestCancelled());
  }

  /** Answers all running calls with a failure. */
  abandonAll(reason: ToolFailure): void {
    for (const entry of this.#entries) entry.abandon(reason);
  }
}
