import { chunkBytes, wholeFileBytes } from '../file-bytes.ts';
import type { OpenFile } from '../regular-file.ts';
import { type ByteSource, openSource } from './byte-source.ts';
import { type FileFacts, gatherFacts, LineEndCounter, type LineEnds } from './file-facts.ts';
import { LineCollector, type PageLimits } from './line-collector.ts';

/** A page of lines of a file. Line numbers count from 1; past 100 MiB, in a page from the end, they are -n … -1. */
export interface Page {
  readonly lines: readonly string[];
  readonly firstNumber: number;
  /** Null in an empty page, and if unknown (see above). */
  readonly startLine: number | null;
  readonly totalLines: number | null;
  readonly eof: boolean;
  readonly truncated: readonly number[];
  /** Bytes of the first truncated line up to the cut; 0 for none. */
  readonly firstCut: number;
  /** Numbers of lines with carriage returns that end no line. */
  readonly strayReturns: readonly number[];
  readonly size: number;
  readonly eol: LineEnds;
  readonly bom: boolean;
  readonly hash: string | null;
  /** Whether the file ends in a newline; null if its end was not read. */
  readonly endsInNewline: boolean | null;
}

export interface PageRequest {
  /** First line, from 1; negative counts from the end. */
  readonly offset: number;
  readonly limits: PageLimits;
}

async function headOf(source: ByteSource, bytes: number): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array(0);
  await source.each(0, null, (chunk) => {
    head = chunk.subarray(0, bytes);
    return false;
  });
  return head;
}

/** Offset at which the last `count` lines start; 0 if there are no more. */
async function findTail(source: ByteSource, count: number, signal: AbortSignal): Promise<number> {
  let end = source.size;
  let lines = 0;
  while (end > 0) {
    const start = Math.max(0, end - chunkBytes);
    let found = -1;
    let filled = 0;
    const block = new Uint8Array(end - start);
    await source.each(start, signal, (chunk) => {
      const part = chunk.subarray(0, block.length - filled);
      block.set(part, filled);
      filled += part.length;
      return filled < block.length;
    });
    for (let at = block.length - 1; at >= 0 && found === -1; at -= 1) {
      // The newline that ends the last line starts no further one.
      if (block[at] !== 10 || start + at === source.size - 1) continue;
      lines += 1;
      if (lines === count) found = start + at + 1;
    }
    if (found !== -1) return found;
    end = start;
  }
  return 0;
}

interface Start {
  readonly position: number;
  readonly skip: number;
  readonly firstNumber: number;
}

async function findStart(
  source: ByteSource,
  { offset, facts, signal }: { offset: number; facts: FileFacts | null; signal: AbortSignal },
): Promise<Start> {
  if (offset > 0) return { position: 0, skip: offset - 1, firstNumber: offset };
  if (facts !== null) {
    const first = Math.max(1, facts.totalLines + offset + 1);
    return { position: 0, skip: first - 1, firstNumber: first };
  }
  const position = await findTail(source, -offset, signal);
  return { position, skip: 0, firstNumber: position === 0 ? 1 : offset };
}

/**
 * Reads one page of an open file. Up to 100 MiB the whole file is read for its facts, past that only what the page needs.
 * Throws NotText for lines that are not UTF-8 text, and the signal's reason when aborted.
 */
export async function readPage(
  file: OpenFile,
  { offset, limits }: PageRequest,
  signal: AbortSignal,
  checkHead: (head: Uint8Array) => void,
): Promise<Page> {
  const source = await openSource(file);
  const head = await headOf(source, 8192);
  checkHead(head);
  const bom = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  const isWhole = source.size <= wholeFileBytes;
  // Only lines counted from the end must be counted first; a page that is the whole file counts them on the way.
  const before = isWhole && offset < 0 ? await gatherFacts(source, signal, null) : null;
  const start = await findStart(source, { offset, facts: before, signal });
  const position = start.position === 0 && bom ? 3 : start.position;
  const collector = new LineCollector(start.skip, start.firstNumber, limits);
  const counter = new LineEndCounter();
  await source.each(position, signal, (chunk) => {
    if (!isWhole) counter.push(chunk);
    return collector.push(chunk);
  });
  collector.finish();
  const facts =
    before ?? (isWhole ? await gatherFacts(source, signal, collector.countOf(source.size)) : null);
  const eof = position + collector.end >= source.size;
  return {
    lines: collector.lines,
    firstNumber: start.firstNumber,
    startLine: start.firstNumber > 0 && collector.lines.length > 0 ? start.firstNumber : null,
    // A lone byte order mark is not a line.
    totalLines: bom && source.size === 3 ? 0 : (facts?.totalLines ?? null),
    eof,
    truncated: collector.truncated,
    firstCut: collector.firstCut + (bom && collector.truncated[0] === 1 ? 3 : 0),
    strayReturns: collector.strayReturns,
    size: source.size,
    eol: facts?.eol ?? counter.eol,
    bom,
    hash: facts?.hash ?? null,
    endsInNewline: facts?.endsInNewline ?? (eof ? counter.endsInNewline : null),
  };
}
