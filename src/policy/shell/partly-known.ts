import type { Candidate, Words } from '../rules/pattern.ts';
import { unknownName } from './here.ts';

/** Matches text that begins like a path in a known folder, also as an option's value; a `sed` script does not. */
const beginsPath = /^(?![sy]\/)(?:--?[\w-]+=|\w+=)?(?:~|[\w.@+-]*)\//;

/**
 * A path with an unknown part, by the pieces of its word: the known beginning, a name for the unknown part, and the last
 * name. Null if neither the folder nor the last name is known.
 */
export function partlyKnown(pieces: Words): Candidate {
  const before = pieces.slice(0, pieces.indexOf(null)).join('');
  const after = pieces.slice(pieces.lastIndexOf(null) + 1).join('');
  const end = after.includes('/') ? (/\/[^/]+$/.exec(after)?.[0] ?? '') : after;
  if (beginsPath.test(before)) return before + unknownName + end;
  return end.startsWith('/') ? unknownName + end : null;
}
