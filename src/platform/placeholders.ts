import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../core/failure.ts';
import { isRunning } from './proc.ts';
import type { Placeholder } from './sandbox-spec.ts';
import { ownMark } from './session-marks.ts';
import { sha256 } from './sha256.ts';

/** Placeholders in use by runs of this process: how many use them, and the name of the mark that says so. */
const used = new Map<string, { readonly users: number; readonly mark: string }>();

/**
 * Makes what is missing, and notes in the folder `marks` that it is in use; the returned function takes it away again when
 * nobody uses it any more, because removing a folder takes away what others have mounted on it. Should one be removed that
 * was about to be used, bubblewrap finds nothing to mount and runs nothing. Throws what the system says.
 */
export function holdPlaces(placeholders: readonly Placeholder[], marks: string): () => void {
  const held: Placeholder[] = [];
  const release = (): void => {
    for (const placeholder of held.splice(0).reverse()) letGo(placeholder, marks);
  };
  try {
    for (const placeholder of placeholders) {
      held.push(placeholder);
      hold(placeholder, marks);
    }
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** What the mark of a path that was there already ends in; without it, its process may have made it. */
const found = '.found';

/** The name that all marks of a path begin with, and this process's. */
function markNames(path: string): { readonly all: string; readonly own: string } {
  const { pid, startTicks } = ownMark();
  const all = `${sha256(path).slice(0, 32)}-`;
  return { all, own: `${all}${pid}-${startTicks}` };
}

/** Puts a mark up: an empty file whose name says all, since what a file holds may take the disk milliseconds. */
function putUp(name: string, marks: string): void {
  try {
    closeSync(openSync(join(marks, name), 'w', 0o600));
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    mkdirSync(marks, { recursive: true, mode: 0o700 });
    closeSync(openSync(join(marks, name), 'w', 0o600));
  }
}

function hold(placeholder: Placeholder, marks: string): void {
  const { path } = placeholder;
  const { all, own } = markNames(path);
  const before = used.get(path);
  const use = before ?? { users: 0, mark: own };
  if (before === undefined) putUp(own, marks);
  used.set(path, { ...use, users: use.users + 1 });
  let { mark } = use;
  if (make(placeholder)) mark = own;
  else if (before === undefined && othersOf(all, own, marks).every(({ name }) => name.endsWith(found)))
    mark = own + found;
  if (mark !== use.mark) renameSync(join(marks, use.mark), join(marks, mark));
  used.set(path, { users: use.users + 1, mark });
}

/** Whether it was not there yet. */
function make({ path, text }: Placeholder): boolean {
  try {
    if (text === null) mkdirSync(path, { mode: 0o755 });
    else {
      const descriptor = openSync(path, 'wx', 0o644);
      writeSync(descriptor, text);
      closeSync(descriptor);
    }
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function letGo({ path, text }: Placeholder, marks: string): void {
  const use = used.get(path);
  if (use === undefined) return;
  if (use.users > 1) {
    used.set(path, { ...use, users: use.users - 1 });
    return;
  }
  used.delete(path);
  const { all, own } = markNames(path);
  quietly(() => unlinkSync(join(marks, use.mark)));
  const others = othersOf(all, own, marks);
  if (use.mark.endsWith(found) || others.some(({ isAlive }) => isAlive)) return;
  quietly(() => {
    if (text === null) rmdirSync(path);
    else if (readFileSync(path, 'utf8') === text) unlinkSync(path);
  });
  for (const { name } of others) quietly(() => unlinkSync(join(marks, name)));
}

/** The marks that other processes have put on a path; those of killed ones stay until it is taken away. */
function othersOf(prefix: string, own: string, marks: string) {
  const names = readdirSync(marks).filter(
    (name) => name.startsWith(prefix) && name !== own && name !== own + found,
  );
  return names.map((name) => {
    const [pid = 0, startTicks = 0] = name.slice(prefix.length).replace(found, '').split('-').map(Number);
    return { name, isAlive: isRunning({ pid, startTicks }) };
  });
}

/** Does what may have been done already, or cannot be any more: somebody has put the place to use. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // As it is.
  }
}
