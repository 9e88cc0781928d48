import type { JsonSchema } from '@valibot/to-json-schema';

/** Defaults that need no mention. */
export const plainDefaults: readonly unknown[] = [false, 0, ''];

interface Variant {
  readonly actions: readonly string[];
  readonly schema: JsonSchema;
}

/**
 * Merges objects that one member distinguishes into one object in which that member is an enum, as hosts of models require `type:
 * object` at the top. The description of a field says which actions it is for, and its default, because clients that fill in defaults
 * would send it for every action; the strict check remains the schema's.
 */
export function flattenVariants(schema: JsonSchema): JsonSchema {
  const options = (schema.oneOf ?? schema.anyOf ?? []).filter((option) => typeof option !== 'boolean');
  const key = discriminatorOf(options);
  if (key === null) return schema;
  const variants = options.map((option) => ({ actions: wordsOf(propertyOf(option, key)), schema: option }));
  const names = new Set(options.flatMap((option) => Object.keys(option.properties ?? {})));
  const properties = [...names].map((name): [string, JsonSchema] => [
    name,
    name === key ? mergeActions(variants) : mergeProperty(variants, name),
  ]);
  const required = [...names].filter((name) => options.every((option) => option.required?.includes(name)));
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required,
    additionalProperties: false,
  };
}

function propertyOf(schema: JsonSchema, name: string): JsonSchema {
  const property = schema.properties?.[name];
  return property === undefined || typeof property === 'boolean' ? {} : property;
}

function wordsOf({ const: word, enum: words }: JsonSchema): readonly string[] {
  return (word === undefined ? (words ?? []) : [word]).map(String);
}

/** The member that every option requires and fixes to words; null if there is none. */
function discriminatorOf(options: readonly JsonSchema[]): string | null {
  const names = Object.keys(options[0]?.properties ?? {});
  const isFixed = (option: JsonSchema, name: string): boolean =>
    option.required?.includes(name) === true && wordsOf(propertyOf(option, name)).length > 0;
  return names.find((name) => options.every((option) => isFixed(option, name))) ?? null;
}

/** The enum of all actions; the tool's description explains them. */
function mergeActions(variants: readonly Variant[]): JsonSchema {
  return { type: 'string', enum: variants.flatMap(({ actions }) => [...actions]) };
}

/** A field of several actions: its schema, or a choice of them if they differ, with the actions it is for. */
function mergeProperty(variants: readonly Variant[], name: string): JsonSchema {
  const users = variants.filter(({ schema }) => schema.properties?.[name] !== undefined);
  const versions = new Map(
    users.map(({ schema }) => [JSON.stringify(propertyOf(schema, name)), propertyOf(schema, name)]),
  );
  const scope = scopeOf(variants, users);
  const [first = {}, ...rest] =
    scope === null ? versions.values() : [...versions.values()].map(withToldDefault);
  const merged: JsonSchema = rest.length === 0 ? first : { anyOf: [first, ...rest] };
  if (scope === null) return merged;
  const { description } = merged;
  return {
    ...merged,
    description: description === undefined ? `For ${scope}` : `${scope}: ${description}`,
  };
}

function withToldDefault({ default: value, ...field }: JsonSchema): JsonSchema {
  if (value === undefined || plainDefaults.includes(value)) return field;
  const told = `default ${JSON.stringify(value)}`;
  return { ...field, description: field.description === undefined ? told : `${field.description}, ${told}` };
}

/** The actions that have a field, in the fewest words; null if all have it. */
function scopeOf(variants: readonly Variant[], users: readonly Variant[]): string | null {
  const others = variants.filter((variant) => !users.includes(variant));
  if (others.length === 0) return null;
  const named = (some: readonly Variant[]): string => some.flatMap(({ actions }) => [...actions]).join(', ');
  return others.length < users.length ? `all but ${named(others)}` : named(users);
}
