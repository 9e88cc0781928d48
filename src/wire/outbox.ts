import { encodeText } from '../core/text/utf8.ts';

/** Queued lines are joined into writes of about this many bytes. */
const writeBytes = 65_536;
/** Overhead of a queued line in bytes, so that many short ones count for their memory. */
const lineCost = 512;

interface Waiting {
  readonly bytes: Uint8Array;
  readonly done: () => void;
}

/** Queue of outgoing lines: written in order, one write at a time, short ones joined. */
export class Outbox {
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  readonly #onDead: () => void;
  #waiting: Waiting[] = [];
  /** How many of `#waiting` are already written; shifting the array for each write would take quadratic time. */
  #written = 0;
  /** Bytes in the queue, including the overhead of lines. */
  #queuedBytes = 0;
  #writing = false;
  #dead = false;
  #wakers: (() => void)[] = [];

  /** `onDead` is called once, when a write fails: the peer is gone, and later lines are dropped. */
  constructor(write: (bytes: Uint8Array) => Promise<void>, onDead: () => void) {
    this.#write = write;
    this.#onDead = onDead;
  }

  /** Queues a line (without LF); resolves once it is written, or dropped because the peer is gone. Never rejects. */
  send(line: string): Promise<void> {
    if (this.#dead) return Promise.resolve();
    const bytes = encodeText(`${line}\n`);
    this.#queuedBytes += bytes.length + lineCost;
    return new Promise((done) => {
      this.#waiting.push({ bytes, done });
      if (!this.#writing) void this.#drain();
    });
  }

  /** Resolves once the queue takes at most about `bytes` bytes of memory. */
  async belowBytes(bytes: number): Promise<void> {
    while (this.#queuedBytes > bytes) await new Promise<void>((wake) => this.#wakers.push(wake));
  }

  async #drain(): Promise<void> {
    this.#writing = true;
    // Joins the lines that are sent in the same turn.
    await Promise.resolve();
    while (this.#waiting.length > this.#written) {
      const sent = this.#takeSome();
      const bytes = concat(sent.map((line) => line.bytes));
      try {
        if (!this.#dead) await this.#write(bytes);
      } catch {
        this.#dead = true;
        this.#onDead();
      }
      this.#queuedBytes -= bytes.length + sent.length * lineCost;
      for (const line of sent) line.done();
      this.#wake();
    }
    this.#writing = false;
  }

  #takeSome(): readonly Waiting[] {
    const from = this.#written;
    let bytes = 0;
    for (let at = from; at < this.#waiting.length; at += 1) {
      bytes += this.#waiting[at]?.bytes.length ?? 0;
      if (at > from && bytes > writeBytes) break;
      this.#written = at + 1;
    }
    const taken = this.#waiting.slice(from, this.#written);
    if (this.#written * 2 >= this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#written);
      this.#written = 0;
    }
    return taken;
  }

  #wake(): void {
    const wakers = this.#wakers;
    this.#wakers = [];
    for (const wake of wakers) wake();
  }
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
