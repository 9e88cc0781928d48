import { join } from 'node:path';
import { cannot } from '../../core/failure.ts';
import { isInside } from '../../core/paths/containment.ts';
import { lstatOrNull, namesOrNull } from '../../platform/files/stats.ts';
import type { LandlockRule } from '../../platform/sandbox/sandbox-spec.ts';
import type { SandboxArea } from './sandbox-area.ts';

/** Devices that every program may expect. */
const devices: readonly string[] = [
  '/dev/null',
  '/dev/zero',
  '/dev/full',
  '/dev/random',
  '/dev/urandom',
  '/dev/tty',
];

/** Kept apart, because its other files give access to other terminals and, as root, to the whole disk. */
const deviceFolder = '/dev';

/** What no version of Landlock can protect. */
export const uncovered: readonly string[] = [
  'mode, owner, times and attributes of files outside can be changed',
  '.git/hooks, .git/config and start-up files in the workspace can be written',
  'names in hidden folders can be listed, contents cannot be read',
  'processes outside can be seen, and their priority and processors changed',
  'System V shared memory, semaphores and message queues of processes outside can be used',
  'what leaves its session and clears its environment outlives a server that is killed',
];

/** What Landlock before these versions cannot protect. */
export const uncoveredBefore: readonly (readonly [version: number, what: string])[] = [
  [3, 'files outside can be truncated'],
  [6, 'processes outside can be signalled'],
];

/**
 * The rules of Landlock for an area. Landlock can only allow, and allows whole trees: everything but hidden paths and devices
 * may be read, which takes a rule for each neighbour of these. Throws `tool_failed` if a writable folder holds a vital path.
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

/** The largest trees that together cover all below a folder except `apart`. Links are left out: their targets have rules of their own. */
function readable(folder: string, apart: readonly string[]): readonly string[] {
  if (apart.includes(folder)) return [];
  if (!apart.some((path) => isInside(path, folder))) return [folder];
  return (namesOrNull(folder) ?? [])
    .map((name) => join(folder, name))
    .filter((path) => lstatOrNull(path)?.isSymbolicLink() !== true)
    .flatMap((path) => readable(path, apart));
}
