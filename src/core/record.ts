/** Whether a value is an object, not null or an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an object or an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The object or array in a JSON text; null for any other text. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The own property of a record; undefined if there is none, also for inherited names. */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Whether a value has more than `most` entries of arrays and objects at all depths together. */
export function hasMoreEntries(value: unknown, most: number): boolean {
  const open = [value];
  for (let left = most; open.length > 0; ) {
    const node = open.pop();
    if (!isObject(node)) continue;
    left -= Array.isArray(node) ? node.length : Object.keys(node).length;
    if (left < 0) return true;
    open.push(...Object.values(node));
  }
  return false;
}
