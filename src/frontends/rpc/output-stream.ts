import type { OutputChunk, Progress, Sink } from '../../core/sink.ts';
import { encodeText } from '../../core/text/utf8.ts';
import type { Connection } from '../../wire/connection.ts';
import type { IdText } from '../../wire/message.ts';
import { cutFrames, PendingBytes } from './output-frames.ts';

/** Most bytes that wait for the next frame; beyond it the source waits for the client. */
const mostWaiting = 262_144;
/** Bytes for a frame's sequence number, stream name and brackets. */
const frameBytes = 80;

export interface StreamOptions {
  readonly id: IdText;
  readonly connection: Pick<Connection, 'send'>;
  /** Milliseconds between frames of a stream. */
  readonly intervalMs: number;
  /** Most bytes of a line. */
  readonly maxLineBytes: number;
}

/**
 * Sends a call's output as `tool/output` notifications, one frame per stream and interval, more only if a frame is full; all before the
 * answer. Only one round of frames is being written at a time: a slow client makes the source wait, so that memory stays bounded.
 */
export class OutputStream implements Sink {
  readonly #options: StreamOptions;
  readonly #head: string;
  readonly #streams = new Map<OutputChunk['stream'], PendingBytes>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #sending: Promise<void> | null = null;
  #progressing = false;
  #seq = 0;
  #isEnded = false;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#head = `{"jsonrpc":"2.0","method":"tool/output","params":{"id":${options.id},"seq":`;
  }

  output({ stream, bytes }: OutputChunk): void | Promise<void> {
    if (this.#isEnded || bytes.length === 0) return;
    const pending = this.#streams.get(stream) ?? new PendingBytes();
    this.#streams.set(stream, pending);
    pending.push(bytes);
    if (this.#waiting() > mostWaiting) return this.#makeRoom();
    this.#schedule();
  }

  progress({ bytes, lines, binary }: Progress): void {
    if (this.#isEnded || this.#progressing) return;
    this.#progressing = true;
    const { id, connection } = this.#options;
    const params = `{"id":${id},"bytes":${bytes},"lines":${lines},"binary":${binary}}`;
    void connection.send(`{"jsonrpc":"2.0","method":"tool/progress","params":${params}}`).then(() => {
      this.#progressing = false;
    });
  }

  /** Sends the rest; nothing is sent afterwards. */
  async end(): Promise<void> {
    this.#isEnded = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#sending;
    await this.#send(true);
  }

  #waiting(): number {
    let bytes = 0;
    for (const pending of this.#streams.values()) bytes += pending.size;
    return bytes;
  }

  async #makeRoom(): Promise<void> {
    while (this.#waiting() > mostWaiting) await this.#flush();
  }

  #schedule(): void {
    if (this.#isEnded || this.#timer !== null || this.#sending !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#flush();
    }, this.#options.intervalMs);
  }

  /** Sends a round, or joins the one being sent. */
  #flush(): Promise<void> {
    this.#sending ??= this.#send(false).then(() => {
      this.#sending = null;
      if ([...this.#streams.values()].some(({ isFresh }) => isFresh)) this.#schedule();
    });
    return this.#sending;
  }

  async #send(isLast: boolean): Promise<void> {
    const room = this.#options.maxLineBytes - encodeText(this.#head).length - frameBytes;
    const sent: Promise<void>[] = [];
    for (const [name, pending] of this.#streams) {
      for (const payload of cutFrames(pending.take(isLast), room)) {
        sent.push(this.#options.connection.send(`${this.#head}${this.#seq},"stream":"${name}",${payload}}}`));
        this.#seq += 1;
      }
    }
    await Promise.all(sent);
  }
}
