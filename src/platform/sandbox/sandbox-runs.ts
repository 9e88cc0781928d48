import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../files/file-failure.ts';
import { makePrivateFolders } from '../files/private-folders.ts';
import { namesOrNull } from '../files/stats.ts';
import { unlinkQuietly } from '../files/unlink-quietly.ts';
import { holdPlaces } from '../locks/placeholders.ts';
import { isMarkAlive, ownName } from '../locks/process-mark.ts';
import { unable } from './sandbox-failure.ts';
import type { Bubblewrap } from './sandbox-spec.ts';

const prefix = 'run-';

/** Number of current runs of this process, by the folder in which they are noted. */
const running = new Map<string, number>();

/** A run in a sandbox. */
interface NotedRun {
  /** Whether nothing else of this user ran in a sandbox when it was noted, as far as can be told. */
  readonly isAlone: boolean;
  leave(): void;
}

/** Notes in the folder `marks` that a sandboxed run is about to start. Later ones see the note, so of two at once at least one does. */
function noteRun(marks: string | null): NotedRun {
  if (marks === null) return { isAlone: true, leave: () => {} };
  const before = running.get(marks) ?? 0;
  running.set(marks, before + 1);
  const own = prefix + ownName();
  const isNoted = before > 0 || isMade(marks, own);
  return {
    isAlone: before === 0 && isNoted && !hasOthers(marks, own),
    leave: () => {
      const left = (running.get(marks) ?? 1) - 1;
      running.set(marks, left);
      if (left === 0) unlinkQuietly(join(marks, own));
    },
  };
}

function isMade(marks: string, name: string): boolean {
  try {
    makePrivateFolders(marks);
    closeSync(openSync(join(marks, name), 'w', 0o600));
    return true;
  } catch {
    // Without its note, other runs do not see this one, so it does not count as alone.
    return false;
  }
}

/** Whether another process runs something in a sandbox; removes marks of dead ones. */
function hasOthers(marks: string, own: string): boolean {
  const others = (namesOrNull(marks) ?? []).filter((name) => name.startsWith(prefix) && name !== own);
  return others.filter((name) => isAlive(marks, name)).length > 0;
}

function isAlive(marks: string, name: string): boolean {
  const path = join(marks, name);
  if (isMarkAlive(name.slice(prefix.length), path)) return true;
  unlinkQuietly(path);
  return false;
}

/** What a run holds until `leave`, and whether no other one runs with the same places. */
export async function holdRun(spec: Bubblewrap) {
  const { isAlone, leave: forget } = noteRun(spec.marks);
  const release = await holdAll(spec).catch((error: unknown) => {
    forget();
    throw error;
  });
  const leave = (): Promise<void> => {
    forget();
    return release();
  };
  return { isAlone, leave };
}

async function holdAll({ placeholders, marks }: Bubblewrap): Promise<() => Promise<void>> {
  try {
    return marks === null ? async () => {} : await holdPlaces(placeholders, marks);
  } catch (error) {
    throw unable(
      `what must not be made inside cannot be held (${reasonOf(error)})`,
      'a workspace and a state folder you may write',
    );
  }
}
