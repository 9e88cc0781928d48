import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { flattenVariants, plainDefaults } from './flatten.ts';

/** Converts a schema to JSON Schema draft 2020-12 without `$schema`; a variant becomes one object with an enum. */
export async function toJsonSchema(schema: v.GenericSchema): Promise<JsonSchema> {
  const { toJsonSchema: convert } = await import('@valibot/to-json-schema');
  const { $schema: _, ...converted } = convert(schema, {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    typeMode: 'input',
  });
  return compact(flattenVariants(converted));
}

const unbounded: readonly unknown[] = [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];

/** A list that may also be given as its single item is described as a list. */
function listAlone({ anyOf, ...rest }: JsonSchema): JsonSchema {
  const [list, item, ...more] = anyOf ?? [];
  const isOneItem = typeof list === 'object' && typeof item === 'object' && more.length === 0;
  if (!isOneItem || JSON.stringify(list.items) !== JSON.stringify(item)) return { anyOf, ...rest };
  return { ...list, ...rest };
}

/** What a model hardly runs into, or what tells it nothing; a refusal names each. */
const dropped: ReadonlySet<string> = new Set([
  'pattern',
  'maxLength',
  'minItems',
  'maxItems',
  'propertyNames',
  'not',
]);

/** Removes what tells a model little (also bounds of exact numbers, minimum 0 or 1, empty lists), as tokens cost. */
function compact(whole: JsonSchema): JsonSchema {
  const {
    required,
    minimum,
    maximum,
    minLength,
    default: fallback,
    ...rest
  } = whole.anyOf === undefined ? whole : listAlone(whole);
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !dropped.has(name))),
    ...(fallback === undefined || plainDefaults.includes(fallback) ? {} : { default: fallback }),
    ...(minLength === undefined || minLength === 1 ? {} : { minLength }),
    ...(required === undefined || required.length === 0 ? {} : { required }),
    ...(minimum === undefined || minimum === 0 || minimum === 1 || unbounded.includes(minimum)
      ? {}
      : { minimum }),
    ...(maximum === undefined || unbounded.includes(maximum) ? {} : { maximum }),
    ...(rest.properties === undefined ? {} : { properties: mapValues(rest.properties) }),
    ...(typeof rest.items === 'object' && !Array.isArray(rest.items) ? { items: compact(rest.items) } : {}),
  };
}

type Properties = Readonly<Record<string, JsonSchema | boolean>>;

function mapValues(properties: Properties): Record<string, JsonSchema | boolean> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? value : withoutRepeats(compact(value), properties),
    ]),
  );
}

/** A list whose items' fields lack the descriptions that they share with fields of the same name beside it. */
function withoutRepeats(list: JsonSchema, beside: Properties): JsonSchema {
  const { items } = list;
  if (typeof items !== 'object' || Array.isArray(items) || items.properties === undefined) return list;
  const properties = Object.entries(items.properties).map(([name, value]) => {
    const { description, ...field } = typeof value === 'boolean' ? {} : value;
    const other = beside[name];
    const isRepeated = typeof other === 'object' && other.description === description;
    return [name, isRepeated ? field : value];
  });
  return { ...list, items: { ...items, properties: Object.fromEntries(properties) } };
}
