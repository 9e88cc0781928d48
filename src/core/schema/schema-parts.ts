import { isObject } from '../record.ts';

/** The literal of a variant's option at the discriminating key. */
export function optionName(option: unknown, key: unknown): unknown {
  const own = unwrap(childSchema(option, key));
  return isObject(own) ? own.literal : undefined;
}

/** The option of a variant that the value chooses, and its name; null for any other schema. */
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

/** A schema without its optional wrappers. */
export function unwrap(schema: unknown): unknown {
  let node = schema;
  while (isObject(node) && 'wrapped' in node) node = node.wrapped;
  return node;
}

/** The schema of an entry, item or value; undefined for none. */
export function childSchema(schema: unknown, key: unknown): unknown {
  const node = unwrap(schema);
  if (!isObject(node)) return undefined;
  if (isObject(node.entries) && typeof key === 'string') return node.entries[key];
  if (Array.isArray(node.items)) return node.items[Number(key)];
  return node.item ?? node.value;
}

/** The keys of a schema; for a variant those of all options. */
export function entryNames(node: unknown): readonly string[] {
  if (!isObject(node)) return [];
  if (isObject(node.entries)) return Object.keys(node.entries);
  if (Array.isArray(node.options)) return node.options.flatMap(entryNames);
  return [];
}

/** Whether a valibot issue is about an unknown key. */
export function isUnknownKey({
  type,
  expected,
}: {
  readonly type: string;
  readonly expected: string | null;
}): boolean {
  return type === 'strict_object' && expected === 'never';
}
