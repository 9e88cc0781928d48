import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../core/failure.ts';
import { isRunning } from './proc.ts';
import type { Placeholder } from './sandbox-spec.ts';
import { ownMark } from './session-marks.ts';
import { sha256 } from './sha256.ts';

/** Placeholders in use by runs of this process, with how many use them. */
const used = new Map<string, number>();

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
      mark(placeholder.path, marks);
      held.push(placeholder);
      make(placeholder);
    }
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** The name that all marks of a path begin with, and ours. */
function markNames(path: string): { readonly all: string; readonly own: string } {
  const { pid, startTicks } = ownMark();
  const all = `${sha256(path).slice(0, 32)}-`;
  return { all, own: `${all}${pid}-${startTicks}` };
}

function mark(path: string, marks: string): void {
  const users = used.get(path) ?? 0;
  used.set(path, users + 1);
  if (users > 0) return;
  mkdirSync(marks, { recursive: true, mode: 0o700 });
  writeFileSync(join(marks, markNames(path).own), '', { mode: 0o600 });
}

function make({ path, text }: Placeholder): void {
  try {
    if (text === null) mkdirSync(path, { mode: 0o755 });
    else {
      const descriptor = openSync(path, 'wx', 0o644);
      writeSync(descriptor, text);
      closeSync(descriptor);
    }
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}

function letGo({ path, text }: Placeholder, marks: string): void {
  const users = (used.get(path) ?? 1) - 1;
  if (users > 0) {
    used.set(path, users);
    return;
  }
  used.delete(path);
  const { all, own } = markNames(path);
  quietly(() => unlinkSync(join(marks, own)));
  if (isUsedElsewhere(all, marks)) return;
  quietly(() => {
    if (text === null) rmdirSync(path);
    else if (readFileSync(path, 'utf8') === text) unlinkSync(path);
  });
}

/** Whether a process that still runs has marked it; marks of dead ones are removed. */
function isUsedElsewhere(prefix: string, marks: string): boolean {
  const others = readdirSync(marks).filter((name) => name.startsWith(prefix));
  return others.some((name) => {
    const [pid = 0, startTicks = 0] = name.slice(prefix.length).split('-').map(Number);
    if (isRunning({ pid, startTicks })) return true;
    quietly(() => unlinkSync(join(marks, name)));
    return false;
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
