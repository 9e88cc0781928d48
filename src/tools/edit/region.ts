import { LF } from '../../core/text/control-bytes.ts';
import type { Edit } from './input.ts';
import { mostCounted } from './match.ts';
import type { Pause } from './pause.ts';

/** Lines kept around the places of the edits: what a diff shows of them, and one that tells their line ends. */
const linesAround = 4;

/** A part of the bytes of a file, made of whole lines. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

/** Start of the line that is `linesAround` above the one that holds `position`. */
function startAbove(bytes: Buffer, position: number): number {
  let start = Math.max(0, position);
  for (let lines = 0; lines <= linesAround && start > 0; lines += 1)
    start = start === 1 ? 0 : bytes.lastIndexOf(LF, start - (lines === 0 ? 1 : 2)) + 1;
  return start;
}

/** End of as many lines below `position`. */
export function endBelow(bytes: Buffer, position: number): number {
  let end = Math.min(bytes.length, position);
  for (let lines = 0; lines <= linesAround; lines += 1) end = bytes.indexOf(LF, end) + 1 || bytes.length;
  return end;
}

/** From the first to behind the last of the places of `part`; null for more than are counted. */
function extentOf(bytes: Buffer, part: Buffer): Region | null {
  const start = bytes.indexOf(part);
  let last = start;
  for (let count = 1; last !== -1; count += 1) {
    const next = bytes.indexOf(part, last + 1);
    if (next === -1) break;
    if (count === mostCounted) return null;
    last = next;
  }
  return { start, end: last + part.length };
}

/**
 * Whole lines outside of which the old text of no edit is, neither now nor after edits before it: what an edit finds overlaps what
 * one before it has put there, so it is at most all their old texts away from a place of now. Null if there is no such place, or
 * there are too many.
 */
export async function regionOf(
  bytes: Buffer,
  edits: readonly Pick<Edit, 'old'>[],
  pause: Pause,
): Promise<Region | null> {
  let [first, last, away] = [bytes.length, 0, 0];
  for (const { old } of edits) {
    const part = Buffer.from(old, 'utf8');
    const extent = extentOf(bytes, part);
    await pause();
    if (extent === null) return null;
    away += part.length;
    if (extent.start === -1) continue;
    first = Math.min(first, extent.start);
    last = Math.max(last, extent.end);
  }
  return last === 0 ? null : { start: startAbove(bytes, first - away), end: endBelow(bytes, last + away) };
}
