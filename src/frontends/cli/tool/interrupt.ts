import type { ToolFailure } from '../../../core/failure.ts';
import { isIgnored } from '../../../platform/process/signal-masks.ts';
import { signalStatus } from '../../../platform/process/signals.ts';
import { faultFailure, onFault } from '../../../platform/system/faults.ts';

const handled = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
/** Signals that nohup, or a shell starting a background job, makes a program ignore: handling them would end what should go on. */
const keptIgnored: ReadonlySet<string> = new Set(['SIGHUP', 'SIGQUIT']);

/** Turns the first of these signals, or a fault, into an abort, and remembers the signal. */
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
        this.#onSignal?.(signalStatus(this.#name));
      });
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Calls `listener` for each signal with the exit status of the first one. */
  onSignal(listener: (exitStatus: number) => void): void {
    this.#onSignal = listener;
  }

  /** Aborts for another reason, for example that nobody reads the output; the client is told `reason`. */
  abort(reason?: ToolFailure): void {
    this.#controller.abort(reason);
  }

  /** 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP, 131 after SIGQUIT; null without a signal. */
  get exitStatus(): number | null {
    return this.#name === null ? null : signalStatus(this.#name);
  }
}
