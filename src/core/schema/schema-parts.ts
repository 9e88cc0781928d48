import { isObject } from '../record.ts';

/** What a variant's option is chosen by. */
export function optionName(option: unknown, key: unknown): unknown {
  const own = unwrap(childSchema(option, key));
  return isObject(own) ? own.literal : undefined;
}

/** The schema of a variant that the value names by its key, and that name; null for every other schema. */
export function chosenOption(
  node: unknown,
  value: unknown,
): { readonly name: string; readonly option: unknown } | null {
  if (!isObject(node) || node.type !== 'variant' || !isObject(value)) return null;
  const name = value[String(node.key)];
  const options: readonly unknown[] = Array.isArray(node.options) ? node.options : [];
  const option = options.find((one) => optionName(one, node.key) === name);
  return option === undefined ? null : { name: String(name), option };
}

/** A schema without what makes it optional. */
export function unwrap(schema: unknown): unknown {
  let node = schema;
  while (isObject(node) && 'wrapped' in node) node = node.wrapped;
  return node;
}

/** The schema of an entry, an item or a value of a schema; undefined where there is none. */
export function childSchema(schema: unknown, key: unknown): unknown {
  const node = unwrap(schema);
  if (!isObject(node)) return undefined;
  if (isObject(node.entries) && typeof key === 'string') return node.entries[key];
  if (Array.isArray(node.items)) return node.items[Number(key)];
  return node.item ?? node.value;
}

/** The keys a schema knows; of a variant those of all its options. */
export function entryNames(node: unknown): readonly string[] {
  if (!isObject(node)) return [];
  if (isObject(node.entries)) return Object.keys(node.entries);
  if (Array.isArray(node.options)) return node.options.flatMap(entryNames);
  return [];
}

/** Whether an issue of valibot is about a key that an object does not have. */
export function isUnknownKey({
  type,
  expected,
}: {
  readonly type: string;
  readonly expected: string | null;
}): boolean {
  return type === 'strict_object' && expected === 'never';
}
