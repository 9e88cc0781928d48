import { resolve } from 'node:path';
import { isRecord } from './record.ts';

/**
 * The queue of calls that change one file (`orderedBy` of a tool), by the path as given; null for an input without a path. A symlink
 * and its target have different queues.
 */
export function lineOfFile(input: unknown, cwd: string): string | null {
  return isRecord(input) && typeof input.path === 'string' ? `file\0${resolve(cwd, input.path)}` : null;
}
