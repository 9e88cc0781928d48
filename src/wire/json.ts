import { isObject } from '../core/record.ts';
import { encodeText } from '../core/text/utf8.ts';

/** Whether arrays and objects nest deeper than `levels`; walks without recursion, so that no depth overflows the stack. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let row: object[] = isObject(value) ? [value] : [];
  for (let depth = 1; row.length > 0; depth += 1) {
    if (depth > levels) return true;
    const next: object[] = [];
    for (const node of row) {
      // The runtime takes seconds for the values of a list of a million as those of an object.
      for (const child of Array.isArray(node) ? node : Object.values(node)) {
        if (isObject(child)) next.push(child);
      }
    }
    row = next;
  }
  return false;
}

/** Whether a text takes more than `bytes` in UTF-8; measures only when the count of characters does not tell already. */
export function isLongerThan(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  return text.length * 3 > bytes && encodeText(text).length > bytes;
}
