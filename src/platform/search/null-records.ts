import { isUtf8 } from 'node:buffer';
import { CR, LF } from '../../core/text/control-bytes.ts';

const nul = 0;
const message =
  /^(.*?): (?:WARNING: stopped searching binary file after match|binary file matches) \(found "\\0" byte around offset \d+\)\n/s;

/** Splits output at NUL bytes into texts; those that are not UTF-8 are passed on separately, one character per byte. */
export class NullSplitter {
  private rest: Uint8Array = new Uint8Array(0);
  private readonly take: (text: string) => void;
  private readonly takeUndecodable: (bytes: string) => void;

  constructor(take: (text: string) => void, takeUndecodable: (bytes: string) => void = () => {}) {
    this.take = take;
    this.takeUndecodable = takeUndecodable;
  }

  push(chunk: Uint8Array): void {
    const part = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const end = part.lastIndexOf(nul);
    if (end === -1) {
      this.rest = Buffer.concat([this.rest, part]);
      return;
    }
    // Many texts are decoded at once: NUL never occurs inside a character.
    const whole =
      this.rest.length === 0 ? part.subarray(0, end) : Buffer.concat([this.rest, part.subarray(0, end)]);
    if (isUtf8(whole)) for (const text of whole.toString('utf8').split('\0')) this.take(text);
    else this.takeEach(whole);
    this.rest = Buffer.from(part.subarray(end + 1));
  }

  private takeEach(whole: Buffer): void {
    for (let from = 0; from <= whole.length; ) {
      const mark = whole.indexOf(nul, from);
      const bytes = whole.subarray(from, mark === -1 ? whole.length : mark);
      if (isUtf8(bytes)) this.take(bytes.toString('utf8'));
      else this.takeUndecodable(bytes.toString('latin1'));
      from += bytes.length + 1;
    }
  }
}

/** A line of ripgrep's output: its file and, in `data` from `start` to before `end`, what follows the NUL after the path. */
export interface PathRecord {
  /** The same string while the file is the same; if it is not UTF-8, one character per byte. */
  path: string;
  isUndecodable: boolean;
  data: Buffer;
  start: number;
  end: number;
  /** Bytes of the line that were dropped after `end`, not counting a final carriage return. */
  dropped: number;
}

/**
 * Splits output of the form `path NUL body LF`. A path may contain anything but NUL. Messages of ripgrep about binary files
 * stand between records, without a NUL, and are recognized by their wording. Keeps at most `keep` bytes of a line.
 */
export class PathRecordReader {
  /** Files that match but are binary, so that they have no record. */
  readonly binary: string[] = [];
  /** Binary files whose records are of the part before their first NUL. */
  readonly cutOff: string[] = [];
  private readonly keep: number;
  private readonly take: (record: Readonly<PathRecord>) => void;
  private pending: Buffer = Buffer.alloc(0);
  private dropped = 0;
  private lastDropped: number | undefined;
  private head: Buffer = Buffer.alloc(0);
  /** One object reused for all records: there may be millions. */
  private readonly record: PathRecord = {
    path: '',
    isUndecodable: false,
    data: this.pending,
    start: 0,
    end: 0,
    dropped: 0,
  };

  /** `take` must not keep its argument. */
  constructor(keep: number, take: (record: Readonly<PathRecord>) => void) {
    this.keep = keep;
    this.take = take;
  }

  push(chunk: Uint8Array): void {
    let data = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (this.dropped > 0) {
      const end = data.indexOf(LF);
      const rest = end === -1 ? data : data.subarray(0, end);
      this.dropped += rest.length;
      this.lastDropped = rest.at(-1) ?? this.lastDropped;
      if (end === -1) return;
      if (this.lastDropped === CR) this.dropped -= 1;
      this.emit(this.pending, 0, { mark: this.pending.indexOf(nul), end: this.pending.length });
      data = data.subarray(end + 1);
    } else if (this.pending.length > 0) data = Buffer.concat([this.pending, data]);
    this.pending = this.split(data);
    this.boundPending();
  }

  /** Ends the output: only messages can be left; returns the rest that is no record. */
  finish(): Buffer {
    this.pending = this.withoutMessages(this.pending);
    return this.pending;
  }

  private split(data: Buffer): Buffer {
    let from = 0;
    for (;;) {
      const mark = this.repeatsHead(data, from) ? from + this.head.length : data.indexOf(nul, from);
      const end = mark === -1 ? -1 : data.indexOf(LF, mark + 1);
      if (end === -1) return Buffer.from(data.subarray(from));
      this.emit(data, from, { mark, end });
      from = end + 1;
    }
  }

  /** Whether the path of the last record and its NUL are at `from`; cheaper than finding the NUL. */
  private repeatsHead(data: Buffer, from: number): boolean {
    const { head } = this;
    if (head.length === 0 || data[from + head.length] !== nul) return false;
    for (let i = head.length - 1; i >= 0; i -= 1) if (data[from + i] !== head[i]) return false;
    return true;
  }

  private boundPending(): void {
    const mark = this.pending.indexOf(nul);
    if (mark === -1) {
      if (this.pending.includes(LF)) this.finish();
      return;
    }
    const most = mark + 1 + this.keep;
    if (this.pending.length <= most) return;
    this.dropped = this.pending.length - most;
    this.lastDropped = this.pending.at(-1);
    this.pending = this.pending.subarray(0, most);
  }

  private emit(data: Buffer, from: number, { mark, end }: { mark: number; end: number }): void {
    const { record } = this;
    if (mark - from !== this.head.length || !this.repeatsHead(data, from)) {
      this.head = Buffer.from(data.subarray(from, mark));
      const path = this.head.includes(LF) ? this.withoutMessages(this.head) : this.head;
      record.isUndecodable = !isUtf8(path);
      record.path = path.toString(record.isUndecodable ? 'latin1' : 'utf8');
    }
    [record.data, record.start, record.end, record.dropped] = [data, mark + 1, end, this.dropped];
    this.dropped = 0;
    this.take(record);
  }

  /** A message about a file comes right after its records. */
  private takeBinary(path: string): void {
    if (path === this.record.path) this.cutOff.push(path);
    else this.binary.push(path);
  }

  /** Works on bytes: the rest may end in the middle of a character. */
  private withoutMessages(bytes: Buffer): Buffer {
    let rest = bytes.toString('latin1');
    for (let found = message.exec(rest); found !== null; found = message.exec(rest)) {
      const path = Buffer.from(found[1] ?? '', 'latin1');
      if (isUtf8(path)) this.takeBinary(path.toString('utf8'));
      rest = rest.slice(found[0].length);
    }
    return Buffer.from(rest, 'latin1');
  }
}
