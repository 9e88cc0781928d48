import { closeSync, constants, fstatSync, ftruncateSync, openSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterErrorNow, endedNowBy } from '../../core/async/clean-up.ts';
import { errnoOf } from '../../core/failure.ts';
import { writeFully } from '../files/descriptor-io.ts';
import { makePrivateFolders } from '../files/private-folders.ts';

/** Bytes reserved: a few times the longest line that is written with them. */
const reserveBytes = 65_536;

/**
 * Reserves room on the disk of `path` in a file of that name (0600), for what must be written when nothing else can be. Costs
 * one stat once it exists. Throws the system's error if there is no room.
 */
export function keepReserve(path: string): void {
  makePrivateFolders(dirname(path));
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_NONBLOCK, 0o600);
  endedNowBy(
    () => closeSync(descriptor),
    () => {
      if (fstatSync(descriptor).size >= reserveBytes) return;
      try {
        writeFully(descriptor, Buffer.alloc(reserveBytes, 'reserve '), 0);
      } catch (error) {
        afterErrorNow(() => ftruncateSync(descriptor, 0));
        throw error;
      }
    },
  );
}

/** Frees the reserved room, if any. */
export function giveUpReserve(path: string): void {
  try {
    truncateSync(path, 0);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}

/** Whether an error means that no room is left. */
export function isDiskFull(error: unknown): boolean {
  const code = errnoOf(error);
  return code === 'ENOSPC' || code === 'EDQUOT';
}
