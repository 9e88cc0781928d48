import type * as v from 'valibot';
import { isObject } from '../record.ts';

/**
 * What a schema of optional objects and options yields for an empty object, read from the defaults without validating (a tenth of the
 * time). A fresh copy each time; entries without a default are left out.
 */
export function defaultsOf<Schema extends v.GenericSchema>(schema: Schema): v.InferOutput<Schema> {
  return defaultOf(schema) as v.InferOutput<Schema>;
}

function defaultOf(node: unknown): unknown {
  if (!isObject(node)) return undefined;
  if ('wrapped' in node) {
    const inner = node.wrapped;
    return isObject(inner) && 'entries' in inner && node.default !== undefined
      ? defaultOf(inner)
      : copy(node.default);
  }
  const result: Record<string, unknown> = {};
  if (!isObject(node.entries)) return result;
  for (const key in node.entries) {
    const value = defaultOf(node.entries[key]);
    if (value !== undefined) result[key] = value;
  }
  return result;
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const key in value) result[key] = copy(value[key]);
  return result;
}
