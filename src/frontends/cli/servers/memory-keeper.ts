import { collectGarbage } from '../../../platform/system/runtime.ts';

/** Bytes of answers, each with what it cost to make, after which a server gives back what they left behind. */
const collectBytes = 4 * 1024 * 1024;
/** What an answer leaves behind besides its own bytes, about. */
const answerBytes = 32 * 1024;
/** Milliseconds between two collections: each takes up to 20 ms, which a call must not wait for often. */
const leastMs = 500;
/** Bytes of answers for which that is no reason to wait: of large ones each leaves several times its size behind. */
const urgentBytes = 24 * 1024 * 1024;

/**
 * Keeps a server small: the runtime lets garbage pile up for tens of megabytes before it collects by itself, and a host may run
 * many servers that wait for most of their life.
 */
export class MemoryKeeper {
  #bytes = 0;
  #collectedAt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** Notes an answer; the collection comes once it is written and other work had its turn. */
  wrote(bytes: number): void {
    const before = this.#bytes;
    this.#bytes += bytes + answerBytes;
    const becomesUrgent = before < urgentBytes && this.#bytes >= urgentBytes;
    if (this.#bytes < collectBytes || (this.#timer !== null && !becomesUrgent)) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const wait = becomesUrgent ? 0 : Math.max(0, this.#collectedAt + leastMs - performance.now());
    this.#timer = setTimeout(() => this.#collect(), wait);
    this.#timer.unref?.();
  }

  #collect(): void {
    this.#timer = null;
    this.#bytes = 0;
    collectGarbage();
    this.#collectedAt = performance.now();
  }
}
