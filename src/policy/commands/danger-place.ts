import { startsElsewhere } from '../programs/carriers.ts';
import { startsApart } from '../programs/elsewhere-words.ts';
import { enteredBy } from '../programs/entered.ts';
import type { Candidate } from '../rules/pattern.ts';
import type { OuterVariables } from '../shell/seen-variables.ts';
import type { Suspect } from './suspect.ts';

/** Where a command would run: the folders entered before, and whether on another machine. */
export type Whereabouts = Required<Pick<Suspect, 'trail' | 'isElsewhere' | 'isApart'>> & {
  /** What variables hold there. */
  readonly variables: OuterVariables | null;
  /** Whether it is, or is in, what the script gave a name to: that may start itself. */
  readonly isCalled: boolean;
};

/** Where a call begins, by what its environment gives variables. */
export function startFrom(outer: OuterVariables | null = null): Whereabouts {
  return { trail: [], isElsewhere: false, isApart: false, variables: outer, isCalled: false };
}

/** Where what a command carries would run. */
export function placeIn(words: readonly Candidate[], at: Whereabouts): Whereabouts {
  const entered = enteredBy(words);
  const trail = entered.length === 0 ? at.trail : [...at.trail, ...entered];
  const isElsewhere = at.isElsewhere || startsElsewhere(words);
  return { ...at, trail, isElsewhere, isApart: at.isApart || startsApart(words) };
}
