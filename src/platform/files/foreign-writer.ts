import { accessSync, constants, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../../core/failure.ts';

const writableByGroup = 0o020;
const writableByAll = 0o002;
/** In such a folder nobody but its owner replaces a file. */
const sticky = 0o1000;

/** What is expected instead, in a failure's words. */
export const ownFile = 'a file and a folder of yours that nobody else may write (chmod go-w)';

function isForeign({ uid }: Stats): boolean {
  return uid !== 0 && uid !== process.getuid?.();
}

/** The group that a system made for the caller alone bears the caller's number; with a umask of 002 it may write every file. */
function isOfOwnGroup({ gid }: Stats): boolean {
  return gid !== 0 && gid === process.getgid?.() && gid === process.getuid?.();
}

function problemOfFile(stats: Stats, isGroupTrusted: boolean): string | null {
  if (isForeign(stats)) return 'it belongs to another user';
  const foreignBits = isGroupTrusted && isOfOwnGroup(stats) ? writableByAll : writableByAll | writableByGroup;
  return (stats.mode & foreignBits) === 0 ? null : 'others may write it';
}

/** Whether a file system lets nobody write, whatever the mode says; the volumes of containers often have a mode of 0777. */
function isReadOnly(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return errnoOf(error) === 'EROFS';
  }
}

/** A folder that the user's own group may write is common (a umask of 002), and what others put there belongs to them. */
function problemOfFolder(path: string): string | null {
  const stats = statSync(path);
  if (isForeign(stats)) return `its folder "${path}" belongs to another user`;
  const foreignBits = stats.gid === process.getgid?.() ? writableByAll : writableByAll | writableByGroup;
  const isOpen = (stats.mode & foreignBits) !== 0 && (stats.mode & sticky) === 0;
  return isOpen && !isReadOnly(path) ? `others may write its folder "${path}"` : null;
}

/** Why others than the user, root included, could have written a file or folder of ours; null when nobody could, and on Windows. */
export function problemOfOurs({
  uid,
  mode,
}: Readonly<Record<'uid' | 'mode', number | bigint>>): string | null {
  const own = process.getuid?.();
  if (own === undefined) return null;
  if (Number(uid) !== own) return 'it belongs to another user';
  return (Number(mode) & (writableByAll | writableByGroup)) === 0 ? null : 'others may write it';
}

export interface ForeignWriterOptions {
  /** Whether the group that is the user's alone may write the file: one that an editor made, not this program. */
  readonly isGroupTrusted: boolean;
}

/**
 * Why others than the user and root could have written a file, as ssh(1) asks of its configuration: by its owner and mode, its
 * symlink's owner, and the folders of both. Null when nobody could, when there is no such file, and on Windows.
 */
export function foreignWriterOf(
  path: string,
  { isGroupTrusted }: ForeignWriterOptions = { isGroupTrusted: false },
): string | null {
  if (process.platform === 'win32') return null;
  try {
    if (isForeign(lstatSync(path))) return 'it belongs to another user';
    const real = realpathSync(path);
    return (
      problemOfFile(statSync(real), isGroupTrusted) ??
      problemOfFolder(dirname(path)) ??
      problemOfFolder(dirname(real))
    );
  } catch (error) {
    // Whoever reads the file is told why that fails.
    if (errnoOf(error) === null) throw error;
    return null;
  }
}
