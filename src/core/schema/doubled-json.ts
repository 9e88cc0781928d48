import type * as v from 'valibot';
import { isObject } from '../record.ts';

const objectTypes: ReadonlySet<string> = new Set(['strict_object', 'object', 'record']);

/** The array or object in a JSON text; undefined for any other text. */
export function readDoubled(text: string, wanted: 'list' | 'object'): unknown {
  if (!text.trimStart().startsWith(wanted === 'list' ? '[' : '{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A copy of `value` with `inner` at the path. */
function replaced(value: unknown, path: readonly PropertyKey[], inner: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined || !isObject(value)) return inner;
  const child = replaced(Reflect.get(value, key), rest, inner);
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === key ? child : item));
  return { ...value, [key]: child };
}

/**
 * The value with lists and objects that came as JSON text parsed, as some clients encode arguments twice; null if no issue is about
 * that. Only strings where a list or object is required are parsed.
 */
export function undoubled(value: unknown, issues: readonly v.BaseIssue<unknown>[]): unknown {
  let read: unknown = null;
  for (const { type, kind, input, path } of issues) {
    if (kind !== 'schema' || typeof input !== 'string' || path === undefined) continue;
    if (type !== 'array' && !objectTypes.has(type)) continue;
    const inner = readDoubled(input, type === 'array' ? 'list' : 'object');
    if (inner === undefined) continue;
    const keys = path.map((item) => (typeof item.key === 'number' ? item.key : String(item.key)));
    read = replaced(read ?? value, keys, inner);
  }
  return read;
}
