import { accessSync, constants, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../../core/failure.ts';

const writableByGroup = 0o020;
const writableByAll = 0o002;
/** In a folder with this bit, only its owner can replace a file. */
const sticky = 0o1000;

/** The expectation in such failures. */
export const ownFile = 'a file and a folder of yours that nobody else may write (chmod go-w)';

function isForeign({ uid }: Stats): boolean {
  return uid !== 0 && uid !== process.getuid?.();
}

/** Whether the group is the user's own: a system makes one with the user's number, and with umask 002 it may write every file. */
function isOfOwnGroup({ gid }: Stats): boolean {
  return gid !== 0 && gid === process.getgid?.() && gid === process.getuid?.();
}

function problemOfFile(stats: Stats, isGroupTrusted: boolean): string | null {
  if (isForeign(stats)) return 'it belongs to another user';
  const foreignBits = isGroupTrusted && isOfOwnGroup(stats) ? writableByAll : writableByAll | writableByGroup;
  return (stats.mode & foreignBits) === 0 ? null : 'others may write it';
}

/** Whether the file system is read-only, whatever the mode says; container volumes often have mode 0777. */
function isReadOnly(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return errnoOf(error) === 'EROFS';
  }
}

/** Why others could replace files in a folder. The user's own group may write it (umask 002): what others put there is theirs. */
function problemOfFolder(path: string): string | null {
  const stats = statSync(path);
  if (isForeign(stats)) return `its folder "${path}" belongs to another user`;
  const foreignBits = stats.gid === process.getgid?.() ? writableByAll : writableByAll | writableByGroup;
  const isOpen = (stats.mode & foreignBits) !== 0 && (stats.mode & sticky) === 0;
  return isOpen && !isReadOnly(path) ? `others may write its folder "${path}"` : null;
}

/** Why others than the user, even root, could have written a file or folder of ours; null if nobody could, and on Windows. */
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
  /** Whether write permission for the user's own group is accepted: for a file made by an editor, not by this program. */
  readonly isGroupTrusted: boolean;
}

/**
 * Why others than the user and root could have written a file, by the checks of ssh(1) on its configuration: its owner and
 * mode, its symlink's owner, and the folders of both. Null if nobody could, if there is no such file, and on Windows.
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
    // The reader of the file learns why that fails.
    if (errnoOf(error) === null) throw error;
    return null;
  }
}
