import { lazy } from '../../core/async/lazy.ts';
import type { SeenCommand } from '../shell/sightings.ts';
import type { Bound } from './bound.ts';
import { textsPassed } from './fed.ts';

/** For a command that runs texts, makes one that prints what those print; only made if something reads it. */
export type Printed = Map<SeenCommand, () => SeenCommand>;

/** The commands of all texts that were searched, each within another. */
export class TextsWithin {
  readonly #texts: (readonly SeenCommand[])[] = [];

  /** The number of texts so far. */
  get count(): number {
    return this.#texts.length;
  }

  add(commands: readonly SeenCommand[]): void {
    this.#texts.push(commands);
  }

  /** Makes a command that prints what the texts from number `first` on print, with the redirects of `by`; null if there are none. */
  printedFor({ written, trail }: SeenCommand, first: number, bound: Bound): (() => SeenCommand) | null {
    if (this.count === first) return null;
    const inner = this.#texts.slice(first);
    return lazy(() => ({ words: [], input: textsPassed(inner.flat(), bound), read: [], written, trail }));
  }
}
