import { closeSync, constants, fstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../../core/failure.ts';
import { LF } from '../../core/text/control-bytes.ts';
import { readFully } from '../files/descriptor-io.ts';
import { systemFailure } from '../files/file-failure.ts';
import { requireRegular, safeOpen } from '../files/regular-file.ts';

const prefix = 'out.';

/** One file of a session's log: its absolute byte range and how many newlines came before it. */
export interface LogExtent {
  readonly start: number;
  readonly end: number;
  readonly newlinesBefore: number;
}

interface OpenExtent extends LogExtent {
  readonly descriptor: number;
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

/** How often a log's files are looked for anew where even the newest one goes before it is open. */
const mostLooks = 50;
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

/** The files of a log as they were when they were opened: what is dropped meanwhile stays, and what comes is not seen. */
export class LogFiles {
  /** In order; none where there is no such folder. */
  readonly extents: readonly LogExtent[];
  readonly #open: readonly OpenExtent[];

  private constructor(open: readonly OpenExtent[]) {
    this.#open = open;
    this.extents = open;
  }

  /** Hands the files of a log on, and closes them. Throws `tool_failed` where they cannot be read. */
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

  /** Up to `maxBytes` stored bytes from the absolute offset `from` on, in order; between two pieces bytes are missing. */
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

  /** How far what is stored goes: all of it, or what is in the files that begin before an offset. */
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
 * Opens the files of a log, the newest first, so that one that goes meanwhile is older than all that are open. Null where the
 * newest one of the list went: others may have come in place of them all.
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
  // Sized once all are open: had one been empty before, those that it came in place of may be gone by now.
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

/** What stands there, or what counts where nothing does: an old log, and the oldest file of one, go at any time. Throws `tool_failed`. */
function ifThere<T, U>(path: string, read: (path: string) => T, otherwise: U): T | U {
  try {
    return read(path);
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw systemFailure('read the output in', path, error);
  }
}

/** As of `LogFiles`, of the files as they are now. Throws `tool_failed` where they cannot be read. */
export function readLog(folder: string, from: number, maxBytes: number): readonly LogPiece[] {
  return LogFiles.use(folder, (log) => log.read(from, maxBytes));
}

/** As of `LogFiles`, of the files as they are now. Throws `tool_failed` where they cannot be read. */
export function measureLog(folder: string): LogMeasure {
  return LogFiles.use(folder, (log) => log.measure());
}
