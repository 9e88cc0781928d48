import type { FailureCode } from '../core/failure.ts';
import { CR, LF } from '../core/text/control-bytes.ts';
import { requestId } from './request-id.ts';

/** One line of input: its text, or why it is invalid. Blank lines are skipped. */
export type Line =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'bad';
      /** JSON text of the id if the line certainly is a request; otherwise `null`. */
      readonly id: string;
      /** Its start, with U+FFFD for invalid bytes. */
      readonly text: string;
      readonly code: Extract<FailureCode, 'parse_error' | 'invalid_request'>;
      readonly problem: string;
    };

/** Bytes at both ends of a line that are searched for its id. */
const edgeBytes = 2048;

function startOf(held: Uint8Array, next: Uint8Array): Uint8Array {
  return Buffer.concat([held.subarray(0, edgeBytes), next.subarray(0, edgeBytes)]).subarray(0, edgeBytes);
}

function endOf(held: Uint8Array, next: Uint8Array): Uint8Array {
  return Buffer.concat([held.subarray(-edgeBytes), next.subarray(-edgeBytes)]).subarray(-edgeBytes);
}

/** An invalid line, from its first and last bytes. */
function badLine(start: Uint8Array, end: Uint8Array) {
  return { kind: 'bad', id: requestId(start, end), text: Buffer.from(start).toString('utf8') } as const;
}

/** A buffer larger than this is released after its line. */
const keptBytes = 65_536;
const nothing = new Uint8Array(0);

/** Whether a line is blank. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === CR);
}

/**
 * Splits a byte stream into lines at LF only (U+2028 is data). The unfinished rest of a chunk is copied into a buffer that doubles, so
 * a long line takes linear time, however it is split, and at most twice the limit.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #setBy: string | undefined;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #buffer: Uint8Array = nothing;
  #length = 0;
  #skipping = false;
  /** First and last bytes of a line that is skipped. */
  #start: Uint8Array = nothing;
  #end: Uint8Array = nothing;

  /** A line may have `maxBytes` bytes before its LF or CR LF; a longer one is skipped and reported once, with the setting `setBy`. */
  constructor(maxBytes: number, setBy?: string) {
    this.#maxBytes = maxBytes;
    this.#setBy = setBy;
  }

  /** The lines that end in this chunk, which may be reused afterwards. */
  push(chunk: Uint8Array): readonly Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      const line = this.#finish(chunk.subarray(start, end));
      if (line !== null) lines.push(line);
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** The last line, if the stream ended without LF. */
  end(): readonly Line[] {
    const line = this.#finish(nothing);
    return line === null ? [] : [line];
  }

  /** Most bytes held of a line, with one more for the CR before its LF. */
  get #heldBytes(): number {
    return this.#maxBytes + 1;
  }

  #keep(part: Uint8Array): void {
    const length = this.#length + part.length;
    if (this.#skipping || length > this.#heldBytes) {
      this.#skip(this.#buffer.subarray(0, this.#length), part);
      this.#clear();
      return;
    }
    if (length > this.#buffer.length) {
      const grown = new Uint8Array(
        Math.min(Math.max(length, 2 * this.#buffer.length, 1024), this.#heldBytes),
      );
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#buffer.set(part, this.#length);
    this.#length = length;
  }

  /** Skips the next bytes of a line that is too long; `held` are the bytes before the first of them. */
  #skip(held: Uint8Array, next: Uint8Array): void {
    if (!this.#skipping) this.#start = startOf(held, next);
    this.#end = endOf(this.#skipping ? this.#end : held, next);
    this.#skipping = true;
  }

  #clear(): void {
    this.#length = 0;
    if (this.#buffer.length > keptBytes) this.#buffer = nothing;
  }

  #finish(part: Uint8Array): Line | null {
    let bytes = part;
    if (this.#length > 0 || this.#skipping || part.length > this.#heldBytes) {
      this.#keep(part);
      bytes = this.#buffer.subarray(0, this.#length);
    }
    if (!this.#skipping && bytes.length > this.#maxBytes && bytes.at(-1) !== CR) this.#skip(bytes, nothing);
    const line = this.#skipping ? this.#tooLong() : this.#decode(bytes);
    this.#skipping = false;
    this.#clear();
    return line;
  }

  #tooLong(): Line {
    const setBy = this.#setBy === undefined ? '' : ` (${this.#setBy})`;
    const problem = `the line is longer than ${this.#maxBytes} bytes${setBy}`;
    return { ...badLine(this.#start, this.#end), code: 'invalid_request', problem };
  }

  #decode(bytes: Uint8Array): Line | null {
    if (isBlank(bytes)) return null;
    try {
      return { kind: 'text', text: this.#decoder.decode(bytes) };
    } catch {
      const [start, end] = [startOf(bytes, nothing), endOf(bytes, nothing)];
      return { ...badLine(start, end), code: 'parse_error', problem: 'the line is not valid UTF-8' };
    }
  }
}

/** The valid lines of a stream that have at most `maxBytes` bytes and end in a newline; others are skipped. */
export async function* textLines(input: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  const splitter = new LineSplitter(maxBytes);
  for await (const chunk of input) {
    for (const line of splitter.push(chunk)) if (line.kind === 'text') yield line.text;
  }
}
