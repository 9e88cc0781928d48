import { isRecord, ownValue } from '../core/record.ts';
import { cutText } from '../core/text/cut-text.ts';
import { escapeUnseen } from '../core/text/unseen.ts';

/** Whether two JSON values are equal, regardless of the order of keys. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((element, index) => isSame(element, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
  );
}

/** The elements of a list; empty for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Merges deeply by key: objects are merged, anything else in `over` replaces the value in `base`. Returns a new value. */
export function mergeValues(base: unknown, over: unknown): unknown {
  if (!isRecord(base) || !isRecord(over)) return over;
  const result = { ...base };
  for (const key of Object.keys(over)) {
    result[key] = Object.hasOwn(base, key) ? mergeValues(base[key], over[key]) : over[key];
  }
  return result;
}

/** The value at a path of keys; undefined for none. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  let node = root;
  for (const key of path) node = isRecord(node) ? ownValue(node, key) : undefined;
  return node;
}

/** Sets the value at a path of keys whose objects exist. */
export function putAt(root: unknown, path: readonly string[], value: unknown): void {
  const parent = valueAt(root, path.slice(0, -1));
  const key = path.at(-1);
  if (isRecord(parent) && key !== undefined) parent[key] = value;
}

/** A path as `a.b[0].c`. */
export function fieldName(path: readonly (string | number)[]): string {
  let field = '';
  for (const key of path) field += typeof key === 'number' ? `[${key}]` : field === '' ? key : `.${key}`;
  return field;
}

const longest = 80;

/** A value as JSON on one line, cut at 80 characters; nothing in it can move the cursor or change the reading direction. */
export function shown(value: unknown): string {
  // JSON writes an infinite number as null.
  const json = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return escapeUnseen(cutText(json, longest));
}
