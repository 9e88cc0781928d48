import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  renameSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterErrorNow, endedNowBy } from '../../core/async/clean-up.ts';
import { errnoOf } from '../../core/failure.ts';
import { LF } from '../../core/text/control-bytes.ts';
import { encodeText } from '../../core/text/utf8.ts';
import { readFully, writeFully } from '../files/descriptor-io.ts';
import { mostLineBytes } from '../files/lines/file-lines.ts';
import { makePrivateFolders } from '../files/private-folders.ts';
import { oddKind } from '../files/regular-file.ts';

const tailBytes = 8192;

/** The end of a file of lines. */
export interface FileEnd {
  /** The last line, without its newline; null if there is none, or it is longer than any that is written. */
  readonly lastLine: Uint8Array | null;
  /** Whether the last line lacks its newline, because its writer was stopped in the middle. */
  readonly isTorn: boolean;
}

/** Reads backwards until the whole last line is there. */
function readEnd(descriptor: number, size: number): FileEnd {
  for (let length = Math.min(size, tailBytes); length > 0; length = Math.min(size, length * 4)) {
    const bytes = readFully(descriptor, size - length, length);
    const isTorn = bytes.at(-1) !== LF;
    const end = isTorn ? bytes.length : bytes.length - 1;
    const start = end === 0 ? -1 : bytes.lastIndexOf(LF, end - 1);
    if (start !== -1 || length === size) return { lastLine: bytes.subarray(start + 1, end), isTorn };
    if (length > mostLineBytes) return { lastLine: null, isTorn };
  }
  return { lastLine: null, isTorn: false };
}

const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

interface OpenFile {
  readonly descriptor: number;
  readonly stats: Stats;
}

function openRegular(path: string): OpenFile {
  let descriptor: number;
  try {
    descriptor = openSync(path, flags, 0o600);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    makePrivateFolders(dirname(path));
    descriptor = openSync(path, flags, 0o600);
  }
  const stats = fstatSync(descriptor);
  const kind = oddKind(stats);
  if (kind === null) return { descriptor, stats };
  closeSync(descriptor);
  throw new Error(`is ${kind}`);
}

/** The folder beside a chained file for its lock and the rotated files, so that the path and this name cover everything. */
export function chainFolder(path: string): string {
  return `${path}.d`;
}

/** The rotated files, oldest first: `NAME.d/000001`, `NAME.d/000002` …. */
export function rotatedFiles(path: string): readonly string[] {
  const folder = chainFolder(path);
  try {
    const names = readdirSync(folder).filter((name) => /^\d{6,}$/.test(name));
    return names.sort((a, b) => Number(a) - Number(b)).map((name) => join(folder, name));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function endOf(path: string): FileEnd {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return readEnd(descriptor, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}

/** Moves the full file aside under the next number. */
function rotate(path: string): void {
  const last = rotatedFiles(path).at(-1);
  const number = last === undefined ? 1 : Number(basename(last)) + 1;
  makePrivateFolders(chainFolder(path));
  renameSync(path, join(chainFolder(path), String(number).padStart(6, '0')));
}

/** Writes all of the bytes or none: a part written to a full disk is removed, where the file can be cut (not under chattr +a). */
function writeWhole(descriptor: number, size: number, bytes: Uint8Array): void {
  try {
    writeFully(descriptor, bytes, null);
  } catch (error) {
    afterErrorNow(() => ftruncateSync(descriptor, size));
    throw error;
  }
}

/**
 * Appends what `build` makes from the end of a file that only its owner may read; a file past `rotateBytes` is moved aside
 * first, and the new one continues from its end. Only for the holder of the file's lock. Throws the system's error.
 */
export function appendAfterEnd(path: string, rotateBytes: number, build: (end: FileEnd) => string): void {
  let { descriptor, stats } = openRegular(path);
  endedNowBy(
    () => closeSync(descriptor),
    () => {
      let end = writtenEnd(stats) ?? readEnd(descriptor, stats.size);
      if (stats.size === 0) {
        const earlier = rotatedFiles(path).at(-1);
        if (earlier !== undefined) end = { ...endOf(earlier), isTorn: false };
      } else if (stats.size >= rotateBytes) {
        rotate(path);
        const next = openRegular(path);
        closeSync(descriptor);
        ({ descriptor, stats } = next);
        end = { ...end, isTorn: false };
      }
      const text = encodeText(`${end.isTorn ? '\n' : ''}${build(end)}`);
      writeWhole(descriptor, stats.size, text);
      lastWrite = { stats, text };
    },
  );
}

/** The text appended last, and the stats of the file before that. */
let lastWrite: { readonly stats: Stats; readonly text: Uint8Array } | null = null;

/** The end of a file that only we have appended to since; null if it must be read. */
function writtenEnd({ dev, ino, size }: Stats): FileEnd | null {
  if (lastWrite === null) return null;
  const { stats: before, text } = lastWrite;
  const isSame = before.dev === dev && before.ino === ino && before.size + text.length === size;
  if (!isSame || text.at(-1) !== LF) return null;
  const start = text.lastIndexOf(LF, text.length - 2);
  return { lastLine: text.subarray(start + 1, -1), isTorn: false };
}

/** Throws the system's error if the file cannot be appended to. */
export function checkAppendable(path: string): void {
  closeSync(openRegular(path).descriptor);
}
