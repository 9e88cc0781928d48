import * as v from 'valibot';
import { otherKeyForms } from '../../core/place.ts';
import { shaped, text } from './node-shapes.ts';

const typedSchema = v.object({
  pending: text,
  terminal: v.nullable(
    v.object({
      applicationCursor: v.boolean(),
      bracketedPaste: v.boolean(),
      // Absent from an earlier version.
      otherKeys: v.optional(v.nullable(v.picklist(otherKeyForms)), null),
    }),
  ),
  revision: v.number(),
});

/** What was typed into a session on a node, and the revision of its input. */
type NodeTyped = v.InferOutput<typeof typedSchema>;

/** Parses the answer to `session/typed`; null for anything else, and where the node has no such session that runs. */
export function readTyped(value: unknown): NodeTyped | null {
  return shaped(typedSchema, value);
}
