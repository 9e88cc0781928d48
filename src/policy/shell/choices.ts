import type { Held } from './seen-variables.ts';

/** One combination of values of variables, by their names. */
export type Choice = ReadonlyMap<string, Held>;

const mostChoices = 1024;

/** Whether all texts are numbers or letters, as in counting loops. */
function isCounted(all: readonly Held[]): boolean {
  return all.every((held) => held.length === 1 && /^(?:-?\d+|[A-Za-z])$/.test(held[0] ?? ''));
}

type Given = readonly [string, readonly Held[]];

/** Varies one counting variable at a time, with the others at their first value. */
function oneAtATime(counted: readonly Given[]): readonly Choice[] {
  const first = new Map(counted.flatMap(([name, [held]]) => (held === undefined ? [] : [[name, held]])));
  return counted.flatMap(([name, all]) => all.map((held) => new Map(first).set(name, held)));
}

/** All combinations of the texts of variables; empty if no variable has any. */
export function choicesOf(
  names: Iterable<string>,
  heldBy: (name: string) => readonly Held[],
): {
  readonly choices: readonly Choice[];
  /** Whether some variables were left out because there are too many combinations. */
  readonly isCut: boolean;
} {
  const given = [...names].map((name): Given => [name, heldBy(name)]).filter(([, all]) => all.length > 0);
  const isMany = given.reduce((count, [, all]) => count * all.length, 1) > mostChoices;
  const counted = isMany ? given.filter(([, all]) => all.length > 1 && isCounted(all)) : [];
  let choices: readonly Choice[] = counted.length > 0 ? oneAtATime(counted) : [new Map()];
  let isCut = false;
  for (const [name, all] of given.filter((one) => !counted.includes(one))) {
    if (all.length * choices.length > mostChoices) isCut = true;
    else choices = choices.flatMap((choice) => all.map((held) => new Map(choice).set(name, held)));
  }
  return { choices: choices[0]?.size === 0 ? [] : choices, isCut };
}
