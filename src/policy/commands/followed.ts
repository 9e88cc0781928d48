import type { OuterVariables } from '../shell/seen-variables.ts';

/** What a name stands for, where it is called. */
export interface Meaning {
  /** All that decides what it does, but variables. */
  readonly key: string;
  /** How deep within other texts it is. */
  readonly nesting: number;
  readonly variables: OuterVariables | null;
}

/** What a text is but for numbers and what lies deep in folders: what starts itself counts, or goes down a tree. */
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

/** What given names stand for is followed once: functions call each other, and themselves, any number of times. */
export class Followed {
  /** What is being followed now: within itself it does nothing else. */
  readonly #open = new Set<string>();
  /** The least depth that each was followed in, where variables hold the same. */
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
