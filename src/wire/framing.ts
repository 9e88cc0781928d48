import type { FailureCode } from '../core/failure.ts';
import { CR, LF } from '../core/text/control-bytes.ts';
import { requestId } from './request-id.ts';

/** One line of input: its text, or why it cannot be one. Blank lines do not appear. */
export type Line =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'bad';
      /** JSON text of the id of the request that it surely is; null where none is known. */
      readonly id: string;
      /** What it begins with, U+FFFD for what is no text. */
      readonly text: string;
      readonly code: Extract<FailureCode, 'parse_error' | 'invalid_request'>;
      readonly problem: string;
    };

/** Bytes at either end of a line in which its id is looked for. */
const edgeBytes = 2048;

function startOf(held: Uint8Array, next: Uint8Array): Uint8Array {
  return Buffer.concat([held.subarray(0, edgeBytes), next.subarray(0, edgeBytes)]).subarray(0, edgeBytes);
}

function endOf(held: Uint8Array, next: Uint8Array): Uint8Array {
  return Buffer.concat([held.subarray(-edgeBytes), next.subarray(-edgeBytes)]).subarray(-edgeBytes);
}

/** A line that is no text, by its first and its last bytes. */
function badLine(start: Uint8Array, end: Uint8Array) {
  return { kind: 'bad', id: requestId(start, end), text: Buffer.from(start).toString('utf8') } as const;
}

/** A buffer that has grown past this is given back once its line is done. */
const keptBytes = 65_536;
const nothing = new Uint8Array(0);

/** Whether a line holds nothing but blanks. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === CR);
}

/**
 * Cuts a byte stream into lines at LF and nowhere else (U+2028 is data). What a chunk leaves unfinished is copied into
 * one buffer that doubles, so a long line costs linear time, however it is cut, and at most twice the limit.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #setBy: string | undefined;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #buffer: Uint8Array = nothing;
  #length = 0;
  #skipping = false;
  /** The first and the last bytes of a line that is skipped. */
  #start: Uint8Array = nothing;
  #end: Uint8Array = nothing;

  /** A line may have `maxBytes` bytes before its end, of which a CR is a part too; a longer one is skipped to its end and reported once, with what sets the limit. */
  constructor(maxBytes: number, setBy?: string) {
    this.#maxBytes = maxBytes;
    this.#setBy = setBy;
  }

  /** The lines that end in this chunk. The chunk may be reused afterwards. */
  push(chunk: Uint8Array): readonly Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      const line = this.#finish(chunk.subarray(start, end));
      if (line !== null) lines.push(line);
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return lines;
  }

  /** The last line, when the stream ended without LF. */
  end(): readonly Line[] {
    const line = this.#finish(nothing);
    return line === null ? [] : [line];
  }

  /** Most bytes held of a line: the last may be the CR before its LF. */
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

  /** Goes on in a line that is too long with its next bytes; `held` are those before the first of them. */
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

/** The lines of a stream that are text, have at most `maxBytes` bytes and end in a newline; the others are passed over. */
export async function* textLines(input: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  const splitter = new LineSplitter(maxBytes);
  for await (const chunk of input) {
    for (const line of splitter.push(chunk)) if (line.kind === 'text') yield line.text;
  }
}
