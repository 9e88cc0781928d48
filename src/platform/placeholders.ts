import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { Placeholder } from './sandbox-spec.ts';

/** Placeholders in use by runs of this process, with how many use them. */
const used = new Map<string, number>();
/** Those of them that this process has made. */
const made = new Set<string>();

/** Makes what is missing; the returned function takes one's own away again when nobody needs it. Throws what the system says. */
export function holdPlaces(placeholders: readonly Placeholder[]): () => void {
  const held: Placeholder[] = [];
  const release = (): void => {
    for (const placeholder of held.reverse()) letGo(placeholder);
  };
  try {
    for (const placeholder of placeholders) {
      if (make(placeholder)) made.add(placeholder.path);
      used.set(placeholder.path, (used.get(placeholder.path) ?? 0) + 1);
      held.push(placeholder);
    }
  } catch (error) {
    release();
    throw error;
  }
  return release;
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
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function letGo({ path, text }: Placeholder): void {
  const users = (used.get(path) ?? 1) - 1;
  if (users > 0) {
    used.set(path, users);
    return;
  }
  used.delete(path);
  // Removing a folder takes away what another process has mounted on it.
  if (!made.delete(path) || isMountedElsewhere(path)) return;
  try {
    if (text === null) rmdirSync(path);
    else if (readFileSync(path, 'utf8') === text) unlinkSync(path);
  } catch {
    // Somebody has put it to use.
  }
}

function isMountedElsewhere(path: string): boolean {
  const point = ` ${path.replace(/[\s\\]/g, (c) => `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`)} `;
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/mountinfo`, 'utf8').includes(point);
    } catch {
      return false;
    }
  });
}
