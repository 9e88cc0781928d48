import { basename, dirname } from 'node:path';
import { nearest } from '../../core/nearest.ts';
import { partNames } from './undecodable.ts';

const mostNames = 2000;

/** The name in the folder of `path` that is nearest to its own, or null; looks at 2,000 names at most. */
export async function nearestSibling(path: string): Promise<string | null> {
  const { opendir } = await import('node:fs/promises');
  const names: string[] = [];
  try {
    for await (const entry of await opendir(dirname(path))) {
      names.push(entry.name);
      if (names.length >= mostNames) break;
    }
  } catch {
    return null;
  }
  return nearest(basename(path), partNames(dirname(path), names).told);
}
