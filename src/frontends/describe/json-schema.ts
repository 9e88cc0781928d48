import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** Converts a schema to JSON Schema draft 2020-12 without `$schema`; one of several objects becomes one object with an enum. */
export async function toJsonSchema(schema: v.GenericSchema): Promise<JsonSchema> {
  const { toJsonSchema: convert } = await import('@valibot/to-json-schema');
  const { $schema: _, ...converted } = convert(schema, {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    typeMode: 'input',
  });
  return flatten(converted);
}

/** A `oneOf` of objects told apart by constants as one object: hosts of models want `type: object` at the top. */
function flatten(schema: JsonSchema): JsonSchema {
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants === undefined) return schema;
  const properties: Record<string, JsonSchema> = {};
  for (const variant of variants) {
    if (typeof variant === 'boolean') continue;
    for (const [name, property] of Object.entries(variant.properties ?? {})) {
      if (typeof property !== 'boolean') properties[name] = merge(properties[name], property);
    }
  }
  const required = requiredByAll(variants);
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function merge(before: JsonSchema | undefined, added: JsonSchema): JsonSchema {
  if (added.const === undefined) return before ?? added;
  const { const: value, ...rest } = added;
  return { ...rest, ...before, type: 'string', enum: [...(before?.enum ?? []), value] };
}

function requiredByAll(variants: readonly (JsonSchema | boolean)[]): string[] {
  const lists = variants.map((variant) => (typeof variant === 'boolean' ? [] : (variant.required ?? [])));
  return (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)));
}
