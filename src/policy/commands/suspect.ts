import type { Words } from '../rules/pattern.ts';
import { type Arg, textArg } from '../shell/arg.ts';
import type { Trail } from '../shell/trail.ts';

/** A command that might run, in whatever wrapper. */
export interface Suspect {
  readonly words: Words;
  /** The folders entered by `cd` before it. */
  readonly trail: Trail;
  /** The words if all are known, to be read by a profile; null otherwise. */
  readonly args: readonly Arg[] | null;
  /** Whether it would run on another machine, with other files. */
  readonly isElsewhere?: boolean;
  /** Whether that machine is surely not this one. */
  readonly isOtherMachine?: boolean;
  /** Whether it would run in isolation, with only those files of this machine that are passed in. */
  readonly isApart?: boolean;
}

/** A command that might run after entering the folders of a trail. */
export function suspectOf(words: Words, trail: Trail): Suspect {
  const texts = words.every((word) => word !== null) ? words : null;
  return { words, trail, args: texts === null ? null : texts.map(textArg) };
}

/** Something that code in a command's arguments does by itself, as the equal command; rules on that command do not mean it. */
export interface SuspectDeed extends Suspect {
  /** The called function with its arguments. */
  readonly shown: Words;
}

/** Drops repeated commands. */
export function distinctSuspects(suspects: readonly Suspect[]): readonly Suspect[] {
  const keyOf = ({ words, trail, isElsewhere = false, isOtherMachine = false, isApart = false }: Suspect) =>
    JSON.stringify([words, trail, isElsewhere, isOtherMachine, isApart]);
  return [...new Map(suspects.map((suspect) => [keyOf(suspect), suspect])).values()];
}
