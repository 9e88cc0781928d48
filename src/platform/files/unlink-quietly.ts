import { unlinkSync } from 'node:fs';

/** Removes a file; does nothing if it is gone or cannot be removed. */
export function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Left as it is.
  }
}
