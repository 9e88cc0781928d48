import { isObject } from '../record.ts';
import { childSchema, chosenOption, entryNames, unwrap } from './schema-parts.ts';

/** Whether a schema lets the field out that it is for. */
function isOptional(schema: unknown): boolean {
  return isObject(schema) && (schema.type === 'optional' || schema.type === 'exact_optional');
}

/**
 * The value less each field that is null where it may be left out, as clients send it that fill in every field of a tool. Fields
 * of the other actions of a variant count as left out too. Null stays in lists, in records and for fields nobody knows.
 */
export function withoutNulls(schema: unknown, value: unknown): unknown {
  const node = unwrap(schema);
  // What nobody describes is refused as it is, however deep.
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
