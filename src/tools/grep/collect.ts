import { isUtf8 } from 'node:buffer';
import { lazy } from '../../core/async/lazy.ts';
import { shownPath } from '../../core/paths/containment.ts';
import { clipLine } from '../../core/text/clip-line.ts';
import { CR } from '../../core/text/control-bytes.ts';
import { replacement } from '../../platform/files/undecodable.ts';
import { NullSplitter, type PathRecord, PathRecordReader } from '../../platform/search/null-records.ts';
import { listedPath, type SearchRoot } from '../../platform/search/search-root.ts';
import { Findings, type FoundLine } from './findings.ts';
import type { GrepInput } from './input.ts';

/** Matching binary files, as shown. */
export interface BinaryFiles {
  /** Files with no shown matches. */
  readonly hidden: readonly string[];
  /** Files whose matches are shown up to the first NUL byte. */
  readonly cutOff: readonly string[];
}

/** For results without lines. */
const noText = { text: '', bytes: 0, cut: 'nothing', isRepaired: false } as const;
const zero = 48;
const colon = 58;

export interface CollectOptions {
  readonly mode: GrepInput['outputMode'];
  readonly root: SearchRoot;
  /** The cwd to which shown paths are relative. */
  readonly cwd: string;
  readonly lineChars: number;
  /** Matches, or files, to keep. */
  readonly wanted: number;
  /** Whether the content of a file may be shown; by absolute path. */
  isOpen(path: string): boolean;
}

/** The number at the start of a record, and its end. */
function leadingNumber({ data, start }: Readonly<PathRecord>): { value: number; end: number } {
  let [value, end] = [0, start];
  for (let digit = (data[end] ?? 0) - zero; digit >= 0 && digit <= 9; digit = (data[end] ?? 0) - zero) {
    value = value * 10 + digit;
    end += 1;
  }
  return { value, end };
}

/** A function from listed paths to shown ones, null if not allowed; caches the last answer. */
function pathTeller({ root, cwd, isOpen }: CollectOptions): (listed: string) => string | null {
  let [last, answer]: [string | null, string | null] = [null, null];
  return (listed) => {
    if (listed === last) return answer;
    const path = listedPath(root, listed);
    [last, answer] = [listed, isOpen(path) ? shownPath(path, cwd) : null];
    return answer;
  };
}

/** Reads ripgrep's output in one of its forms: `path NUL line:text`, `path NUL count` or `path NUL`. */
export class Collector {
  readonly findings: Findings;
  /** Matching lines; null if only files are listed. */
  matches: number | null;
  private readonly lineChars: number;
  private readonly tell: (listed: string) => string | null;
  /** Count records, shown or not. */
  private counted = 0;
  private readonly undecodable = new Set<string>();
  private readonly reader: PathRecordReader | NullSplitter;

  constructor(options: CollectOptions) {
    this.findings = new Findings(options.wanted);
    this.matches = options.mode === 'files' ? null : 0;
    this.lineChars = options.lineChars;
    this.tell = pathTeller(options);
    const keep = options.lineChars * 4 + 64;
    if (options.mode === 'content')
      this.reader = new PathRecordReader(keep, (record) => this.takeLine(record));
    else if (options.mode === 'count')
      this.reader = new PathRecordReader(keep, (record) => this.takeCount(record));
    else
      this.reader = new NullSplitter(
        (path) => this.takeFile(path),
        (bytes) => this.leaveOut(bytes),
      );
  }

  /** Matching files left out because their names are not UTF-8. */
  get leftOut(): number {
    return this.undecodable.size;
  }

  /** Reads the next output; false if no more can be kept. */
  push(chunk: Uint8Array): boolean {
    this.reader.push(chunk);
    return !this.findings.isFull;
  }

  /** Complete after the end of the output. */
  readonly binaryFiles = lazy((): BinaryFiles => {
    if (this.reader instanceof NullSplitter) return { hidden: [], cutOff: [] };
    this.reader.finish();
    const { binary, cutOff } = this.reader;
    const told = (paths: readonly string[]) => paths.map(this.tell).filter((path) => path !== null);
    return { hidden: told(binary), cutOff: told(cutOff) };
  });

  /** Whether ripgrep gave no count for a matching file, such as one with a NUL byte after the match; valid after the end of the output. */
  get lacksCounts(): boolean {
    if (this.reader instanceof NullSplitter) return false;
    const statistics = this.reader.finish().toString('latin1');
    return Number(/^(\d+) files contained matches$/m.exec(statistics)?.[1] ?? 0) > this.counted;
  }

  /** Such a name decoded as text would name another file. */
  private leaveOut(bytes: string): void {
    if (this.tell(bytes) !== null) this.undecodable.add(bytes);
  }

  /** The shown path of a record; null if it is left out. */
  private pathOf({ path, isUndecodable }: Readonly<PathRecord>): string | null {
    if (!isUndecodable) return this.tell(path);
    this.leaveOut(path);
    return null;
  }

  private takeLine(record: Readonly<PathRecord>): void {
    const path = this.pathOf(record);
    if (path === null) return;
    const number = leadingNumber(record);
    this.findings.file(path);
    if (record.data[number.end] === colon) {
      this.findings.count();
      this.matches = this.findings.matches;
    }
    if (this.findings.isOpen) this.findings.keep(this.lineOf(record, number));
  }

  private takeCount(record: Readonly<PathRecord>): void {
    this.counted += 1;
    const path = this.pathOf(record);
    if (path === null) return;
    const { value: number } = leadingNumber(record);
    this.matches = (this.matches ?? 0) + number;
    this.findings.file(path);
    this.findings.count();
    this.findings.keep({ number, isMatch: true, ...noText });
  }

  private takeFile(listed: string): void {
    const path = this.tell(listed);
    if (path === null) return;
    this.findings.file(path);
    this.findings.count();
    this.findings.keep({ number: 0, isMatch: true, ...noText });
  }

  private lineOf(
    { data, end, dropped }: Readonly<PathRecord>,
    { value: number, end: mark }: ReturnType<typeof leadingNumber>,
  ): FoundLine {
    const start = mark + 1;
    const last = dropped === 0 && end > start && data[end - 1] === CR ? end - 1 : end;
    const bytes = data.subarray(start, last);
    const clipped = clipLine(bytes, this.lineChars, last - start + dropped);
    const text = clipped ?? bytes.toString('utf8');
    return {
      number,
      isMatch: data[mark] === colon,
      text,
      bytes: last - start + dropped,
      cut: clipped === null ? 'nothing' : 'end',
      isRepaired: text.includes(replacement) && !isUtf8(bytes),
    };
  }
}
