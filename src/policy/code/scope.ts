import type { Given } from './known-functions.ts';
import type { CodeToken } from './tokens.ts';
import type { Value } from './value.ts';

/** Where an expression gets what its names stand for. */
export interface Scope {
  /** Whether no more is evaluated. */
  isOver(): boolean;
  /** Counts what is read besides. */
  spend(steps: number): void;
  valueOf(name: string, position: number): Value;
  /** What a function of the code gives that is called by a name. */
  resultOf(name: string): Value;
  /** One of those that it may be. */
  either(place: string, values: readonly Value[]): Value;
  /** Whether values that stand beside each other are one text. */
  readonly concatenates: boolean;
  /** The text of a token with what stands in it. */
  filled(token: CodeToken, position: number): Value;
  readonly given: Given;
}
