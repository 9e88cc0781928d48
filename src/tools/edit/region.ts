import { linesAbove, linesBelow } from '../../output/changed-region.ts';
import type { Edit } from './input.ts';
import { mostCounted } from './match.ts';
import type { Pause } from './pause.ts';

/** Lines kept around the places of the edits: what a diff shows of them, and one that tells their line ends. */
export const linesAround = 4;

/** A part of the bytes of a file, made of whole lines. */
export interface Region {
  readonly start: number;
  readonly end: number;
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
  if (last === 0) return null;
  const start = linesAbove(bytes, Math.max(0, first - away), linesAround);
  return { start, end: linesBelow(bytes, last + away, linesAround) };
}
