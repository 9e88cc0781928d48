import { chmodSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { cannot, errnoOf, ToolFailure } from '../../core/failure.ts';
import { makePrivateFolder } from '../files/private-folders.ts';
import { stateFailure } from '../store/place-failure.ts';
import { loadOs } from '../system/builtins.ts';
import { longestSocketPath } from './local-socket.ts';

/** What names a folder for sockets. */
export const socketVariable = 'XDG_RUNTIME_DIR';

/**
 * Where a session listens: in its own folder, or, where that path is too long for a socket, in a folder of the user's below
 * the runtime folder or the folder for temporary files. Throws `tool_failed` when that belongs to somebody else.
 */
export function socketPath(folder: string, id: string, runtimeFolder: string | undefined): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\agent-tools-${id}`;
  const own = join(folder, 'socket');
  return Buffer.byteLength(own) <= longestSocketPath ? own : spareSocketPath(id, runtimeFolder);
}

/** Where else a session may listen; the folder is made. Throws `tool_failed` when none is to be had. */
export function spareSocketPath(id: string, runtimeFolder: string | undefined): string {
  const name = `agent-tools-${process.getuid?.() ?? 0}`;
  const bases = [runtimeFolder ?? '', loadOs().tmpdir(), '/tmp'].filter((base) => base.startsWith('/'));
  const folders = [...new Set(bases)].map((base) => join(base, name));
  const short = folders.filter((folder) => Buffer.byteLength(join(folder, id)) <= longestSocketPath);
  return join(firstOwnFolder(short), id);
}

/** The first of the folders that is there or can be made. Throws `tool_failed` when there is none, or for one of somebody else. */
function firstOwnFolder([folder = '/tmp', ...others]: readonly string[]): string {
  try {
    requireOwnFolder(folder);
    return folder;
  } catch (error) {
    if (others.length === 0 || error instanceof ToolFailure)
      throw stateFailure('listen in', folder, error, socketVariable);
    return firstOwnFolder(others);
  }
}

function requireOwnFolder(folder: string): void {
  try {
    makePrivateFolder(folder);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== process.getuid?.()) {
    throw cannot('listen in', folder, 'it belongs to somebody else', 'a folder of your own');
  }
  if ((stats.mode & 0o777) !== 0o700) chmodSync(folder, 0o700);
}
