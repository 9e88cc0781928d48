import type { Held } from './seen-variables.ts';

/** What variables hold at a time, by their names. */
export type Choice = ReadonlyMap<string, Held>;

const mostChoices = 1024;

/** Everything that variables may hold together, of which each is given some texts; none where no variable is given any. */
export function choicesOf(
  names: Iterable<string>,
  heldBy: (name: string) => readonly Held[],
): {
  readonly choices: readonly Choice[];
  /** Whether there is more: then some variables are left out. */
  readonly isCut: boolean;
} {
  let choices: readonly Choice[] = [new Map()];
  let isCut = false;
  for (const name of names) {
    const all = heldBy(name);
    if (all.length === 0) continue;
    if (all.length * choices.length > mostChoices) isCut = true;
    else choices = choices.flatMap((choice) => all.map((held) => new Map(choice).set(name, held)));
  }
  return { choices: choices[0]?.size === 0 ? [] : choices, isCut };
}
