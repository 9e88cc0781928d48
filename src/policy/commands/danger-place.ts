import { startsElsewhere } from '../programs/carriers.ts';
import { startsApart, startsOnOtherMachine } from '../programs/elsewhere-words.ts';
import { enteredBy } from '../programs/entered.ts';
import type { Words } from '../rules/pattern.ts';
import type { OuterVariables } from '../shell/seen-variables.ts';
import type { Suspect } from './suspect.ts';

/** Where a command would run: the folders entered before it, and whether on another machine. */
export type Whereabouts = Required<Pick<Suspect, 'trail' | 'isElsewhere' | 'isOtherMachine' | 'isApart'>> & {
  /** What the variables there may contain; null if unknown. */
  readonly variables: OuterVariables | null;
  /** Whether it is, or is in, a function or another name that the script defines; that may call itself. */
  readonly isCalled: boolean;
};

/** The start of a call; `outer` are the variables of its environment. */
export function startFrom(outer: OuterVariables | null = null): Whereabouts {
  return {
    trail: [],
    isElsewhere: false,
    isOtherMachine: false,
    isApart: false,
    variables: outer,
    isCalled: false,
  };
}

/** Where commands and scripts in the arguments of a command would run. */
export function placeIn(words: Words, at: Whereabouts): Whereabouts {
  const entered = enteredBy(words);
  const trail = entered.length === 0 ? at.trail : [...at.trail, ...entered];
  const isElsewhere = at.isElsewhere || startsElsewhere(words);
  const isOtherMachine = at.isOtherMachine || startsOnOtherMachine(words);
  return { ...at, trail, isElsewhere, isOtherMachine, isApart: at.isApart || startsApart(words) };
}
