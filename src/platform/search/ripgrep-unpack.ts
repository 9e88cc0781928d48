import { type BigIntStats, closeSync, lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cannot } from '../../core/failure.ts';
import { systemFailure } from '../files/file-failure.ts';
import { problemOfOurs } from '../files/foreign-writer.ts';
import { makePrivateFolders } from '../files/private-folders.ts';
import { hashFile } from '../files/regular-file.ts';
import { sha256 } from '../files/sha256.ts';
import { isFolder } from '../files/stats.ts';
import { regularTextOrNull } from '../files/text-file.ts';
import { isExecutable } from '../machine/lookup.ts';
import { sendSignal } from '../process/signals.ts';
import { loadOs } from '../system/builtins.ts';
import { loadSystemCalls } from '../system/system-calls.ts';

const ownOnly = 0o700;

function look(path: string): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}

function isOwn(stats: BigIntStats): boolean {
  return process.getuid === undefined || Number(stats.uid) === process.getuid();
}

/** Why others could put a program into a folder; null if it is ours alone. */
function folderProblem(stats: BigIntStats | undefined): string | null {
  if (stats === undefined) return 'there is none';
  if (!stats.isDirectory()) return 'it is no folder';
  return problemOfOurs(stats);
}

/** Makes a missing folder for this user alone. Throws `tool_failed` if there cannot be one. */
async function requireOwnFolder(folder: string): Promise<void> {
  try {
    if (look(folder) === undefined) makePrivateFolders(folder);
  } catch (error) {
    throw systemFailure('unpack ripgrep into', folder, error);
  }
  const problem = folderProblem(look(folder));
  if (problem !== null) throw cannot('unpack ripgrep into', folder, problem, 'a folder of yours alone');
}

/** Suffix of the note beside a copy: its stamp when its content was last verified. */
const noteEnding = '.checked';

/** A stamp that every change of a file alters; only the system sets the time of the last change (inode(7), `ctime`). */
function stampOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

/** Whether the unpacked file can be run as it is. Throws `tool_failed` for what only an intruder puts there. */
async function isSound(path: string, sha256: string): Promise<boolean> {
  let stats: BigIntStats | undefined;
  try {
    stats = look(path);
  } catch (error) {
    throw systemFailure('run', path, error);
  }
  if (stats === undefined) return false;
  const refuse = (state: string) => cannot('run', path, state, 'the file this program unpacked; remove it');
  if (stats.isSymbolicLink()) throw refuse('it is a symbolic link');
  if (!stats.isFile()) throw refuse('it is no file');
  if (!isOwn(stats)) throw refuse('it belongs to another user');
  if (process.platform !== 'win32' && (stats.mode & 0o7777n) !== BigInt(ownOnly)) return false;
  const stamp = stampOf(stats);
  if (regularTextOrNull(path + noteEnding) === stamp) return true;
  if ((await hashFile(path)) !== sha256) return false;
  const { writePrivateFile } = await import('../files/private-file.ts');
  // If it cannot be noted, the content is verified each time.
  await writePrivateFile(path + noteEnding, stamp).catch(() => {});
  return true;
}

/** Milliseconds for writing a copy, with much to spare. */
const longestUnpackMs = 60_000;

/** Removes files left beside the program by processes killed while unpacking. */
async function removeUnfinished(path: string): Promise<void> {
  const { readdir, stat, unlink } = await import('node:fs/promises');
  const start = `${basename(path)}.`;
  for (const name of await readdir(dirname(path))) {
    const [, pid] = (name.startsWith(start) && /^(\d+)-[-0-9a-f]{36}$/.exec(name.slice(start.length))) || [];
    if (pid === undefined || sendSignal(Number(pid), 0) !== 'gone') continue;
    const left = join(dirname(path), name);
    // A process of another PID namespace cannot be seen here, but writes its copy in no time.
    const { mtimeMs } = await stat(left).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > longestUnpackMs) await unlink(left).catch(() => {});
  }
}

/** Most bytes of an unpacked program. */
const mostUnpacked = 64 * 1024 * 1024;

/** The content of a file that may be packed by gzip (RFC 1952); a damaged one is no program. */
async function unzipped(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const { gunzip } = await import('node:zlib');
  return new Promise((resolve) =>
    gunzip(bytes, { maxOutputLength: mostUnpacked }, (error, whole) =>
      resolve(error === null ? whole : new Uint8Array()),
    ),
  );
}

/** The bytes of an embedded program. Throws `tool_failed` if they differ from those it was built with. */
async function readBuilt(source: string, built: string): Promise<Uint8Array> {
  const bytes = await unzipped(await (await import('node:fs/promises')).readFile(source));
  if (sha256(bytes) === built) return bytes;
  throw cannot('unpack', source, 'its SHA-256 is not the built one', 'an intact program');
}

/** Paths of programs held in memory, by hash. */
const inMemory = new Map<string, string>();

/** A copy in this process's memory, for a machine without a folder to run it from; null if the system cannot run it there. */
async function copyInMemory(source: string, built: string): Promise<string | null> {
  const held = inMemory.get(built);
  if (held !== undefined) return held;
  const calls = await loadSystemCalls();
  const program = await readBuilt(source, built);
  let descriptor = -1;
  try {
    descriptor = calls?.memoryFile(program) ?? -1;
  } catch {
    // There is no memory for it.
  }
  if (descriptor < 0) return null;
  const path = `/proc/${process.pid}/fd/${descriptor}`;
  if (!isExecutable(path)) {
    closeSync(descriptor);
    return null;
  }
  inMemory.set(built, path);
  return path;
}

/** Writes the program to a temporary file and renames it, so that other processes see all of it or nothing. */
async function unpack(source: string, { path, built }: { path: string; built: string }): Promise<void> {
  const [{ open, rename }, { finishTemp }] = await Promise.all([
    import('node:fs/promises'),
    import('../files/temp-file.ts'),
  ]);
  const bytes = await readBuilt(source, built);
  const temp = `${path}.${process.pid}-${crypto.randomUUID()}`;
  try {
    const handle = await open(temp, 'wx', ownOnly);
    await finishTemp(
      { path: temp, handle },
      async () => {
        await handle.writeFile(bytes);
        await handle.chmod(ownOnly);
      },
      () => rename(temp, path),
    );
    await removeUnfinished(path).catch(() => {});
  } catch (error) {
    throw systemFailure('unpack', path, error);
  }
}

/** The error of `work`, or null. */
async function failureOf(work: Promise<void>): Promise<unknown> {
  try {
    await work;
    return null;
  } catch (error) {
    return error;
  }
}

/** Why nothing in the folder of an unpacked program can be run, or null: the file system may be mounted `noexec` (mount(8)). */
function startProblem(path: string): Error | null {
  return isExecutable(path)
    ? null
    : cannot(
        'run',
        path,
        'its file system lets no program start',
        'XDG_CACHE_HOME or TMPDIR on one that does',
      );
}

interface Program {
  readonly name: string;
  readonly sha256: string;
  readonly cache: string;
}

async function findOrUnpack(source: string, { name, sha256, cache }: Program): Promise<string> {
  const file = `${name}-${sha256.slice(0, 16)}${process.platform === 'win32' ? '.exe' : ''}`;
  const temporary = loadOs().tmpdir();
  // A missing folder was not meant to be made by whoever named it.
  const spare = isFolder(temporary) ? [join(temporary, `agent-tools-${process.getuid?.() ?? 'user'}`)] : [];
  let firstFailure: unknown = null;
  for (const folder of [cache, ...spare]) {
    const path = join(folder, file);
    let failure = await failureOf(requireOwnFolder(folder));
    if (failure === null && !(await isSound(path, sha256)))
      failure = await failureOf(unpack(source, { path, built: sha256 }));
    failure ??= startProblem(path);
    if (failure === null) return path;
    firstFailure ??= failure;
  }
  const copy = await copyInMemory(source, sha256);
  if (copy !== null) return copy;
  throw firstFailure;
}

/** Copies being made or checked now, by hash and folder. */
const underWay = new Map<string, Promise<string>>();

/**
 * The runnable copy of an embedded program in `cache` (if that is impossible, in a folder of this user below the temp folder;
 * else in memory). The hash is in the name; owner and mode are checked each time, the content whenever the file was touched.
 * Concurrent calls share one copy. Throws `tool_failed`, about the first folder, if none works.
 */
export function unpackedProgram(source: string, program: Program): Promise<string> {
  const key = `${program.sha256} ${program.cache}`;
  const found = underWay.get(key) ?? findOrUnpack(source, program).finally(() => void underWay.delete(key));
  underWay.set(key, found);
  return found;
}
