import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, lstat, open, readFile, rename, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cannot, errnoOf } from '../core/failure.ts';
import { systemFailure } from './file-failure.ts';
import { hashFile } from './files.ts';
import { makeFolders } from './make-folders.ts';
import { sha256 } from './sha256.ts';

const ownOnly = 0o700;
/** Files whose hash this process has checked already. */
const checked = new Set<string>();

function isOwn(stats: Stats): boolean {
  return process.getuid === undefined || stats.uid === process.getuid();
}

/** What is wrong with a folder others could put a program into; null when it is ours alone. */
function folderProblem(stats: Stats): string | null {
  if (!stats.isDirectory()) return 'it is no folder';
  if (!isOwn(stats)) return 'it belongs to another user';
  return process.platform !== 'win32' && (stats.mode & 0o022) !== 0 ? 'others may write to it' : null;
}

/** The first of the folders that can be had for ourselves; throws `tool_failed` about the first when none can. */
async function ownFolder(folders: readonly string[]): Promise<string> {
  let failure: unknown = null;
  for (const folder of folders) {
    try {
      await makeFolders(folder, ownOnly);
      const problem = folderProblem(await lstat(folder));
      if (problem === null) return folder;
      failure ??= cannot('unpack ripgrep into', folder, problem, 'a folder of yours alone');
    } catch (error) {
      failure ??= systemFailure('unpack ripgrep into', folder, error);
    }
  }
  throw failure;
}

/** Whether the unpacked file can be run as it is. Throws `tool_failed` for what nobody but an intruder puts there. */
async function isSound(path: string, sha256: string): Promise<boolean> {
  let stats: Stats;
  try {
    stats = await lstat(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw systemFailure('run', path, error);
  }
  const refuse = (state: string) => cannot('run', path, state, 'the file this program unpacked; remove it');
  if (stats.isSymbolicLink()) throw refuse('it is a symbolic link');
  if (!stats.isFile()) throw refuse('it is no file');
  if (!isOwn(stats)) throw refuse('it belongs to another user');
  if (process.platform !== 'win32' && (stats.mode & 0o7777) !== ownOnly) return false;
  const known = `${path} ${stats.ino} ${stats.size} ${stats.mtimeMs}`;
  if (checked.has(known)) return true;
  if ((await hashFile(path)) !== sha256) return false;
  checked.add(known);
  return true;
}

/** Writes the program beside its place and moves it there, so that another process sees all of it or nothing. */
async function unpack(source: string, { path, built }: { path: string; built: string }): Promise<void> {
  const bytes = await readFile(source);
  if (sha256(bytes) !== built)
    throw cannot('unpack', source, 'its SHA-256 is not the built one', 'an intact program');
  const temp = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(temp, 'wx', ownOnly);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(temp, ownOnly);
    await rename(temp, path);
  } catch (error) {
    await unlink(temp).catch(() => {});
    throw systemFailure('unpack', path, error);
  }
}

/**
 * The runnable copy of an embedded program in `cache` (or, where that cannot be had, in a folder of this user below the temp
 * folder). The hash is in the name; owner and mode are checked each time, the content once per process. Throws `tool_failed`.
 */
export async function unpackedProgram(
  source: string,
  { name, sha256, cache }: { name: string; sha256: string; cache: string },
): Promise<string> {
  const spare = join(tmpdir(), `agent-tools-${process.getuid?.() ?? 'user'}`);
  const folder = await ownFolder([cache, spare]);
  const path = join(folder, `${name}-${sha256.slice(0, 16)}${process.platform === 'win32' ? '.exe' : ''}`);
  if (!(await isSound(path, sha256))) await unpack(source, { path, built: sha256 });
  return path;
}
