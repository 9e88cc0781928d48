import { isObject } from '../core/record.ts';
import { encodeText } from '../core/text/utf8.ts';

/** Whether arrays and objects nest deeper than `levels`; iterative, so that no depth overflows the stack. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let row: object[] = isObject(value) ? [value] : [];
  for (let depth = 1; row.length > 0; depth += 1) {
    if (depth > levels) return true;
    const next: object[] = [];
    for (const node of row) {
      // `Object.values` of an array with a million items takes seconds.
      for (const child of Array.isArray(node) ? node : Object.values(node)) {
        if (isObject(child)) next.push(child);
      }
    }
    row = next;
  }
  return false;
}

/** Whether a text has more than `bytes` bytes in UTF-8; encodes it only if the length does not decide. */
export function isLongerThan(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  return text.length * 3 > bytes && encodeText(text).length > bytes;
}
