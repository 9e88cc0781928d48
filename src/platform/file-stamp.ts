import { statSync } from 'node:fs';

/** What changes when a file is replaced or written, or null when it cannot be looked at. A few microseconds. */
export function fileStamp(path: string): string | null {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino}:${size}:${mtimeMs}`;
  } catch {
    return null;
  }
}
