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
    let mounts: string | null = null;
    const look = (): string => {
      mounts ??= mountPoints();
      return mounts;
    };
    for (const placeholder of held.reverse()) letGo(placeholder, look);
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

function letGo({ path, text }: Placeholder, look: () => string): void {
  const users = (used.get(path) ?? 1) - 1;
  if (users > 0) {
    used.set(path, users);
    return;
  }
  used.delete(path);
  // Removing a folder takes away what another process has mounted on it.
  if (!made.delete(path) || isMountPoint(path, look())) return;
  try {
    if (text === null) rmdirSync(path);
    else if (readFileSync(path, 'utf8') === text) unlinkSync(path);
  } catch {
    // Somebody has put it to use.
  }
}

/** The mount points of every process that can be looked at, as one text. */
function mountPoints(): string {
  const namespaces = new Set<string>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      namespaces.add(readFileSync(`/proc/${name}/mountinfo`, 'utf8'));
    } catch {
      // It is gone.
    }
  }
  return [...namespaces].join('\n');
}

function isMountPoint(path: string, mounts: string): boolean {
  const escaped = path.replace(/[\s\\]/g, (c) => `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return mounts.includes(` ${escaped} `);
}
