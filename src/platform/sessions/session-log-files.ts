import { closeSync, constants, fstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../../core/failure.ts';
import { LF } from '../../core/text/control-bytes.ts';
import { readFully } from '../files/descriptor-io.ts';
import { systemFailure } from '../files/file-failure.ts';
import { requireRegular, safeOpen } from '../files/regular-file.ts';

const prefix = 'out.';

/** A file of a session's log: its absolute byte range, and the number of newlines before it. */
export interface LogExtent {
  readonly start: number;
  readonly end: number;
  readonly newlinesBefore: number;
}

interface OpenExtent extends LogExtent {
  readonly descriptor: number;
}

/** Consecutive bytes of a log. */
export interface LogPiece {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** The name of the file that starts at an offset. */
export function extentName(start: number, newlinesBefore: number): string {
  return `${prefix}${start}.${newlinesBefore}`;
}

/** Most times that a log's files are listed again if even the newest one is removed before it is open. */
const mostLooks = 50;
/** Bytes read at once for counting. */
const countedBytes = 1_048_576;

/** The extent of a log. */
export interface LogMeasure {
  /** Bytes and newlines of output up to the end of what is stored. */
  readonly bytes: number;
  readonly newlines: number;
  /** Whether that is the end of a line, or the start of all output. */
  readonly endsLine: boolean;
}

/** The files of a log as they were when opened: files dropped meanwhile stay readable, and new output is not seen. */
export class LogFiles {
  /** In order; empty if there is no such folder. */
  readonly extents: readonly LogExtent[];
  readonly #open: readonly OpenExtent[];

  private constructor(open: readonly OpenExtent[]) {
    this.#open = open;
    this.extents = open;
  }

  /** Passes the files of a log to `work`, and closes them. Throws `tool_failed` if they cannot be read. */
  static use<T>(folder: string, work: (files: LogFiles) => T): T {
    const descriptors: number[] = [];
    try {
      let open = openAll(folder, descriptors);
      for (let left = mostLooks; left > 0 && open === null; left -= 1) open = openAll(folder, descriptors);
      return work(new LogFiles(open ?? []));
    } catch (error) {
      throw systemFailure('read the output in', folder, error);
    } finally {
      for (const descriptor of descriptors) closeSync(descriptor);
    }
  }

  /** Reads up to `maxBytes` stored bytes from the absolute offset `from` on, in order; between two pieces, bytes are missing. */
  read(from: number, maxBytes: number): readonly LogPiece[] {
    const pieces: LogPiece[] = [];
    let left = maxBytes;
    for (const { start: first, end, descriptor } of this.#open) {
      if (end <= from) continue;
      if (left <= 0) break;
      const start = Math.max(first, from);
      const bytes = readFully(descriptor, start - first, Math.min(left, end - start));
      if (bytes.length === 0) continue;
      left -= bytes.length;
      const last = pieces.at(-1);
      if (last !== undefined && last.start + last.bytes.length === start) {
        pieces[pieces.length - 1] = { start: last.start, bytes: Buffer.concat([last.bytes, bytes]) };
      } else pieces.push({ start, bytes });
    }
    return pieces;
  }

  /** Measures what is stored: all of it, or the files that start before an offset. */
  measure(before = Number.POSITIVE_INFINITY): LogMeasure {
    const last = this.#open.findLast(({ start }) => start < before);
    if (last === undefined) return { bytes: 0, newlines: 0, endsLine: true };
    let newlines = last.newlinesBefore;
    let endsLine = true;
    for (let from = last.start; from < last.end; ) {
      const bytes = readFully(last.descriptor, from - last.start, Math.min(countedBytes, last.end - from));
      if (bytes.length === 0) break;
      for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) newlines += 1;
      endsLine = bytes.at(-1) === LF;
      from += bytes.length;
    }
    return { bytes: last.end, newlines, endsLine };
  }
}

/**
 * Opens the files of a log, the newest first, so that one removed meanwhile is older than all that are open. Null if the
 * newest one was removed: others may have replaced them all.
 */
function openAll(folder: string, descriptors: number[]): readonly OpenExtent[] | null {
  const names = ifThere(folder, (path) => readdirSync(path), []).flatMap(partsOf);
  names.sort((a, b) => b.start - a.start);
  const open = names.flatMap(({ name, ...part }) => {
    const descriptor = ifThere(join(folder, name), openLogFile, null);
    if (descriptor !== null) descriptors.push(descriptor);
    return descriptor === null ? [] : [{ ...part, descriptor }];
  });
  if (open[0]?.start !== names[0]?.start) return null;
  // Sizes are read once all are open: if one was empty before, the files it replaced may be gone by now.
  return open.reverse().flatMap((file) => {
    const { size } = fstatSync(file.descriptor);
    return size === 0 ? [] : [{ ...file, end: file.start + size }];
  });
}

function openLogFile(path: string): number {
  const descriptor = openSync(path, constants.O_RDONLY | safeOpen);
  try {
    requireRegular('read the output in', path, fstatSync(descriptor));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function partsOf(name: string) {
  const match = /^out\.(\d+)\.(\d+)$/.exec(name);
  return match === null ? [] : [{ name, start: Number(match[1]), newlinesBefore: Number(match[2]) }];
}

/** Reads a path; returns `otherwise` if it is missing, as log files may be removed at any time. Throws `tool_failed`. */
function ifThere<T, U>(path: string, read: (path: string) => T, otherwise: U): T | U {
  try {
    return read(path);
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw systemFailure('read the output in', path, error);
  }
}

/** Like `LogFiles.read`, for the current files. Throws `tool_failed` if they cannot be read. */
export function readLog(folder: string, from: number, maxBytes: number): readonly LogPiece[] {
  return LogFiles.use(folder, (log) => log.read(from, maxBytes));
}

/** What is stored from one absolute offset up to another: where some is not, as many bytes would reach beyond that. */
export function readLogUpTo(folder: string, from: number, to: number): readonly LogPiece[] {
  const pieces = readLog(folder, from, to - from).filter(({ start }) => start < to);
  return pieces.map(({ start, bytes }) => ({ start, bytes: bytes.subarray(0, to - start) }));
}

/** Like `LogFiles.measure`, for the current files. Throws `tool_failed` if they cannot be read. */
export function measureLog(folder: string): LogMeasure {
  return LogFiles.use(folder, (log) => log.measure());
}
