import { join, normalize } from 'node:path';
import type { Trail } from '../shell/trail.ts';

/** Folders that are entered on the way to a file. */
const mostEntered = 16;

/** A path as it is written, and as it is from where the shell was first, where that is told. */
export function placesOf(path: string, trail: Trail): readonly string[] {
  let folder = '.';
  for (const entered of trail) {
    const target = typeof entered === 'object' ? (entered?.surely ?? null) : entered;
    if (target === null || trail.length > mostEntered) return [path];
    folder = /^[/~]/.test(target) ? target : join(folder, target);
  }
  return /^[/~]/.test(path) ? [path] : [...new Set([fileKey(path), join(folder, path)])];
}

/** A path as it ends, from each of its folders on. */
export function tailsOf(path: string): readonly string[] {
  const parts = path.split('/').slice(-mostEntered);
  return parts.map((_, index) => parts.slice(index).join('/'));
}

/** A path as files are known by. */
export function fileKey(path: string): string {
  return normalize(path);
}
