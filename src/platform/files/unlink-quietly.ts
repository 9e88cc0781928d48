import { unlinkSync } from 'node:fs';

/** Removes a file; one that is gone, or cannot be removed, stays as it is. */
export function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // As it is.
  }
}
