import { unlessAborted } from '../core/async/unless-aborted.ts';
import type { OutputChunk, Progress, Sink } from '../core/sink.ts';
import { encodeText } from '../core/text/utf8.ts';
import { countOf } from './notices.ts';

/**
 * Buffers between a terminal, which cannot wait, and a slow receiver. Bytes past the limit are dropped, and a
 * line in their place says how many, so that memory stays bounded.
 */
export class ImpatientSink implements Sink {
  readonly #sink: Sink;
  readonly #mostWaiting: number;
  #queue: OutputChunk[] = [];
  #waiting = 0;
  #dropped = 0;
  /** Settles once all pending chunks are handed on; null if none are. */
  #handing: Promise<void> | null = null;

  /** At most `mostWaiting` bytes are buffered. */
  constructor(sink: Sink, mostWaiting: number) {
    this.#sink = sink;
    this.#mostWaiting = mostWaiting;
  }

  output(chunk: OutputChunk): void {
    if (this.#handing === null) {
      const shown = this.#sink.output(chunk);
      if (shown === undefined) return;
      this.#handing = this.#handOn(shown);
      // The error is reported by `finish`.
      this.#handing.catch(() => {});
      return;
    }
    const { length } = chunk.bytes;
    // After a drop, everything is dropped until the receiver has caught up: one gap, not a thousand.
    if (this.#dropped > 0 || this.#waiting + length > this.#mostWaiting) this.#dropped += length;
    else {
      this.#queue.push(chunk);
      this.#waiting += length;
    }
  }

  progress(progress: Progress): void {
    this.#sink.progress(progress);
  }

  /** Waits until all is handed on; what is pending when the signal is aborted is dropped. Throws what the receiver threw. */
  async finish(signal: AbortSignal): Promise<void> {
    if (this.#handing === null) return;
    try {
      await unlessAborted(this.#handing, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      this.#dropped += this.#waiting;
      this.#waiting = 0;
      this.#queue = [];
      const gap = this.#takeGap();
      // The receiver may never take it.
      if (gap !== undefined) void Promise.resolve(this.#sink.output(gap)).catch(() => {});
    }
  }

  async #handOn(shown: Promise<void>): Promise<void> {
    await shown;
    for (let next = this.#next(); next !== undefined; next = this.#next()) await this.#sink.output(next);
    this.#handing = null;
  }

  /** The oldest pending chunk, and after the last one the line about dropped bytes. */
  #next(): OutputChunk | undefined {
    const chunk = this.#queue.shift();
    if (chunk === undefined) return this.#takeGap();
    this.#waiting -= chunk.bytes.length;
    return chunk;
  }

  #takeGap(): OutputChunk | undefined {
    if (this.#dropped === 0) return undefined;
    const line = `\n[… ${countOf(this.#dropped, 'byte')} dropped: they came faster than they could be read …]\n`;
    this.#dropped = 0;
    return { stream: 'stdout', bytes: encodeText(line) };
  }
}
