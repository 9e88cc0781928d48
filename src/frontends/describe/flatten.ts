import type { JsonSchema } from '@valibot/to-json-schema';

/** Defaults that go without saying. */
export const plainDefaults: readonly unknown[] = [false, 0, ''];

interface Variant {
  readonly actions: readonly string[];
  readonly schema: JsonSchema;
}

/**
 * A choice of objects told apart by one member, as one object in which that member is an enum: hosts of models want
 * `type: object` at the top. Which field belongs to which action is said in the field's description, and so is its default, which
 * clients that fill defaults in would give every action; the strict check is still the schema's.
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

/** The member that every option requires and fixes to words; null when the options are not told apart so. */
function discriminatorOf(options: readonly JsonSchema[]): string | null {
  const names = Object.keys(options[0]?.properties ?? {});
  const isFixed = (option: JsonSchema, name: string): boolean =>
    option.required?.includes(name) === true && wordsOf(propertyOf(option, name)).length > 0;
  return names.find((name) => options.every((option) => isFixed(option, name))) ?? null;
}

/** The enum of all actions; what each is for is the tool's description's to say, once. */
function mergeActions(variants: readonly Variant[]): JsonSchema {
  return { type: 'string', enum: variants.flatMap(({ actions }) => [...actions]) };
}

/** One field of several actions: its schema, or the choice of them where they differ, and whose it is. */
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

/** The actions that have a field, in as few words as possible; null when all have it. */
function scopeOf(variants: readonly Variant[], users: readonly Variant[]): string | null {
  const others = variants.filter((variant) => !users.includes(variant));
  if (others.length === 0) return null;
  const named = (some: readonly Variant[]): string => some.flatMap(({ actions }) => [...actions]).join(', ');
  return others.length < users.length ? `all but ${named(others)}` : named(users);
}
