import type { Candidate } from '../rules/pattern.ts';
import { type Arg, textArg } from '../shell/arg.ts';
import type { Trail } from '../shell/trail.ts';

/** A command that might run, however it is wrapped. */
export interface Suspect {
  readonly words: readonly Candidate[];
  /** Where `cd` went before it. */
  readonly trail: Trail;
  /** The words when all are known, for reading them as a profile does. */
  readonly args: readonly Arg[] | null;
  /** Whether it would run on another machine, whose files are others. */
  readonly isElsewhere?: boolean;
  /** Whether it would run where nothing of this machine is seen but what was shown there. */
  readonly isApart?: boolean;
}

/** A command that might run after the folders of a trail were entered. */
export function suspectOf(words: readonly Candidate[], trail: Trail): Suspect {
  const texts = words.every((word) => word !== null) ? words : null;
  return { words, trail, args: texts === null ? null : texts.map(textArg) };
}

/** What code in the words of a command does by itself as another command would: no rule about that one means it. */
export interface SuspectDeed extends Suspect {
  /** What is called there, with its operands. */
  readonly shown: readonly Candidate[];
}

/** Each command once, however often it stands there. */
export function distinctSuspects(suspects: readonly Suspect[]): readonly Suspect[] {
  const keyOf = ({ words, trail, isElsewhere = false, isApart = false }: Suspect) =>
    JSON.stringify([words, trail, isElsewhere, isApart]);
  return [...new Map(suspects.map((suspect) => [keyOf(suspect), suspect])).values()];
}
