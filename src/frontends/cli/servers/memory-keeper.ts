import { collectGarbage, collectYoung } from '../../../platform/system/runtime.ts';

/** Bytes of garbage after which new objects are collected, which takes about a millisecond. */
const youngBytes = 1024 * 1024;
/** Approximate garbage per answer, besides several times its size. */
const answerBytes = 64 * 1024;
const copies = 6;
/** Least milliseconds between full collections, which take several each, so that calls rarely wait for them. */
const leastMs = 500;
/** Bytes of garbage from which a full collection is worthwhile. */
const fullBytes = 8 * 1024 * 1024;
/** Bytes of garbage from which it does not wait: each large answer leaves several times its size. */
const urgentBytes = 72 * 1024 * 1024;

/**
 * Keeps a server small: the runtime collects garbage only after tens of megabytes, and a host may run many servers that are mostly
 * idle.
 */
export class MemoryKeeper {
  /** Bytes of garbage since the last collection of either kind, and since the last full one. */
  #young = 0;
  #bytes = 0;
  #collectedAt = 0;
  #isDue = false;

  /** Registers an answer; collection follows once it is written and other work had a turn. */
  wrote(bytes: number): void {
    const left = answerBytes + copies * bytes;
    this.#young += left;
    this.#bytes += left;
    if (this.#isDue || this.#young < youngBytes) return;
    this.#isDue = true;
    setTimeout(() => this.#collect(), 0).unref?.();
  }

  #collect(): void {
    this.#isDue = false;
    this.#young = 0;
    const isRested = performance.now() - this.#collectedAt >= leastMs;
    if (this.#bytes >= (isRested ? fullBytes : urgentBytes)) {
      this.#bytes = 0;
      collectGarbage();
      this.#collectedAt = performance.now();
    } else collectYoung();
  }
}
