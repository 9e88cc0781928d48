import type { ToolFailure } from '../core/failure.ts';
import { requestCancelled } from './errors.ts';
import { type IdText, nullId } from './message.ts';

interface Entry {
  /** Null of a call without an id, which nothing names. */
  readonly id: IdText | null;
  readonly controller: AbortController;
  readonly abandon: (reason: ToolFailure) => void;
}

/** The peer's calls that have not ended yet. */
export class InFlight {
  readonly #entries = new Set<Entry>();
  readonly #byId = new Map<IdText, Entry>();

  /** Whether a request with this id runs. Requests with a null id cannot be told apart, so any number may run. */
  has(id: IdText): boolean {
    return this.#byId.has(id);
  }

  /** Notes a call; `abandon` answers it without waiting for its handler. Returns its signal and how to end it. */
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

  /** Aborts the request with this id, of null all that have it; one that is unknown or answered is ignored. */
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

  /** Answers everything that is still open. */
  abandonAll(reason: ToolFailure): void {
    for (const entry of this.#entries) entry.abandon(reason);
  }
}
