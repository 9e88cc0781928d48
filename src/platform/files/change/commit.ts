import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { cannot, errnoOf, type ToolFailure } from '../../../core/failure.ts';
import { withFileLocks } from '../../locks/file-locks.ts';
import type { HeldLock } from '../../locks/locks.ts';
import { stateVariable } from '../../store/place-failure.ts';
import { joined, wholeFileBytes } from '../file-bytes.ts';
import { systemFailure, systemState } from '../file-failure.ts';
import { type PinnedFolder, pinFolder } from '../folder-pin.ts';
import { makePinnedFolders, removeEmptyFolders } from '../make-folders.ts';
import { safeOpen } from '../regular-file.ts';
import type { ResolvedPath } from '../resolve-path.ts';
import { isTaken } from '../text-file.ts';
import { NoNewFiles, replaceFile } from './atomic-write.ts';
import { AttributesLost } from './attributes.ts';
import { appendOnce, overwriteInPlace } from './in-place.ts';
import { leavingTemp, leftBeside } from './left-temp.ts';
import { requireUnchanged, requireUntouched, type Snapshot } from './snapshot.ts';

/** A planned change of one file. */
export interface Change {
  readonly target: ResolvedPath;
  /** `write` or `edit`, for messages. */
  readonly action: string;
  /** The file the plan was made on; null for none. */
  readonly planned: Snapshot | null;
  /** The new content in parts, or the bytes to append. */
  readonly content: readonly Uint8Array[];
  readonly isAppend: boolean;
  /** Whether others may have appended to the file since the plan was made; only for appends. */
  readonly mayGrow: boolean;
  readonly createParents: boolean;
  /** The state folder, which holds the locks. */
  readonly stateFolder: string;
}

/** The result of a change. */
export interface Committed {
  /** The file it was made on, null for none: the planned one, or that after it has grown. */
  readonly onto: Snapshot | null;
  /** Notices about how it was done. */
  readonly notices: readonly string[];
}

const tempPrefix = '.agent-tools-';

/** What the file holds, to put it back; throws `tool_failed` if it is too large for that. */
async function oldBytes(change: Change, now: Snapshot, reason: string): Promise<Buffer> {
  const { target, action, planned } = change;
  const request = { planned: now, action, mostBytes: wholeFileBytes, mayGrow: false };
  const bytes = planned?.bytes ?? (await requireUnchanged(target, request))?.bytes ?? null;
  if (bytes !== null) return bytes;
  const state = `it must be written in place (${reason}) and passes ${wholeFileBytes} bytes`;
  throw cannot(action, target.given, state, 'a smaller file, which can be put back when that fails');
}

async function overwrite(
  change: Change,
  now: Snapshot,
  folder: PinnedFolder,
  reason: string,
): Promise<string> {
  const { target, action, content } = change;
  const old = await oldBytes(change, now, reason);
  const path = folder.at(basename(target.path));
  await overwriteInPlace({ path, shown: target.given, action, stats: now.stats, old }, content);
  return `Written in place, not atomically: ${reason}.`;
}

/** The file after it was opened for writing. Throws the system's error if that is not allowed: a rename would not check. */
async function openedForWriting({ target, action }: Change, now: Snapshot, path: string): Promise<Snapshot> {
  let stats: Stats;
  try {
    // Synchronous, so that the path cannot come to mean another file in between.
    const descriptor = openSync(path, constants.O_WRONLY | safeOpen);
    stats = fstatSync(descriptor);
    closeSync(descriptor);
  } catch (error) {
    if (errnoOf(error) === 'ETXTBSY') return now;
    throw error;
  }
  if (stats.ino === now.stats.ino && stats.dev === now.stats.dev) return now;
  // An overlay file system has made a writable copy, which shares no hard link; or others have replaced it.
  return (await requireUnchanged(target, { planned: now, action, mostBytes: 0, mayGrow: false })) ?? now;
}

/** The failure if no file or folder can be made in an existing folder. */
function noNewFiles({ target, action }: Change): ToolFailure {
  const wanted = 'a folder in which files can be made (not one of /proc)';
  return cannot(action, target.given, 'its folder takes no new files', wanted);
}

/** Makes the folders of the file; returns the topmost one made, if any. */
async function makeParents(change: Change): Promise<string | null> {
  const { target, action } = change;
  try {
    return await makePinnedFolders(dirname(target.path), action, target.given);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOENT') throw noNewFiles(change);
    throw code === 'EEXIST' ? cannot(action, target.given, ...systemState('ENOTDIR')) : error;
  }
}

function noFolder({ target, action }: Pick<Change, 'target' | 'action'>): ToolFailure {
  return cannot(action, target.given, 'its folder does not exist', 'an existing folder, or createParents');
}

/** Throws `tool_failed` if the file's folder is missing and is not to be made. */
export function requireParent(change: Pick<Change, 'target' | 'action' | 'createParents'>): void {
  if (!change.createParents && !isTaken(dirname(change.target.path))) throw noFolder(change);
}

function pinParent(change: Change): PinnedFolder {
  const { target, action } = change;
  try {
    return pinFolder(dirname(target.path), action, target.given);
  } catch (error) {
    throw errnoOf(error) === 'ENOENT' ? noFolder(change) : error;
  }
}

/** Why a rename would change more than the content, in words; null if the error is about something else. */
function renameProblem(error: unknown): string | null {
  if (error instanceof AttributesLost) {
    const { attribute } = error;
    return `its ${attribute === null ? 'attributes' : `attribute ${attribute}`} could not be kept otherwise`;
  }
  const code = errnoOf(error);
  // A file that can be written in a read-only folder lies on another file system.
  if (code === 'EBUSY' || code === 'EROFS') return 'it is a mount point';
  if (code !== 'EPERM') return null;
  const call = error instanceof Error && 'syscall' in error ? error.syscall : null;
  if (call === 'fchown') return 'its owner or group could not be kept otherwise';
  return call === 'fchmod'
    ? 'its mode could not be kept otherwise'
    : 'its folder lets no file take its place';
}

/** The place of a change. */
interface Place extends Held {
  readonly folder: PinnedFolder;
}

/** The conditions of a change. */
interface Held {
  readonly lock: HeldLock;
  readonly requireWanted: () => void;
}

async function replace(change: Change, planned: Snapshot | null, place: Place) {
  const { folder, lock, requireWanted } = place;
  const name = basename(change.target.path);
  const temp = tempPrefix + lock.claim;
  const now = planned === null ? null : await openedForWriting(change, planned, folder.at(name));
  if (now !== null) {
    const { nlink } = now.stats;
    if (nlink > 1) return [await overwrite(change, now, folder, `it has ${nlink} hard links`)];
  }
  const old = now?.stats ?? null;
  const { action, target, content } = change;
  // To write much of it takes long, and a rename asks nobody whether it is still the file that was read.
  const requireStill = (): void => {
    requireWanted();
    if (old !== null) requireUntouched(folder.at(name), { stats: old, action, shown: target.given });
  };
  try {
    await replaceFile({ folder, name, temp, content, old, requireWanted: requireStill });
    return now === null ? leftBeside(folder.at(temp)) : [];
  } catch (error) {
    if (error instanceof NoNewFiles) throw noNewFiles(change);
    const problem = renameProblem(error);
    try {
      if (problem === null || now === null) throw error;
      return [await overwrite(change, now, folder, problem), ...leftBeside(folder.at(temp))];
    } catch (failure) {
      throw leavingTemp({ action, shown: target.given }, failure, folder.at(temp));
    }
  }
}

async function write(change: Change, held: Held): Promise<Committed> {
  const { target, action, planned, isAppend, mayGrow } = change;
  const now = await requireUnchanged(target, { planned, action, mostBytes: 0, mayGrow });
  held.requireWanted();
  const made = change.createParents ? await makeParents(change) : null;
  try {
    const folder = pinParent(change);
    try {
      for (const claim of held.lock.dead) await unlink(folder.at(tempPrefix + claim)).catch(() => {});
      // A new file is created complete, so that a full disk leaves no empty one.
      if (!isAppend || now === null)
        return { onto: now, notices: await replace(change, now, { folder, ...held }) };
      const path = folder.at(basename(target.path));
      await appendOnce({ path, shown: target.given }, joined(change.content));
      return { onto: now, notices: ['Appended in place by one write, not atomically.'] };
    } finally {
      folder.close();
    }
  } catch (error) {
    if (made !== null) removeEmptyFolders(made, dirname(target.path));
    throw error;
  }
}

/**
 * Carries out a planned change under the locks of its file, after checking that the file is still the planned one, or has
 * only grown if it may. `requireWanted` is called right before the change, and prevents it by throwing. Throws that, and
 * `tool_failed`; the old file then stays as it was.
 */
export async function commitChange(change: Change, requireWanted: () => void): Promise<Committed> {
  const { target, stateFolder: folder, action } = change;
  try {
    return await withFileLocks({ folder, path: target.path, shown: target.given }, async (lock) => {
      const { onto, notices } = await write(change, { lock, requireWanted });
      if (lock.problem === null) return { onto, notices };
      const unlocked = `Other processes were not kept out while writing (${lock.problem}; ${stateVariable} names another place).`;
      return { onto, notices: [...notices, unlocked] };
    });
  } catch (error) {
    throw systemFailure(action, target.given, error);
  }
}
