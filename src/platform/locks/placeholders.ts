import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterError } from '../../core/async/clean-up.ts';
import { errnoOf } from '../../core/failure.ts';
import { pinFolder } from '../files/folder-pin.ts';
import { readRegular } from '../files/read-regular.ts';
import { sha256 } from '../files/sha256.ts';
import { unlinkQuietly } from '../files/unlink-quietly.ts';
import type { Placeholder } from '../sandbox/sandbox-spec.ts';
import { withClaimLock } from './claim-lock.ts';
import { isMarkAlive, ownName } from './process-mark.ts';

/** Placeholders held by this process: how many of its runs use each, and the name of the mark that says so. */
const held = new Map<string, { users: number; mark: string }>();

/** Milliseconds to wait for all other processes together; each takes well below one. */
const lockLimitMs = 10_000;

/**
 * Makes what is missing, and notes in the folder `marks` that it is in use; the returned function removes it when it is no
 * longer used. Only one process at a time does either, because removing a folder removes what others have mounted on it.
 * Throws the system's error.
 */
export async function holdPlaces(
  placeholders: readonly Placeholder[],
  marks: string,
): Promise<() => Promise<void>> {
  if (placeholders.length === 0) return async () => {};
  const used: Placeholder[] = [];
  const release = async (): Promise<void> => {
    const left = used.splice(0).reverse().filter(isLeft);
    // If the lock cannot be taken, the marks stay until this process uses the places again, or another one after its end.
    if (left.length > 0)
      await alone(marks, () => {
        const names = readdirSync(marks);
        for (const placeholder of left) takeAway(placeholder, { marks, names });
      });
  };
  const hold = (): void => {
    const names = readdirSync(marks);
    for (const placeholder of placeholders) {
      used.push(placeholder);
      use(placeholder, { marks, names });
    }
  };
  try {
    if ((await alone(marks, hold)) === null) throw new Error('others have been at it for too long');
  } catch (error) {
    await afterError(release);
    throw error;
  }
  return release;
}

function alone(marks: string, work: () => void) {
  return withClaimLock(join(marks, 'lock'), lockLimitMs, work);
}

/** Suffix of the mark of a path that already existed; without it, the process may have made the path. */
const found = '.found';

/** The prefix of all marks of a path, and the name of this process's mark. */
function markNames(path: string): { readonly all: string; readonly own: string } {
  const all = `${sha256(path).slice(0, 32)}-`;
  return { all, own: all + ownName() };
}

/** The folder of marks, and their names, which only the holder of the lock changes. */
interface Marks {
  readonly marks: string;
  readonly names: readonly string[];
}

/** Notes one more run that uses a place. A mark is an empty file whose name says all: writing content may take milliseconds. */
function use(placeholder: Placeholder, listed: Marks): void {
  const { path } = placeholder;
  const { marks } = listed;
  const { all, own } = markNames(path);
  const known = held.get(path);
  if (known === undefined) closeSync(openSync(join(marks, own), 'w', 0o600));
  const place = known ?? { users: 0, mark: own };
  held.set(path, place);
  place.users += 1;
  let mark = place.mark;
  if (make(placeholder)) mark = own;
  else if (known === undefined && othersOf(all, own, listed).every(({ name }) => name.endsWith(found)))
    mark = own + found;
  if (mark !== place.mark) renameSync(join(marks, place.mark), join(marks, mark));
  place.mark = mark;
}

/** Makes a placeholder; false if it exists. A command in another sandbox may swap its folder for a link. */
function make({ path, text }: Placeholder): boolean {
  const folder = pinFolder(dirname(path), 'hold', path);
  try {
    const place = folder.at(basename(path));
    if (text === null) mkdirSync(place, { mode: 0o755 });
    else writeFileSync(place, text, { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    folder.close();
  }
}

function unmake({ path, text }: Placeholder): void {
  const folder = pinFolder(dirname(path), 'remove', path);
  try {
    const place = folder.at(basename(path));
    if (text === null) rmdirSync(place);
    else if (readRegular(place, Buffer.byteLength(text)).bytes?.toString() === text) unlinkSync(place);
  } finally {
    folder.close();
  }
}

/** Notes one run less that uses a place; true if it was the last of this process. */
function isLeft({ path }: Placeholder): boolean {
  const use = held.get(path);
  if (use === undefined) return false;
  use.users -= 1;
  return use.users === 0;
}

function takeAway(placeholder: Placeholder, listed: Marks): void {
  const { path } = placeholder;
  const { marks } = listed;
  const use = held.get(path);
  if (use === undefined || use.users > 0) return;
  held.delete(path);
  const { all, own } = markNames(path);
  unlinkQuietly(join(marks, use.mark));
  const others = othersOf(all, own, listed);
  // Marks of dead processes that made nothing.
  for (const { name, isAlive } of others)
    if (!isAlive && name.endsWith(found)) unlinkQuietly(join(marks, name));
  if (use.mark.endsWith(found) || others.some(({ isAlive }) => isAlive)) return;
  try {
    unmake(placeholder);
  } catch {
    // The place is in use now.
  }
  for (const { name } of others) unlinkQuietly(join(marks, name));
}

/** The marks of other processes on a path; those of killed ones stay until it is removed. */
function othersOf(prefix: string, own: string, { marks, names }: Marks) {
  const others = names.filter((name) => name.startsWith(prefix) && name !== own && name !== own + found);
  return others.map((name) => {
    const isAlive = isMarkAlive(name.slice(prefix.length).replace(found, ''), join(marks, name));
    return { name, isAlive };
  });
}
