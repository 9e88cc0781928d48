import { isObject } from '../record.ts';
import { childSchema, chosenOption, entryNames, unwrap } from './schema-parts.ts';

/** Whether a schema makes its field optional. */
function isOptional(schema: unknown): boolean {
  return isObject(schema) && (schema.type === 'optional' || schema.type === 'exact_optional');
}

/**
 * The value without optional fields that are null, as clients send that fill in every field. Fields of the other actions of a variant
 * count as optional too. Null stays in lists, in records and in unknown fields.
 */
export function withoutNulls(schema: unknown, value: unknown): unknown {
  const node = unwrap(schema);
  // Unknown parts are rejected later as they are.
  if (!isObject(node)) return value;
  if (Array.isArray(value)) {
    const item = childSchema(node, 0);
    return value.map((one: unknown) => withoutNulls(item, one));
  }
  if (!isObject(value)) return value;
  const object = chosenOption(node, value)?.option ?? node;
  const [own, all] = [entryNames(object), entryNames(node)];
  const mayLeaveOut = (key: string): boolean =>
    own.includes(key) ? isOptional(childSchema(object, key)) : all.includes(key);
  const kept = Object.entries(value).filter(([key, child]) => child !== null || !mayLeaveOut(key));
  return Object.fromEntries(kept.map(([key, child]) => [key, withoutNulls(childSchema(object, key), child)]));
}
