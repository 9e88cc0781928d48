import { collectAll, collectYoung, giveMemoryBack } from '../../../platform/system/runtime.ts';

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
/** Bytes of an answer whose garbage is given back to the system, as it may be long before there is as large a one. */
const largeBytes = 1024 * 1024;
/** Milliseconds without an answer after which memory is given back to the system. */
const restMs = 1000;

/**
 * Keeps a server small: the runtime collects garbage only after tens of megabytes, and a host may run many servers that are mostly
 * idle. While calls follow one another, the memory stays with the process: to map a page anew takes up to 20 us.
 */
export class MemoryKeeper {
  /** Bytes of garbage since the last collection of either kind, and since the last full one. */
  #young = 0;
  #bytes = 0;
  #collectedAt = 0;
  #isDue = false;
  #hasLarge = false;
  #wroteAt = 0;
  #isRestDue = false;

  /** Registers an answer; collection follows once it is written and other work had a turn. */
  wrote(bytes: number): void {
    const left = answerBytes + copies * bytes;
    this.#young += left;
    this.#bytes += left;
    this.#hasLarge ||= bytes >= largeBytes;
    this.#wroteAt = performance.now();
    if (this.#isDue || this.#young < youngBytes) return;
    this.#isDue = true;
    setTimeout(() => this.#collect(), 0).unref?.();
  }

  #collect(): void {
    this.#isDue = false;
    this.#young = 0;
    const isRested = performance.now() - this.#collectedAt >= leastMs;
    if (this.#bytes >= (isRested ? fullBytes : urgentBytes))
      this.#collectFully(this.#hasLarge ? giveMemoryBack : collectAll);
    else collectYoung();
    if (!this.#isRestDue) this.#restLater(restMs);
  }

  #collectFully(collect: () => void): void {
    this.#young = 0;
    this.#bytes = 0;
    this.#hasLarge = false;
    collect();
    this.#collectedAt = performance.now();
  }

  #restLater(milliseconds: number): void {
    this.#isRestDue = true;
    setTimeout(() => this.#rest(), milliseconds).unref?.();
  }

  /** Gives memory back, once there was no answer for long enough. */
  #rest(): void {
    const left = this.#wroteAt + restMs - performance.now();
    if (left > 0) {
      this.#restLater(left);
      return;
    }
    this.#isRestDue = false;
    this.#collectFully(giveMemoryBack);
  }
}
