import type { ToolFailure } from '../../../core/failure.ts';
import { isIgnored, signalNumber } from '../../../platform/process/signals.ts';
import { faultFailure, onFault } from '../../../platform/system/faults.ts';

const handled = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
/** What nohup, or a shell that starts a job in the background, has a program ignore: a handler would end what is to go on. */
const keptIgnored: ReadonlySet<string> = new Set(['SIGHUP', 'SIGQUIT']);

/** Turns the first of these signals, or a fault, into an abort, and remembers which signal it was. */
export class Interrupt {
  readonly #controller = new AbortController();
  #name: (typeof handled)[number] | null = null;
  #onSignal: ((exitStatus: number) => void) | null = null;

  constructor() {
    onFault(() => this.#controller.abort(faultFailure()));
    for (const name of handled) {
      if (keptIgnored.has(name) && isIgnored(name)) continue;
      process.on(name, () => {
        this.#name ??= name;
        this.#controller.abort();
        this.#onSignal?.(128 + signalNumber(this.#name));
      });
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Calls `listener` at each signal with the exit status of the first one. */
  onSignal(listener: (exitStatus: number) => void): void {
    this.#onSignal = listener;
  }

  /** Ends the call for another reason, for example that nobody reads its output; what it says is told to the call's client. */
  abort(reason?: ToolFailure): void {
    this.#controller.abort(reason);
  }

  /** 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP, 131 after SIGQUIT; null when there was none. */
  get exitStatus(): number | null {
    return this.#name === null ? null : 128 + signalNumber(this.#name);
  }
}
