import { join, normalize } from 'node:path';
import type { Trail } from '../shell/trail.ts';

/** Most folders that are entered before a file is named. */
const mostEntered = 16;

/** A path as written, and relative to the first folder of the shell if that is known. */
export function placesOf(path: string, trail: Trail): readonly string[] {
  let folder = '.';
  for (const entered of trail) {
    const target = typeof entered === 'object' ? (entered?.surely ?? null) : entered;
    if (target === null || trail.length > mostEntered) return [path];
    folder = /^[/~]/.test(target) ? target : join(folder, target);
  }
  return /^[/~]/.test(path) ? [path] : [...new Set([fileKey(path), join(folder, path)])];
}

/** The ends of a path, from each of its components on. */
export function tailsOf(path: string): readonly string[] {
  const parts = path.split('/').slice(-mostEntered);
  return parts.map((_, index) => parts.slice(index).join('/'));
}

/** The key of a file: its normal path. */
export function fileKey(path: string): string {
  return normalize(path);
}
