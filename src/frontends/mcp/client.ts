import * as v from 'valibot';
import type { Caller } from '../../core/context.ts';

/** How a form writes the titles of its choices: as in 2025-06-18, or as in all later versions. */
export type ChoiceStyle = 'enum-names' | 'one-of';

/** What is known about the client of a request. */
export interface Client {
  readonly caller: Caller;
  /** How the client can be asked; null if it cannot. */
  readonly asks: ChoiceStyle | null;
}

/** What a client says about itself, in both protocol eras; the rest is ignored. */
export const clientInfoSchema = v.looseObject({ name: v.optional(v.string()) });
export const capabilitiesSchema = v.looseObject({
  elicitation: v.optional(v.looseObject({ form: v.optional(v.unknown()), url: v.optional(v.unknown()) })),
});

/** Whether a client shows forms; one that only supports URLs does not. */
export function showsForms({ elicitation }: v.InferOutput<typeof capabilitiesSchema>): boolean {
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/** The caller with the name that the client gave for itself. */
export function named(caller: Caller, info: v.InferOutput<typeof clientInfoSchema> | undefined): Caller {
  return info?.name === undefined ? caller : { ...caller, client: info.name };
}
