import { resolve } from 'node:path';
import { isRecord } from './record.ts';

/**
 * The line in which calls that change one file stand (`orderedBy` of a tool), by the path as it was given; null for an input that
 * names none. Links to a file are lines of their own.
 */
export function lineOfFile(input: unknown, cwd: string): string | null {
  return isRecord(input) && typeof input.path === 'string' ? `file\0${resolve(cwd, input.path)}` : null;
}
