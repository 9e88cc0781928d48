import { join } from 'node:path';
import { cannot } from '../../core/failure.ts';
import { isInside } from '../../core/paths/containment.ts';
import { lstatOrNull, namesOrNull } from '../../platform/files/stats.ts';
import type { LandlockRule } from '../../platform/sandbox/sandbox-spec.ts';
import type { SandboxArea } from './sandbox-area.ts';

/** Devices that every program may be expected to use. */
const devices: readonly string[] = [
  '/dev/null',
  '/dev/zero',
  '/dev/full',
  '/dev/random',
  '/dev/urandom',
  '/dev/tty',
];

/** What else is in it tells of other terminals, and as root of the whole disk. */
const deviceFolder = '/dev';

/** What Landlock cannot hold, whatever its version. */
export const uncovered: readonly string[] = [
  'mode, owner, times and attributes of files outside can be changed',
  '.git/hooks, .git/config and start-up files in the workspace can be written',
  'names in hidden folders can be listed, contents cannot be read',
  'processes outside can be seen, and their priority and processors changed',
  'System V shared memory, semaphores and message queues of processes outside can be used',
  'what leaves its session and clears its environment outlives a server that is killed',
];

/** What versions of Landlock before these do not hold. */
export const uncoveredBefore: readonly (readonly [version: number, what: string])[] = [
  [3, 'files outside can be truncated'],
  [6, 'processes outside can be signalled'],
];

/**
 * The rules of Landlock for an area. It can only allow, and allows a whole tree: everything is allowed to be read but what
 * is hidden, and devices, which takes a rule for each neighbour of it. Throws `tool_failed` when what is writable holds what must not be.
 */
export function landlockRules(area: SandboxArea): readonly LandlockRule[] {
  const [exposed] = area.vital;
  if (exposed !== undefined)
    throw cannot(
      'open the sandbox for',
      area.write.find((root) => isInside(exposed, root)) ?? exposed,
      `it holds "${exposed}", which Landlock cannot keep apart`,
      'a folder without it, or bubblewrap',
    );
  const apart = [...area.hidden.map(({ path }) => path), deviceFolder];
  return [
    { path: '/', access: 'list' },
    ...readable('/', apart).map((path): LandlockRule => ({ path, access: 'read' })),
    ...devices.map((path): LandlockRule => ({ path, access: 'use' })),
    ...area.write.map((path): LandlockRule => ({ path, access: 'write' })),
  ];
}

/** The largest trees that together are everything below a folder but what is to be kept apart. Links lead to what has its own rule. */
function readable(folder: string, apart: readonly string[]): readonly string[] {
  if (apart.includes(folder)) return [];
  if (!apart.some((path) => isInside(path, folder))) return [folder];
  return (namesOrNull(folder) ?? [])
    .map((name) => join(folder, name))
    .filter((path) => lstatOrNull(path)?.isSymbolicLink() !== true)
    .flatMap((path) => readable(path, apart));
}
