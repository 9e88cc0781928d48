const nul = 0;
const newline = 10;
const message =
  /^(.*?): (?:WARNING: stopped searching binary file after match|binary file matches) \(found "\\0" byte around offset \d+\)\n/s;

/** Splits output into the texts that NUL bytes end. */
export class NullSplitter {
  private rest: Uint8Array = new Uint8Array(0);
  private readonly take: (text: string) => void;

  constructor(take: (text: string) => void) {
    this.take = take;
  }

  push(chunk: Uint8Array): void {
    const data = this.rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.rest, chunk]);
    let from = 0;
    for (let at = data.indexOf(nul); at !== -1; at = data.indexOf(nul, from)) {
      this.take(data.toString('utf8', from, at));
      from = at + 1;
    }
    this.rest = data.subarray(from);
  }
}

/** A line of ripgrep's output: the file it is from and what follows the NUL after its path. */
export interface PathRecord {
  /** The same string as long as the file is the same. */
  readonly path: string;
  readonly body: Uint8Array;
  /** Bytes of the line that were dropped behind `body`. */
  readonly dropped: number;
}

/**
 * Splits output of the form `path NUL body LF`. A path may hold anything but NUL; what ripgrep says about binary files stands
 * between records without a NUL and is told apart by its wording. Memory is bounded by `keep` bytes of a line.
 */
export class PathRecordReader {
  /** Files that match but whose text is binary. */
  readonly binary: string[] = [];
  private readonly keep: number;
  private readonly take: (record: PathRecord) => void;
  private pending: Buffer = Buffer.alloc(0);
  private dropped = 0;
  private lastHead: Buffer = Buffer.alloc(0);
  private lastPath = '';

  constructor(keep: number, take: (record: PathRecord) => void) {
    this.keep = keep;
    this.take = take;
  }

  push(chunk: Uint8Array): void {
    let data = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (this.dropped > 0) {
      const end = data.indexOf(newline);
      this.dropped += end === -1 ? data.length : end;
      if (end === -1) return;
      this.emit(this.pending, this.pending.indexOf(nul), this.pending.length);
      data = data.subarray(end + 1);
    } else if (this.pending.length > 0) data = Buffer.concat([this.pending, data]);
    this.pending = this.split(data);
    this.boundPending();
  }

  /** Takes the end of the output: only messages can be left. */
  finish(): void {
    this.pending = this.withoutMessages(this.pending);
  }

  private split(data: Buffer): Buffer {
    let from = 0;
    for (;;) {
      const mark = data.indexOf(nul, from);
      const end = mark === -1 ? -1 : data.indexOf(newline, mark + 1);
      if (end === -1) return Buffer.from(data.subarray(from));
      this.emit(data.subarray(from, end), mark - from, end - from);
      from = end + 1;
    }
  }

  private boundPending(): void {
    const mark = this.pending.indexOf(nul);
    if (mark === -1) {
      if (this.pending.includes(newline)) this.finish();
      return;
    }
    const most = mark + 1 + this.keep;
    if (this.pending.length <= most) return;
    this.dropped = this.pending.length - most;
    this.pending = this.pending.subarray(0, most);
  }

  private emit(data: Buffer, mark: number, end: number): void {
    const head = data.subarray(0, mark);
    if (!head.equals(this.lastHead)) {
      this.lastHead = Buffer.from(head);
      const path = head.includes(newline) ? this.withoutMessages(head) : head;
      this.lastPath = path.toString('utf8');
    }
    const { dropped } = this;
    this.dropped = 0;
    this.take({ path: this.lastPath, body: data.subarray(mark + 1, end), dropped });
  }

  /** Byte for byte: what is left may end in the middle of a character. */
  private withoutMessages(bytes: Buffer): Buffer {
    let rest = bytes.toString('latin1');
    for (let found = message.exec(rest); found !== null; found = message.exec(rest)) {
      this.binary.push(Buffer.from(found[1] ?? '', 'latin1').toString('utf8'));
      rest = rest.slice(found[0].length);
    }
    return Buffer.from(rest, 'latin1');
  }
}
