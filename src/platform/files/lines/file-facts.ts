import { startSha256 } from '../sha256.ts';
import type { ByteSource } from './byte-source.ts';

export type LineEnds = 'lf' | 'crlf' | 'mixed' | 'none';

/** Counts of all lines of a file. */
export interface LineCount {
  readonly totalLines: number;
  readonly eol: LineEnds;
  /** Whether the last line ends in a newline; true for an empty file. */
  readonly endsInNewline: boolean;
}

/** Facts about a file that was read whole. */
export interface FileFacts extends LineCount {
  /** SHA-256 in hex. */
  readonly hash: string;
}

/** Counts newlines, and how many of them follow a carriage return. */
export class LineEndCounter implements LineCount {
  newlines = 0;
  returns = 0;
  private last = 10;
  private hasBytes = false;

  push(chunk: Uint8Array): void {
    let { newlines, returns, last } = this;
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i] ?? 0;
      if (byte === 10) {
        newlines += 1;
        if (last === 13) returns += 1;
      }
      last = byte;
    }
    [this.newlines, this.returns, this.last] = [newlines, returns, last];
    this.hasBytes ||= chunk.length > 0;
  }

  get endsInNewline(): boolean {
    return this.last === 10;
  }

  get totalLines(): number {
    return this.newlines + (this.hasBytes && !this.endsInNewline ? 1 : 0);
  }

  get eol(): LineEnds {
    if (this.newlines === 0) return 'none';
    if (this.returns === 0) return 'lf';
    return this.returns === this.newlines ? 'crlf' : 'mixed';
  }
}

/** Reads all of `source` once, and counts its lines unless `counted` has them; throws the signal's reason when aborted. */
export async function gatherFacts(
  source: ByteSource,
  signal: AbortSignal,
  counted: LineCount | null,
): Promise<FileFacts> {
  const hash = startSha256();
  const counter = new LineEndCounter();
  const take = (chunk: Uint8Array): undefined => {
    hash.update(chunk);
    if (counted === null) counter.push(chunk);
  };
  await source.each(0, signal, take, true);
  const { totalLines, eol, endsInNewline } = counted ?? counter;
  return { totalLines, eol, endsInNewline, hash: hash.digest('hex') };
}
