import type { OuterVariables } from '../shell/seen-variables.ts';

/** What a name stands for at a call. */
export interface Meaning {
  /** Everything that decides what it does, except for variables. */
  readonly key: string;
  /** The number of texts around it. */
  readonly nesting: number;
  readonly variables: OuterVariables | null;
}

/** A text without its numbers and deep folders, which is what remains equal when a text calls itself with a counter or down a tree. */
export function shapeOf(text: string): string {
  return text
    .replace(/\d+/g, '#')
    .split(/([\s\0"']+)/)
    .map((word) => {
      const end = word.indexOf('/', word.indexOf('/') + 1);
      return end <= 0 ? word : `${word.slice(0, end)}/…`;
    })
    .join('');
}

/** Follows what a name stands for only once, since functions call each other, and themselves, any number of times. */
export class Followed {
  /** What is being followed now; a recursion adds nothing. */
  readonly #open = new Set<string>();
  /** The least nesting at which each was followed, for the same variables. */
  readonly #depths = new Map<OuterVariables | null, Map<string, number>>();

  follow({ key, nesting, variables }: Meaning, into: () => void): void {
    const depths = this.#depths.get(variables) ?? new Map<string, number>();
    this.#depths.set(variables, depths);
    if (this.#open.has(key) || (depths.get(key) ?? Number.POSITIVE_INFINITY) <= nesting) return;
    depths.set(key, nesting);
    this.#open.add(key);
    into();
    this.#open.delete(key);
  }
}
