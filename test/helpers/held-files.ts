import { readdirSync } from 'node:fs';
import { linkOrNull } from '../../src/platform/files/stats.ts';

/** The paths of what this process holds open in a folder. Linux only. */
export function heldIn(folder: string): readonly string[] {
  const held = readdirSync('/proc/self/fd').map((name) => linkOrNull(`/proc/self/fd/${name}`) ?? '');
  return held.filter((path) => path.startsWith(folder));
}
