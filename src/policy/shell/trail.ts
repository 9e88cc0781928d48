import type { Candidate } from '../rules/pattern.ts';

/** Where `cd` went, in order; null is a folder nobody can tell, perhaps one of those before. */
export type Trail = readonly Candidate[];

/** Where a shell is, where it was before (`cd -`), and the folders it would come back to (`popd`), the next one last. */
export interface Location {
  readonly trail: Trail;
  readonly previous: Trail;
  readonly stack: readonly Trail[];
}

export const start: Location = { trail: [], previous: [], stack: [] };

/** Folders of a trail: where it leads on from there is not looked through. */
export const longestTrail = 64;

/** A trail with one more folder; one that is too long stays so. */
function follow(trail: Trail, target: Candidate): Trail {
  return trail.length < longestTrail ? [...trail, target] : trail;
}

/**
 * Where a shell is after a command, taken to have worked; the same location for a command that does not move it. `base` is where
 * relative folders among its words lead on from.
 */
export function locationAfter(words: readonly Candidate[], from: Location, base = from.trail): Location {
  const { trail, previous, stack } = from;
  const [name, ...operands] = words.slice(
    words.findIndex((word) => word !== 'builtin' && word !== 'command'),
  );
  const to = (next: Trail, kept = stack): Location => ({ trail: next, previous: trail, stack: kept });
  if (name === 'popd') return to(stack.at(-1) ?? trail, stack.slice(0, -1));
  if (name !== 'cd' && name !== 'pushd') return from;
  const kept = name === 'cd' ? stack : [...stack, trail].slice(-longestTrail);
  if (operands.length === 0)
    return name === 'cd' ? to(follow(trail, '~')) : to(stack.at(-1) ?? trail, [...stack.slice(0, -1), trail]);
  const target = operands.at(-1) ?? null;
  if (target === '-') return to(previous, kept);
  const isTurn = name === 'pushd' && /^[-+]\d+$/.test(target ?? '');
  return to(follow(base, isTurn ? null : target), kept);
}
