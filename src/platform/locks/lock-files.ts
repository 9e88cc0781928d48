import { open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf } from '../../core/failure.ts';
import { makePrivateFolders } from '../files/private-folders.ts';
import { sha256 } from '../files/sha256.ts';
import { hasProcess } from '../process/proc.ts';
import { isYoungClaim } from './claim-age.ts';
import { claimant, isNamedRunning, ownEntry } from './claim-name.ts';

/** Without /proc a process is known by its pid alone, which may be another's by now; no lock is held this long. */
const oldestLockMs = 60_000;
/** Of a process in another PID namespace only the age of its claim is known, which it renews; so long it is waited for. */
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

/** What a claim to a lock is called; `ticket` is its place in the queue, once it has one. */
export interface Claim {
  readonly name: string;
  readonly ticket: number | null;
}

/** A claim whose process is dead, and the file it is written in. */
export interface DeadClaim {
  readonly name: string;
  readonly file: string;
}

/** The file that a claim is written in. */
export function claimPath(folder: string, key: string, { name, ticket }: Claim): string {
  return join(folder, ticket === null ? `${key}.${name}` : `${key}.${name}.${ticket}`);
}

function readClaim(text: string): Claim {
  const [name = '', ticket] = text.split('.');
  return { name, ticket: ticket === undefined ? null : Number(ticket) };
}

/** Writes down a claim to `key`: an empty file whose name says all, so that it is never seen half made. */
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

/** Takes a claim back; nothing happens when it is gone. */
export async function dropClaim(folder: string, key: string, claim: Claim): Promise<void> {
  await unlink(claimPath(folder, key, claim)).catch(() => {});
}

/** Forgets a claim whose process is dead. */
export async function forgetClaim(folder: string, { file }: DeadClaim): Promise<void> {
  await unlink(join(folder, file)).catch(() => {});
}

/** A key of a real path. Those of one folder begin alike. */
export function lockKey(path: string): string {
  return sha256(dirname(path)).slice(0, folderChars) + sha256(path).slice(0, 32 - folderChars);
}

const folderChars = 16;

/**
 * The other claims to `key` of running processes, and those to any path of its folder that died with one: these stay until they
 * are forgotten.
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
