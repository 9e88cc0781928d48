import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { flattenVariants } from './flatten.ts';

/** Converts a schema to JSON Schema draft 2020-12 without `$schema`; one of several objects becomes one object with an enum. */
export async function toJsonSchema(schema: v.GenericSchema): Promise<JsonSchema> {
  const { toJsonSchema: convert } = await import('@valibot/to-json-schema');
  const { $schema: _, ...converted } = convert(schema, {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    typeMode: 'input',
  });
  return flattenVariants(converted);
}
