import { collectGarbage, collectYoung } from '../../../platform/system/runtime.ts';

/** Bytes of what answers leave behind, after which a server looks through what is new: that takes about a millisecond. */
const youngBytes = 1024 * 1024;
/** What an answer leaves behind besides several times its own bytes, about. */
const answerBytes = 64 * 1024;
const copies = 6;
/** Milliseconds between two collections of everything, which take several each: a call must not wait for them often. */
const leastMs = 500;
/** Bytes left behind that are no reason to collect everything. */
const fullBytes = 8 * 1024 * 1024;
/** Bytes for which that is no reason to wait: of large answers each leaves several times its size behind. */
const urgentBytes = 72 * 1024 * 1024;

/**
 * Keeps a server small: the runtime lets garbage pile up for tens of megabytes before it collects by itself, and a host may run
 * many servers that wait for most of their life.
 */
export class MemoryKeeper {
  /** Bytes left behind since the last collection of either kind, and since the last of everything. */
  #young = 0;
  #bytes = 0;
  #collectedAt = 0;
  #isDue = false;

  /** Notes an answer; the collection comes once it is written and other work had its turn. */
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
