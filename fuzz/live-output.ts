import { LiveWriter } from '../src/output/live.ts';

interface Caps {
  readonly outputChars: number;
  readonly outputLines: number;
}

/** Ranges of the lines, their newlines included. */
function linesOf(bytes: Buffer): readonly (readonly [start: number, end: number])[] {
  const lines: [number, number][] = [];
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    lines.push([start, end]);
    start = end;
  }
  return lines;
}

/** Characters by the bytes that begin one. */
function charsIn(bytes: Buffer): number {
  return bytes.filter((byte) => (byte & 0xc0) !== 0x80).length;
}

/** Why what a live writer sends on is not the start and the end of the stream with what is between counted rightly. */
export function liveProblem(bytes: Buffer, chunks: Iterable<Buffer>, caps: Caps): string | null {
  const written: Buffer[] = [];
  const write = (part: Uint8Array) => void written.push(Buffer.from(part));
  const live = new LiveWriter({ caps, unlimited: false, terminal: false, write });
  for (const chunk of chunks) {
    const copy = Uint8Array.from(chunk);
    void live.push(copy);
    copy.fill(0x21);
  }
  const { tail, omittedBytes, omittedLines } = live.finish();
  const head = Buffer.concat(written);
  const end = bytes.length - tail.length;
  if (!bytes.subarray(0, head.length).equals(head)) return 'live, its head is not the start of the stream';
  if (!bytes.subarray(end).equals(tail)) return 'live, its tail is not the end of the stream';
  if (end - head.length !== omittedBytes)
    return `live, it omits ${end - head.length} bytes and says ${omittedBytes}`;
  const lines = linesOf(bytes);
  const hidden = lines.filter(([from, to]) => from >= head.length && to <= end).length;
  if (omittedBytes > 0 && hidden !== omittedLines)
    return `live, it omits ${hidden} lines and says ${omittedLines}`;
  // Where more bytes than a character has follow its first one, what is held is bounded by bytes.
  const isValid = !/[\x80-\xbf]{4}/.test(bytes.toString('latin1'));
  const fits = charsIn(bytes) <= caps.outputChars && lines.length <= caps.outputLines;
  if (fits && isValid && omittedBytes > 0) return 'live, it omits what would fit';
  if (!fits && omittedBytes === 0) return 'live, it shows more than the caps';
  return null;
}
