import { isUtf8 } from 'node:buffer';
import type { OutputChunk, Progress, Sink } from '../../core/sink.ts';
import type { Connection } from '../../wire/connection.ts';
import type { IdText } from '../../wire/message.ts';

/** Bytes that wait for the next frame at most; past it the source waits for the client. */
const mostWaiting = 262_144;
/** Bytes of a frame that are not payload. */
const envelopeBytes = 512;

export interface StreamOptions {
  readonly id: IdText;
  readonly connection: Connection;
  /** Milliseconds between two frames of a stream. */
  readonly intervalMs: number;
  /** Bytes of one line. */
  readonly maxLineBytes: number;
}

interface Pending {
  readonly name: OutputChunk['stream'];
  parts: Uint8Array[];
  bytes: number;
  isText: boolean;
  /** Frames on their way to the client; the next ones wait for them, so a client that does not read bounds memory. */
  sending: Promise<void> | null;
}

/** Sends a call's output as `tool/output` notifications, one frame a stream and interval; all of them before the answer. */
export class OutputStream implements Sink {
  readonly #options: StreamOptions;
  readonly #streams = new Map<string, Pending>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #seq = 0;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  output({ stream, bytes }: OutputChunk): void | Promise<void> {
    const pending = this.#streams.get(stream) ?? { name: stream, parts: [], bytes: 0, isText: true, sending: null };
    this.#streams.set(stream, pending);
    pending.parts.push(bytes);
    pending.bytes += bytes.length;
    if (pending.bytes > mostWaiting) return this.#flush(pending);
    this.#timer ??= setTimeout(() => this.#tick(), this.#options.intervalMs);
  }

  progress({ bytes, lines, binary }: Progress): void {
    void this.#options.connection.send(
      `{"jsonrpc":"2.0","method":"tool/progress","params":{"id":${this.#options.id},"bytes":${bytes},"lines":${lines},"binary":${binary}}}`,
    );
  }

  /** Sends what waits; nothing comes after it. */
  async end(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const pending of this.#streams.values()) {
      await pending.sending;
      await this.#send(pending, true);
    }
  }

  #tick(): void {
    this.#timer = null;
    for (const pending of this.#streams.values()) void this.#flush(pending);
  }

  #flush(pending: Pending): Promise<void> {
    pending.sending ??= this.#send(pending, false).then(() => {
      pending.sending = null;
      if (pending.bytes > 3) this.#timer ??= setTimeout(() => this.#tick(), this.#options.intervalMs);
    });
    return pending.sending;
  }

  /** Sends the waiting bytes, all but the start of a character whose rest has not come. */
  async #send(pending: Pending, isLast: boolean): Promise<void> {
    const bytes = pending.parts.length === 1 ? (pending.parts[0] ?? new Uint8Array(0)) : Buffer.concat(pending.parts);
    const open = isLast || !pending.isText ? 0 : openCharacter(bytes);
    const whole = bytes.subarray(0, bytes.length - open);
    pending.parts = open === 0 ? [] : [bytes.subarray(bytes.length - open)];
    pending.bytes = open;
    if (whole.length === 0) return;
    pending.isText &&= isUtf8(whole) && !whole.includes(0);
    const room = this.#options.maxLineBytes - envelopeBytes;
    const frames = pending.isText ? textFrames(whole, room) : base64Frames(whole, room);
    await Promise.all(frames.map((payload) => this.#frame(pending.name, payload)));
  }

  #frame(stream: string, payload: string): Promise<void> {
    const seq = this.#seq;
    this.#seq += 1;
    return this.#options.connection.send(
      `{"jsonrpc":"2.0","method":"tool/output","params":{"id":${this.#options.id},"seq":${seq},"stream":"${stream}",${payload}}}`,
    );
  }
}

/** Bytes at the end that begin a character without finishing it, 0 to 3. */
function openCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

/** JSON escapes take at most six bytes a UTF-16 unit. */
function textFrames(bytes: Uint8Array, room: number): readonly string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  const most = Math.max(1, Math.floor(room / 6));
  const frames: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + most);
    if (to < text.length && text.charCodeAt(to) >= 0xdc00 && text.charCodeAt(to) <= 0xdfff) to += 1;
    frames.push(`"text":${JSON.stringify(text.slice(from, to))}`);
    from = to;
  }
  return frames;
}

function base64Frames(bytes: Uint8Array, room: number): readonly string[] {
  const most = Math.max(3, Math.floor((room * 3) / 4 / 3) * 3);
  const frames: string[] = [];
  for (let from = 0; from < bytes.length; from += most) {
    frames.push(`"base64":"${Buffer.from(bytes.subarray(from, from + most)).toString('base64')}"`);
  }
  return frames;
}
