import { lazy } from '../../core/async/lazy.ts';
import type { SeenCommand } from '../shell/sightings.ts';
import type { Bound } from './bound.ts';
import { textsPassed } from './fed.ts';

/** For a command, one that prints what the texts which it runs do; made where something reads that. */
export type Printed = Map<SeenCommand, () => SeenCommand>;

/** The commands of the texts that were looked through, one within the other. */
export class TextsWithin {
  readonly #texts: (readonly SeenCommand[])[] = [];

  /** How many there are so far. */
  get count(): number {
    return this.#texts.length;
  }

  add(commands: readonly SeenCommand[]): void {
    this.#texts.push(commands);
  }

  /** What the texts from the `first` on print, as another command that writes where `by` does; null where there are none. */
  printedFor({ written, trail }: SeenCommand, first: number, bound: Bound): (() => SeenCommand) | null {
    if (this.count === first) return null;
    const inner = this.#texts.slice(first);
    return lazy(() => ({ words: [], input: textsPassed(inner.flat(), bound), read: [], written, trail }));
  }
}
