import { closeSync, lstatSync, openSync, readdirSync, renameSync, rmSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { endedNowBy } from '../../core/async/clean-up.ts';
import { cannot, errnoOf, isMissing } from '../../core/failure.ts';
import { writeFully } from '../files/descriptor-io.ts';
import { systemFailure } from '../files/file-failure.ts';
import { makePrivateFolder, makePrivateFolders } from '../files/private-folders.ts';
import { readRegular } from '../files/read-regular.ts';
import { oddKind } from '../files/regular-file.ts';
import { longestText } from '../files/text-file.ts';
import { unlinkQuietly } from '../files/unlink-quietly.ts';

/** Bytes reserved for the file written at a session's end, so that a full disk cannot lose it. */
const reservedBytes = 16_384;
const reserve = 'end.reserved';

/** The file that makes a folder a session's. */
export const recordFile = 'session.json';

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A session id that nobody can guess (60 bits) and a person can type: twelve letters and digits that do not look alike. */
export function newSessionId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => alphabet[byte & 31]).join('');
}

/** Whether a text could be a session id; anything else must not become a path. */
export function isSessionId(text: string): boolean {
  return /^[a-km-z2-9]{12}$/.test(text);
}

/** The folder with all sessions of a user. */
export function sessionsFolder(state: string): string {
  return join(state, 'sessions');
}

/** The folder of one session; `id` must be a session id. */
export function sessionFolder(state: string, id: string): string {
  return join(sessionsFolder(state), id);
}

/** The names of all session folders. Throws the system's error if they cannot be listed. */
export function listSessionIds(state: string): readonly string[] {
  try {
    return readdirSync(sessionsFolder(state)).filter(isSessionId);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Makes the folder of a new session and reserves room for its end. Throws the system's error, such as a full disk. */
export function makeSessionFolder(state: string, id: string): string {
  makePrivateFolders(sessionsFolder(state));
  const folder = sessionFolder(state, id);
  makePrivateFolder(folder);
  try {
    writeNewFile(join(folder, reserve), ' '.repeat(reservedBytes));
  } catch (error) {
    removeIfPossible(folder);
    throw error;
  }
  return folder;
}

/** Writes a small file that only its owner may read, atomically. Throws the system's error. */
export function writeSessionFile(folder: string, name: string, text: string): void {
  const temporary = join(folder, `${name}.${crypto.randomUUID()}`);
  try {
    writeNewFile(temporary, text);
    renameSync(temporary, join(folder, name));
  } catch (error) {
    unlinkQuietly(temporary);
    throw error;
  }
}

/** Writes the file of this name that records a session's end. Throws the system's error. */
export type EndWriter = (name: string, text: string) => void;

/**
 * Opens the room reserved for a session's end, so that it cannot be lost for want of a descriptor either. What is returned
 * writes there, atomically, and once. JSON may end in blanks.
 */
export function holdEndRoom(folder: string): EndWriter {
  const reserved = join(folder, reserve);
  const descriptor = openIfThere(reserved);
  return (name, text) => {
    const bytes = Buffer.from(text);
    if (descriptor === null || bytes.length > reservedBytes) {
      writeSessionFile(folder, name, text);
      return;
    }
    endedNowBy(
      () => closeSync(descriptor),
      () => writeFully(descriptor, bytes, 0),
    );
    renameSync(reserved, join(folder, name));
  };
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r+');
  } catch {
    return null;
  }
}

function writeNewFile(path: string, text: string): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    endedNowBy(
      () => closeSync(descriptor),
      () => writeFully(descriptor, Buffer.from(text), 0),
    );
  } catch (error) {
    unlinkQuietly(path);
    throw error;
  }
}

/** The text of a file of a session; null if there is none. Throws `tool_failed` if it exists and cannot be read. */
export function readSessionFile(folder: string, name: string): string | null {
  const path = join(folder, name);
  try {
    const { stats, bytes } = readRegular(path, longestText);
    return bytes === null ? refuseFile(path, stats) : bytes.toString();
  } catch (error) {
    if (isMissing(error)) return null;
    throw systemFailure('read', path, error);
  }
}

/** Throws for what is no file of ours; treated as missing, it would hide the session. */
function refuseFile(path: string, stats: Stats): never {
  const kind = oddKind(stats);
  const state = kind === null ? `it has ${stats.size} bytes` : `it is ${kind}`;
  const wanted = `a file of at most ${longestText} bytes; to forget the session, remove ${dirname(path)}`;
  throw cannot('read', path, state, wanted);
}

/** When a session's folder, or a file in it, was last changed, in milliseconds since 1970; null if there is none. */
export function fileTime(folder: string, name = ''): number | null {
  try {
    return lstatSync(join(folder, name)).mtimeMs;
  } catch {
    return null;
  }
}

/** Whether a file or folder no longer exists; false if that cannot be told. */
export function isGone(path: string): boolean {
  try {
    lstatSync(path);
    return false;
  } catch (error) {
    return errnoOf(error) === 'ENOENT';
  }
}

/** Removes a session's folder, its record first: a remainder with a record would be a session that never ended. */
export function removeSessionFolder(folder: string): void {
  rmSync(join(folder, recordFile), { force: true });
  rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
}

/** Removes a session's folder if the system allows; a remainder belongs to no session, does no harm, and hides no other failure. */
export function removeIfPossible(folder: string): void {
  try {
    removeSessionFolder(folder);
  } catch {
    // A later start tries again.
  }
}
