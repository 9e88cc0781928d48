import { type BigIntStats, closeSync, lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cannot } from '../../core/failure.ts';
import { makeDurable } from '../files/durable.ts';
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

/** What is wrong with a folder others could put a program into; null when it is ours alone. */
function folderProblem(stats: BigIntStats | undefined): string | null {
  if (stats === undefined) return 'there is none';
  if (!stats.isDirectory()) return 'it is no folder';
  return problemOfOurs(stats);
}

/** Makes a folder for ourselves alone where there is none. Throws `tool_failed` when it cannot be had. */
async function requireOwnFolder(folder: string): Promise<void> {
  try {
    if (look(folder) === undefined) makePrivateFolders(folder);
  } catch (error) {
    throw systemFailure('unpack ripgrep into', folder, error);
  }
  const problem = folderProblem(look(folder));
  if (problem !== null) throw cannot('unpack ripgrep into', folder, problem, 'a folder of yours alone');
}

/** Beside a copy: what was seen of it when its content was last found to be right. */
const noteEnding = '.checked';

/** What no change of a file leaves as it was; only the system sets the time of the last change (inode(7), `ctime`). */
function stampOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

/** Whether the unpacked file can be run as it is. Throws `tool_failed` for what nobody but an intruder puts there. */
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
  // Where it cannot be noted, the content is checked each time.
  await writePrivateFile(path + noteEnding, stamp).catch(() => {});
  return true;
}

/** Milliseconds that it takes to write a copy, with much to spare. */
const longestUnpackMs = 60_000;

/** Removes what processes that were killed while they unpacked left beside the place of the program. */
async function removeUnfinished(path: string): Promise<void> {
  const { readdir, stat, unlink } = await import('node:fs/promises');
  const start = `${basename(path)}.`;
  for (const name of await readdir(dirname(path))) {
    const [, pid] = (name.startsWith(start) && /^(\d+)-[-0-9a-f]{36}$/.exec(name.slice(start.length))) || [];
    if (pid === undefined || sendSignal(Number(pid), 0) !== 'gone') continue;
    const left = join(dirname(path), name);
    // A process of another PID namespace is not seen here, but writes its copy in no time.
    const { mtimeMs } = await stat(left).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > longestUnpackMs) await unlink(left).catch(() => {});
  }
}

/** Bytes that a packed program unpacks to at most. */
const mostUnpacked = 64 * 1024 * 1024;

/** What a file holds that may be packed by gzip (RFC 1952); one that is damaged is no program. */
async function unzipped(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const { gunzip } = await import('node:zlib');
  return new Promise((resolve) =>
    gunzip(bytes, { maxOutputLength: mostUnpacked }, (error, whole) =>
      resolve(error === null ? whole : new Uint8Array()),
    ),
  );
}

/** The bytes of an embedded program. Throws `tool_failed` when they are not those it was built with. */
async function readBuilt(source: string, built: string): Promise<Uint8Array> {
  const bytes = await unzipped(await (await import('node:fs/promises')).readFile(source));
  if (sha256(bytes) === built) return bytes;
  throw cannot('unpack', source, 'its SHA-256 is not the built one', 'an intact program');
}

/** Programs that are held in memory, by their hash. */
const inMemory = new Map<string, string>();

/** A copy in the memory of this process, for a machine without a folder to run it from; null where the system runs none from there. */
async function copyInMemory(source: string, built: string): Promise<string | null> {
  const held = inMemory.get(built);
  if (held !== undefined) return held;
  const calls = await loadSystemCalls();
  const program = await readBuilt(source, built);
  let descriptor = -1;
  try {
    descriptor = calls?.memoryFile(program) ?? -1;
  } catch {
    // Without room for it there is none.
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

/** Writes the program beside its place and moves it there, so that another process sees all of it or nothing. */
async function unpack(source: string, { path, built }: { path: string; built: string }): Promise<void> {
  const { chmod, open, rename, unlink } = await import('node:fs/promises');
  const bytes = await readBuilt(source, built);
  const temp = `${path}.${process.pid}-${crypto.randomUUID()}`;
  try {
    const handle = await open(temp, 'wx', ownOnly);
    try {
      await handle.writeFile(bytes);
      await makeDurable(handle);
    } finally {
      await handle.close();
    }
    await chmod(temp, ownOnly);
    await rename(temp, path);
    await removeUnfinished(path).catch(() => {});
  } catch (error) {
    await unlink(temp).catch(() => {});
    throw systemFailure('unpack', path, error);
  }
}

/** What work failed with, or null. */
async function failureOf(work: Promise<void>): Promise<unknown> {
  try {
    await work;
    return null;
  } catch (error) {
    return error;
  }
}

/** Why nothing in the folder of an unpacked program may be started, or null: a file system may be mounted so (mount(8), `noexec`). */
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
  // Who named one that is not there did not ask for it to be made.
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

/** What is looked for at this moment, by its hash and folder. */
const underWay = new Map<string, Promise<string>>();

/**
 * The runnable copy of an embedded program in `cache` (or, where it cannot be put there, in a folder of this user below the temp
 * folder; else in memory). The hash is in the name; owner and mode are checked each time, the content whenever the file was
 * touched. Calls at one time share one copy. Throws `tool_failed`, about the first folder where none can be used.
 */
export function unpackedProgram(source: string, program: Program): Promise<string> {
  const key = `${program.sha256} ${program.cache}`;
  const found = underWay.get(key) ?? findOrUnpack(source, program).finally(() => void underWay.delete(key));
  underWay.set(key, found);
  return found;
}
