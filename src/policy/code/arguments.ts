import type { Value } from './value.ts';

/** The arguments of a call, positional and named. */
export interface Arguments {
  readonly placed: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

export const nothing: Arguments = { placed: [], named: new Map() };
