import { isIgnored, signalNumber } from '../../../platform/process/signals.ts';

const handled = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Turns the first SIGINT, SIGTERM or SIGHUP into an abort, and remembers which it was. */
export class Interrupt {
  readonly #controller = new AbortController();
  #name: (typeof handled)[number] | null = null;

  constructor() {
    for (const name of handled) {
      // nohup is to outlive the terminal; a handler would end what it keeps.
      if (name === 'SIGHUP' && isIgnored(name)) continue;
      process.on(name, () => {
        this.#name ??= name;
        this.#controller.abort();
      });
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends the call for another reason, for example that nobody reads its output. */
  abort(): void {
    this.#controller.abort();
  }

  /** 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP; null when there was none. */
  get exitStatus(): number | null {
    return this.#name === null ? null : 128 + signalNumber(this.#name);
  }
}
