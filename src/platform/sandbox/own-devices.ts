import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolders } from '../files/private-folders.ts';
import { unlinkQuietly } from '../files/unlink-quietly.ts';
import { loadSystemCalls, type SystemCalls } from '../system/system-calls.ts';

/** The devices that bubblewrap shows in a sandbox, by major and minor (Documentation/admin-guide/devices.txt of the kernel). */
const devices: readonly (readonly [name: string, number: number])[] = [
  ['null', 0x103],
  ['zero', 0x105],
  ['full', 0x107],
  ['random', 0x108],
  ['urandom', 0x109],
  ['tty', 0x500],
];

const mknodat = { x64: 259, arm64: 33 } as const;
const S_IFCHR = 0o020000;
const everybody = 0o666;

/** A device node, and the path it replaces. */
export interface OwnDevice {
  readonly path: string;
  readonly place: string;
}

/**
 * Makes our own device nodes in a folder, to replace the system's; the first is the null device. Root owns those: inside, it
 * could change their modes and times, and a mount that prevents that prevents their use too. None for other users, and if the
 * system lets none be made or used (a user namespace, a file system without devices).
 */
export async function ownDevices(folder: string): Promise<readonly OwnDevice[]> {
  if (process.getuid?.() !== 0) return [];
  const calls = await loadSystemCalls();
  if (calls === null) return [];
  try {
    makePrivateFolders(folder);
    const made = devices.map(([name, number]) => ({
      path: makeNode(calls, join(folder, name), number),
      place: `/dev/${name}`,
    }));
    for (const { path } of made.slice(0, 1)) closeSync(openSync(path, 'r+'));
    return made;
  } catch {
    return [];
  }
}

/** Makes a node and returns its path; one changed by a command is made anew. Throws if the system refuses. */
function makeNode(calls: SystemCalls, path: string, number: number): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const isWhole = stats?.rdev === number && stats.mode === (S_IFCHR | everybody) && stats.uid === 0;
  if (isWhole) return path;
  unlinkQuietly(path);
  const call = mknodat[process.arch === 'arm64' ? 'arm64' : 'x64'];
  if (calls.call(call, 0, Buffer.from(`${path}\0`), S_IFCHR | everybody, number) !== 0)
    throw new Error('no device node can be made');
  chmodSync(path, everybody);
  return path;
}
