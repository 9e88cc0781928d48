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
      held.push(placeholder);
      hold(placeholder, marks);
    }
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

type Mark = 'wants' | 'made' | 'found';

/** The name that all marks of a path begin with, and that of this process's. */
function markNames(path: string): { readonly all: string; readonly own: string } {
  const { pid, startTicks } = ownMark();
  const all = `${sha256(path).slice(0, 32)}-`;
  return { all, own: `${all}${pid}-${startTicks}` };
}

function hold(placeholder: Placeholder, marks: string): void {
  const { path } = placeholder;
  const users = used.get(path) ?? 0;
  used.set(path, users + 1);
  const { all, own } = markNames(path);
  const mark = (word: Mark): void => writeFileSync(join(marks, own), word, { mode: 0o600 });
  if (users === 0) {
    mkdirSync(marks, { recursive: true, mode: 0o700 });
    mark('wants');
  }
  if (make(placeholder)) mark('made');
  else if (users === 0)
    mark(othersOf(all, own, marks).some(({ word }) => word !== 'found') ? 'made' : 'found');
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
  const users = (used.get(path) ?? 1) - 1;
  if (users > 0) {
    used.set(path, users);
    return;
  }
  used.delete(path);
  const { all, own } = markNames(path);
  let word = '';
  quietly(() => {
    word = readFileSync(join(marks, own), 'utf8');
    unlinkSync(join(marks, own));
  });
  const others = othersOf(all, own, marks);
  if (word !== 'made' || others.some(({ isAlive }) => isAlive)) return;
  quietly(() => {
    if (text === null) rmdirSync(path);
    else if (readFileSync(path, 'utf8') === text) unlinkSync(path);
  });
  for (const { name } of others) quietly(() => unlinkSync(join(marks, name)));
}

/** The marks that other processes have put on a path; those of killed ones stay until it is taken away. */
function othersOf(prefix: string, own: string, marks: string) {
  const names = readdirSync(marks).filter((name) => name.startsWith(prefix) && name !== own);
  return names.map((name) => {
    const [pid = 0, startTicks = 0] = name.slice(prefix.length).split('-').map(Number);
    let word = '';
    quietly(() => {
      word = readFileSync(join(marks, name), 'utf8');
    });
    return { name, word, isAlive: isRunning({ pid, startTicks }) };
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
