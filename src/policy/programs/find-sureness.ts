import type { FindTree, Primary } from './find-tree.ts';

/** How sure something is: not so, perhaps, so. */
export type Sure = 0 | 1 | 2;

const both = (one: Sure, other: Sure): Sure => (one < other ? one : other);
const either = (one: Sure, other: Sure): Sure => (one > other ? one : other);
const opposite = (one: Sure): Sure => (one === 0 ? 2 : one === 2 ? 0 : 1);

/** How sure an expression holds, by how sure each test and action does, which is as surely `reached`. */
export function surenessOf(
  part: FindTree,
  ofOne: (one: Primary, reached: Sure) => Sure,
  reached: Sure = 2,
): Sure {
  if (part.kind === 'one') return ofOne(part, reached);
  if (part.kind === 'not') return opposite(surenessOf(part.part, ofOne, reached));
  let value: Sure = part.kind === 'any' ? 0 : 2;
  for (const one of part.parts) {
    if (part.kind === 'each') value = surenessOf(one, ofOne, reached);
    else if (part.kind === 'all') value = both(value, surenessOf(one, ofOne, both(reached, value)));
    else value = either(value, surenessOf(one, ofOne, both(reached, opposite(value))));
  }
  return value;
}

/** Whether an action may be reached, or where there is none the expression hold, by how sure each test is. */
export function mayReach(tree: FindTree, action: Primary | null, sure: (test: Primary) => Sure): boolean {
  let isReached = false;
  const value = surenessOf(tree, (one, reached) => {
    isReached ||= one === action && reached > 0;
    return sure(one);
  });
  return action === null ? value > 0 : isReached;
}

/** Whether a test or an action in an expression is such a one. */
export function hasOne(part: FindTree, is: (one: Primary) => boolean): boolean {
  if (part.kind === 'one') return is(part);
  return part.kind === 'not' ? hasOne(part.part, is) : part.parts.some((one) => hasOne(one, is));
}
