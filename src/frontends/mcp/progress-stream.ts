import type { OutputChunk, Progress, Sink } from '../../core/sink.ts';
import { LF } from '../../core/text/control-bytes.ts';
import { jsonLine } from '../../core/text/json-line.ts';
import { brokenCharacter, decodeText } from '../../core/text/utf8.ts';
import { EscapeFilter } from '../../output/escapes.ts';
import { countOf } from '../../output/notices.ts';
import { scanBytes } from '../../output/scan.ts';
import type { Connection } from '../../wire/connection.ts';
import type { IdText } from '../../wire/message.ts';

/** Milliseconds between notifications while there is something new. */
export const defaultProgressMs = 1000;
/** Milliseconds after which a call without news reports that it still runs: hosts give up after 60 s and want a sign every 20 s. */
const heartbeatMs = 10_000;
/** Bytes of the newest output in a notification. */
const shownBytes = 1024;

export interface ProgressOptions {
  readonly connection: Pick<Connection, 'notify'>;
  /** JSON text as the client wrote it. */
  readonly token: IdText;
  readonly intervalMs: number;
}

/** Reports the progress of a call to its client, at most once per interval, and regularly even without news; nothing after `end`. */
export class ProgressStream implements Sink {
  readonly #options: ProgressOptions;
  readonly #startedAt = performance.now();
  readonly #timer: ReturnType<typeof setInterval>;
  #totals: Progress = { bytes: 0, lines: 0, binary: false };
  #newlines = 0;
  #newest: Uint8Array = new Uint8Array(0);
  #isNew = false;
  #isWriting = false;
  #isWaiting = false;
  #sentAt = 0;
  #sent = 0;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#tick(), options.intervalMs);
    this.#timer.unref?.();
  }

  output({ bytes }: OutputChunk): void {
    const joined = bytes.length >= shownBytes ? bytes : Buffer.concat([this.#newest, bytes]);
    this.#newest = joined.slice(-shownBytes);
    this.#newlines += scanBytes(bytes).newlines;
    const lines = this.#newlines + (bytes.at(-1) === LF ? 0 : 1);
    const before = this.#totals;
    this.#totals = { ...before, bytes: before.bytes + bytes.length, lines: Math.max(before.lines, lines) };
    this.#isNew = true;
  }

  /** The tool's totals know about binary output and what is not sent here; what arrived here may be ahead of them. */
  progress({ bytes, lines, binary }: Progress): void {
    const before = this.#totals;
    this.#totals = { bytes: Math.max(bytes, before.bytes), lines: Math.max(lines, before.lines), binary };
    this.#isNew ||= bytes > before.bytes || lines > before.lines;
  }

  /** Sets whether the call waits for a person's answer. */
  waits(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
  }

  /** Stops all notifications. */
  end(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const elapsed = Math.round(performance.now() - this.#startedAt);
    if (this.#isWriting) return;
    if (!this.#isNew && elapsed - this.#sentAt < heartbeatMs) return;
    const message = this.#message(elapsed);
    this.#isNew = false;
    this.#sentAt = elapsed;
    // Always increasing, however short the interval.
    this.#sent = Math.max(this.#sent + 1, elapsed);
    this.#isWriting = true;
    const { connection, token } = this.#options;
    const params = `{"progressToken":${token},"progress":${this.#sent / 1000},"message":${jsonLine(message)}}`;
    void connection.notify('notifications/progress', params).then(() => {
      this.#isWriting = false;
    });
  }

  #message(elapsed: number): string {
    const { bytes, lines, binary } = this.#totals;
    const newest = this.#newest.subarray(brokenCharacter(this.#newest));
    this.#newest = new Uint8Array(0);
    const seconds = `${Math.round(elapsed / 1000)} s`;
    if (this.#isWaiting) return `${seconds}, waiting for an answer to the approval request`;
    if (bytes === 0) return `${seconds}, no output so far`;
    if (binary || newest.includes(0)) return `${seconds}, ${countOf(bytes, 'byte')} of binary output`;
    const head = `${seconds}, ${countOf(bytes, 'byte')}${lines === 0 ? '' : `, ${countOf(lines, 'line')}`}`;
    const text = decodeText(new EscapeFilter().push(newest)).trimEnd();
    return text === '' ? head : `${head}\n${text}`;
  }
}
