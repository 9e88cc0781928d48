import { chmodSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { cannot, errnoOf, ToolFailure } from '../../core/failure.ts';
import { makePrivateFolder } from '../files/private-folders.ts';
import { stateFailure } from '../store/place-failure.ts';
import { loadOs } from '../system/builtins.ts';
import { longestSocketPath } from './local-socket.ts';

/** The variable that names a folder for sockets. */
export const socketVariable = 'XDG_RUNTIME_DIR';

/**
 * Where a session listens: in its own folder or, if that path is too long for a socket, in a folder of the user below the
 * runtime folder or the folder for temporary files. Throws `tool_failed` if that belongs to another user.
 */
export function socketPath(folder: string, id: string, runtimeFolder: string | undefined): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\agent-tools-${id}`;
  const own = join(folder, 'socket');
  return Buffer.byteLength(own) <= longestSocketPath ? own : spareSocketPath(id, runtimeFolder);
}

/** Another place where a session may listen; makes the folder. Throws `tool_failed` if there is none. */
export function spareSocketPath(id: string, runtimeFolder: string | undefined): string {
  const name = `agent-tools-${process.getuid?.() ?? 0}`;
  const bases = [runtimeFolder ?? '', loadOs().tmpdir(), '/tmp'].filter((base) => base.startsWith('/'));
  const folders = [...new Set(bases)].map((base) => join(base, name));
  const short = folders.filter((folder) => Buffer.byteLength(join(folder, id)) <= longestSocketPath);
  return join(firstOwnFolder(short), id);
}

/** The first of the folders that exists or can be made. Throws `tool_failed` if there is none, or for one of another user. */
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
