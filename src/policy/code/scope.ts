import type { Given } from './known-functions.ts';
import type { ListForm } from './lists.ts';
import type { CodeToken } from './tokens.ts';
import type { Value } from './value.ts';

/** Resolves names for the evaluation of an expression. */
export interface Scope {
  /** Whether the limit of steps is reached. */
  isOver(): boolean;
  /** Counts further steps. */
  spend(steps: number): void;
  valueOf(name: string, position: number): Value;
  /** The result of a function of the code with this name. */
  resultOf(name: string): Value;
  /** The value for the current reading among alternatives. */
  either(place: string, values: readonly Value[]): Value;
  /** Whether adjacent values are concatenated. */
  readonly concatenates: boolean;
  readonly lists: ListForm;
  /** The value of a string token with interpolations. */
  filled(token: CodeToken, position: number): Value;
  readonly given: Given;
}
