import { unlessAborted } from '../core/async/unless-aborted.ts';
import type { OutputChunk, Progress, Sink } from '../core/sink.ts';
import { encodeText } from '../core/text/utf8.ts';
import { countOf } from './notices.ts';

/**
 * Stands between a source that cannot wait, as a terminal, and a receiver that may be slow: what comes while too much waits is left
 * out, and a line in its place says how much. What is handed on waits for what was before, so that memory stays bounded.
 */
export class ImpatientSink implements Sink {
  readonly #sink: Sink;
  readonly #mostWaiting: number;
  #queue: OutputChunk[] = [];
  #waiting = 0;
  #dropped = 0;
  #stream: OutputChunk['stream'] = 'stdout';
  /** Settles once all that waits is handed on; null while nothing does. */
  #handing: Promise<void> | null = null;

  /** At most `mostWaiting` bytes wait for the receiver. */
  constructor(sink: Sink, mostWaiting: number) {
    this.#sink = sink;
    this.#mostWaiting = mostWaiting;
  }

  output(chunk: OutputChunk): void {
    if (this.#handing === null) {
      const shown = this.#sink.output(chunk);
      if (shown === undefined) return;
      this.#handing = this.#handOn(shown);
      // Told to whoever waits for the end.
      this.#handing.catch(() => {});
      return;
    }
    this.#stream = chunk.stream;
    const { length } = chunk.bytes;
    // Once some is left out, all is until the receiver has caught up: one gap, not a thousand.
    if (this.#dropped > 0 || this.#waiting + length > this.#mostWaiting) this.#dropped += length;
    else {
      this.#queue.push(chunk);
      this.#waiting += length;
    }
  }

  progress(progress: Progress): void {
    this.#sink.progress(progress);
  }

  /** Waits until all is handed on; what still waits when the signal is aborted is left out. Throws what the receiver threw. */
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
      // It may never be taken.
      if (gap !== undefined) void Promise.resolve(this.#sink.output(gap)).catch(() => {});
    }
  }

  async #handOn(shown: Promise<void>): Promise<void> {
    await shown;
    for (let next = this.#next(); next !== undefined; next = this.#next()) await this.#sink.output(next);
    this.#handing = null;
  }

  /** What waited longest, and behind all that the line about what was left out. */
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
    return { stream: this.#stream, bytes: encodeText(line) };
  }
}
