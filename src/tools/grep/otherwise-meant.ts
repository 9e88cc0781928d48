import type { GrepInput } from './input.ts';

/** What other programs read otherwise in a pattern, and what it stands for here. */
const readings: readonly (readonly [written: RegExp, stands: string])[] = [
  [/(?<!\\)(?:\\\\)*\\\|/, 'a bar behind a backslash stands for itself, one without separates alternatives'],
  [
    /(?<!\\)(?:\\\\)+[bBdDsSwW.|()[\]{}?*+^$]/,
    'two backslashes stand for one itself, so what follows is not escaped',
  ],
];

/** How a pattern without matches may have been meant otherwise, as in `grep` without -E or by escaping twice; null if it may not. */
export function otherwiseMeant({
  pattern,
  fixedStrings,
}: Pick<GrepInput, 'pattern' | 'fixedStrings'>): string | null {
  if (fixedStrings) return null;
  return readings.find(([written]) => written.test(pattern))?.[1] ?? null;
}
