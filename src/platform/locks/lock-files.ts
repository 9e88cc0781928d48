import { open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf } from '../../core/failure.ts';
import { makePrivateFolders } from '../files/private-folders.ts';
import { sha256 } from '../files/sha256.ts';
import { hasProcess } from '../process/proc.ts';
import { isYoungClaim } from './claim-age.ts';
import { claimant, isNamedRunning, ownEntry } from './claim-name.ts';

/** Without /proc only the pid is known, which may be reused; no lock is held for this many milliseconds. */
const oldestLockMs = 60_000;
/** Milliseconds after which a claim from another PID namespace is dead: only its age is known, and its process renews it. */
const oldestForeignMs = 10_000;

async function isYoungerThan(ms: number, file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => null);
  return stats !== null && isYoungClaim(stats.mtimeMs, ms);
}

/** Whether the process that made `claim` still runs. */
async function isAlive(claim: string, file: string): Promise<boolean> {
  const owner = claimant(claim);
  if (ownEntry() !== null) return isNamedRunning(owner) ?? isYoungerThan(oldestForeignMs, file);
  return hasProcess(owner.pid) && isYoungerThan(oldestLockMs, file);
}

/** The name of a claim to a lock; `ticket` is its place in the queue, once it has one. */
export interface Claim {
  readonly name: string;
  readonly ticket: number | null;
}

/** A claim of a dead process, and its file. */
export interface DeadClaim {
  readonly name: string;
  readonly file: string;
}

/** The path of a claim's file. */
export function claimPath(folder: string, key: string, { name, ticket }: Claim): string {
  return join(folder, ticket === null ? `${key}.${name}` : `${key}.${name}.${ticket}`);
}

function readClaim(text: string): Claim {
  const [name = '', ticket] = text.split('.');
  return { name, ticket: ticket === undefined ? null : Number(ticket) };
}

/** Writes a claim to `key`: an empty file whose name says everything, so that it is never seen half written. */
export async function claimLock(folder: string, key: string, claim: Claim): Promise<void> {
  const path = claimPath(folder, key, claim);
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    makePrivateFolders(folder);
    await (await open(path, 'wx', 0o600)).close();
  }
}

/** Gives a claim a place in the queue. */
export async function queueClaim(folder: string, key: string, claim: Claim, ticket: number): Promise<Claim> {
  const queued = { name: claim.name, ticket };
  await rename(claimPath(folder, key, claim), claimPath(folder, key, queued));
  return queued;
}

/** Removes a claim; does nothing if it is gone. */
export async function dropClaim(folder: string, key: string, claim: Claim): Promise<void> {
  await unlink(claimPath(folder, key, claim)).catch(() => {});
}

/** Removes a claim of a dead process. */
export async function forgetClaim(folder: string, { file }: DeadClaim): Promise<void> {
  await unlink(join(folder, file)).catch(() => {});
}

/** The key of a real path. Keys of one folder start alike. */
export function lockKey(path: string): string {
  return sha256(dirname(path)).slice(0, folderChars) + sha256(path).slice(0, 32 - folderChars);
}

const folderChars = 16;

/**
 * The other claims to `key` of running processes, and those of dead ones to any path of its folder, which stay until they are
 * forgotten.
 */
export async function otherClaims(
  folder: string,
  key: string,
  own: Claim,
): Promise<{ readonly live: readonly Claim[]; readonly dead: readonly DeadClaim[] }> {
  const live: Claim[] = [];
  const dead: DeadClaim[] = [];
  for (const file of await readdir(folder)) {
    if (!file.startsWith(key.slice(0, folderChars))) continue;
    const other = readClaim(file.slice(key.length + 1));
    if (other.name === own.name) continue;
    if (!(await isAlive(other.name, join(folder, file)))) dead.push({ name: other.name, file });
    else if (file.startsWith(`${key}.`)) live.push(other);
  }
  return { live, dead };
}
