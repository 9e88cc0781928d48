import { open, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../core/failure.ts';
import { makeFolders } from './make-folders.ts';
import { isRunning, readProcess } from './proc.ts';

/** Without /proc a process is known by its pid alone, which may be another's by now; no lock is held this long. */
const oldestLockMs = 60_000;

const self = readProcess(process.pid);
let counter = 0;

/** A name for one claim of this process: `pid-start-n`. */
export function newClaim(): string {
  counter += 1;
  return `${process.pid}-${self?.startTicks ?? 0}-${counter}`;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === 'EPERM';
  }
}

/** Whether the process that made `claim` still runs. */
async function isAlive(claim: string, file: string): Promise<boolean> {
  const [pid = 0, startTicks = 0] = claim.split('-').map(Number);
  if (self !== null) return isRunning({ pid, startTicks });
  if (!exists(pid)) return false;
  const stats = await stat(file).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs < oldestLockMs;
}

/** Writes down a claim to `key`: an empty file whose name says all, so that it is never seen half made. */
export async function claimLock(folder: string, key: string, claim: string): Promise<void> {
  const path = join(folder, `${key}.${claim}`);
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    await makeFolders(folder, 0o700);
    await (await open(path, 'wx', 0o600)).close();
  }
}

/** Takes a claim back; nothing happens when it is gone. */
export async function dropClaim(folder: string, key: string, claim: string): Promise<void> {
  await unlink(join(folder, `${key}.${claim}`)).catch(() => {});
}

/** The other claims to `key`: of running processes, and of those that died with one, whose files are removed. */
export async function otherClaims(
  folder: string,
  key: string,
  claim: string,
): Promise<{ readonly live: readonly string[]; readonly dead: readonly string[] }> {
  const live: string[] = [];
  const dead: string[] = [];
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${key}.`)) continue;
    const other = name.slice(key.length + 1);
    if (other === claim) continue;
    if (await isAlive(other, join(folder, name))) live.push(other);
    else {
      dead.push(other);
      await dropClaim(folder, key, other);
    }
  }
  return { live, dead };
}
