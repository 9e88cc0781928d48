import type { Value } from './value.ts';

/** What a call is given: by its place and by name. */
export interface Arguments {
  readonly placed: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

export const nothing: Arguments = { placed: [], named: new Map() };
