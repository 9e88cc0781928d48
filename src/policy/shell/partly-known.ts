import type { Candidate } from '../rules/pattern.ts';
import { unknownName } from './here.ts';

/** A text that begins as a path in a known folder does, also as the value of a name; a script of `sed` does not. */
const beginsPath = /^(?![sy]\/)(?:--?[\w-]+=|\w+=)?(?:~|[\w.@+-]*)\//;

/**
 * A path of which only the run knows a part, by the pieces of its word: what is known before that part, a name that stands for it, and
 * the last name. Null where neither folder nor last name is told.
 */
export function partlyKnown(pieces: readonly Candidate[]): Candidate {
  const before = pieces.slice(0, pieces.indexOf(null)).join('');
  const after = pieces.slice(pieces.lastIndexOf(null) + 1).join('');
  const end = after.includes('/') ? (/\/[^/]+$/.exec(after)?.[0] ?? '') : after;
  if (beginsPath.test(before)) return before + unknownName + end;
  return end.startsWith('/') ? unknownName + end : null;
}
