const block = 65_536;

/** Length of the longest common start, found by comparing whole blocks first. */
export function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  for (let size = block; size > 0; size = Math.floor(size / 16)) {
    while (length + size <= most && a.slice(length, length + size) === b.slice(length, length + size))
      length += size;
  }
  return length;
}

/** Length of the longest common end of at most `most` characters. */
export function commonEnd(a: string, b: string, most: number): number {
  let length = 0;
  const part = (text: string, size: number) => text.slice(text.length - length - size, text.length - length);
  for (let size = block; size > 0; size = Math.floor(size / 16)) {
    while (length + size <= most && part(a, size) === part(b, size)) length += size;
  }
  return length;
}

/** A text, or its bytes. */
interface Searched {
  readonly length: number;
  indexOf(part: string, from: number): number;
  lastIndexOf(part: string, from: number): number;
}

/** Start of the line that is `lines` above the one at `position`. */
export function linesAbove(text: Searched, position: number, lines: number): number {
  let start = text.lastIndexOf('\n', position - 1) + 1;
  if (position === 0) start = 0;
  for (let i = 0; i < lines && start > 0; i += 1)
    start = start === 1 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
  return start;
}

/** End of the line that is `lines` below the first line that begins at or after `position`. */
export function linesBelow(text: Searched, position: number, lines: number): number {
  let end = position;
  for (let i = 0; i <= lines; i += 1) {
    const next = text.indexOf('\n', end);
    if (next === -1) return text.length;
    end = next + 1;
  }
  return end;
}

function countLines(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** The whole lines in which two texts differ, with `context` lines around them. */
export interface ChangedRegion {
  readonly before: string;
  readonly after: string;
  /** Lines before the region. */
  readonly skipped: number;
  /** What follows the region in both texts. */
  readonly following: string;
}

/** Cuts the common start and end off two texts, so that the cost of a diff depends on the change and not on the files. */
export function changedRegion(before: string, after: string, context: number): ChangedRegion {
  const same = commonStart(before, after);
  const start = linesAbove(before, same, context);
  const tail = commonEnd(before, after, Math.min(before.length, after.length) - same);
  const end = linesBelow(before, before.length - tail, context);
  const kept = before.length - end;
  return {
    before: before.slice(start, end),
    after: after.slice(start, after.length - kept),
    skipped: countLines(before, start),
    following: before.slice(end),
  };
}
