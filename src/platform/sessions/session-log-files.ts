import { closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../../core/failure.ts';
import { readFully } from '../files/descriptor-io.ts';
import { systemFailure } from '../files/file-failure.ts';

const prefix = 'out.';
const LF = 0x0a;

/** One file of a session's log: its absolute byte range and how many newlines came before it. */
export interface LogExtent {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly newlinesBefore: number;
}

/** Bytes of a log that stand next to each other. */
export interface LogPiece {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** The name of the file that begins at an offset. */
export function extentName(start: number, newlinesBefore: number): string {
  return `${prefix}${start}.${newlinesBefore}`;
}

/** How often a log's files are listed anew where all but the first ones go meanwhile. */
const mostLists = 50;

/**
 * The files of a log in order; empty when there is no such folder. A log that is written meanwhile may lose its oldest ones, but
 * a list that has lost its newest one lacks those that came in their place, and is made anew.
 */
export function listExtents(folder: string): readonly LogExtent[] {
  for (let left = mostLists; ; left -= 1) {
    const files = namesIn(folder).flatMap((name) => fileOf(folder, name));
    files.sort((a, b) => a.start - b.start);
    if (left === 0 || files.at(-1)?.size !== null)
      return files.flatMap(({ size, ...file }) =>
        size === null || size === 0 ? [] : [{ ...file, end: file.start + size }],
      );
  }
}

/** A file of a log by its name; its size is null when it went meanwhile. */
function fileOf(folder: string, name: string) {
  const match = /^out\.(\d+)\.(\d+)$/.exec(name);
  if (match === null) return [];
  const path = join(folder, name);
  return [{ path, start: Number(match[1]), newlinesBefore: Number(match[2]), size: sizeOf(path) }];
}

/** What stands there, or what counts where nothing does: an old log, and the oldest file of one, go at any time. Throws `tool_failed`. */
function ifThere<T>(path: string, read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw systemFailure('read the output in', path, error);
  }
}

function namesIn(folder: string): readonly string[] {
  return ifThere(folder, () => readdirSync(folder), []);
}

function sizeOf(path: string): number | null {
  return ifThere(path, () => statSync(path).size, null);
}

/** Up to `maxBytes` stored bytes from the absolute offset `from` on, in order; between two pieces bytes are missing. */
export function readLog(folder: string, from: number, maxBytes: number): readonly LogPiece[] {
  const pieces: LogPiece[] = [];
  let left = maxBytes;
  for (const extent of listExtents(folder)) {
    if (extent.end <= from) continue;
    if (left <= 0) break;
    const start = Math.max(extent.start, from);
    const bytes = readExtent(extent, start, Math.min(left, extent.end - start));
    if (bytes.length === 0) continue;
    left -= bytes.length;
    const last = pieces.at(-1);
    if (last !== undefined && last.start + last.bytes.length === start) {
      pieces[pieces.length - 1] = { start: last.start, bytes: Buffer.concat([last.bytes, bytes]) };
    } else pieces.push({ start, bytes });
  }
  return pieces;
}

/** Bytes of one file; fewer when it is shorter, none when it was dropped meanwhile. */
export function readExtent({ path, start }: LogExtent, from: number, count: number): Uint8Array {
  const read = (): Uint8Array => {
    const descriptor = openSync(path, 'r');
    try {
      return readFully(descriptor, from - start, count);
    } finally {
      closeSync(descriptor);
    }
  };
  return ifThere(path, read, new Uint8Array(0));
}

/** Bytes read at once to count what is in them. */
const countedBytes = 1_048_576;

/** How far a log goes. */
export interface LogMeasure {
  /** Bytes and newlines up to the end of what is stored. */
  readonly bytes: number;
  readonly newlines: number;
  /** Whether that is the end of a line, or the beginning of all. */
  readonly endsLine: boolean;
}

/** How far what is stored of a log goes. */
export function measureLog(folder: string): LogMeasure {
  const last = listExtents(folder).at(-1);
  if (last === undefined) return { bytes: 0, newlines: 0, endsLine: true };
  let newlines = last.newlinesBefore;
  let endsLine = true;
  for (let from = last.start; from < last.end; ) {
    const bytes = readExtent(last, from, Math.min(countedBytes, last.end - from));
    if (bytes.length === 0) break;
    for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) newlines += 1;
    endsLine = bytes.at(-1) === LF;
    from += bytes.length;
  }
  return { bytes: last.end, newlines, endsLine };
}
