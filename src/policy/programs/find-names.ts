import type { Candidate } from '../rules/pattern.ts';

/**
 * What a word of an expression stands for: a test or an option by itself, one with a text or a file to look at behind it, one with a file
 * that is written or that tells where to begin, an action, or nothing that is known.
 */
export type Sort = 'bare' | 'text' | 'file' | 'outer' | 'delete' | 'command' | 'unknown';

/** A sort, and how many words stand behind a name of it; those of a command are counted by what ends them. */
type Sorted = readonly [Sort, number];

const names: readonly (readonly [RegExp, ...Sorted])[] = [
  [
    /^-(empty|executable|readable|writable|nouser|nogroup|true|false|print0?|ls|prune|quit|d|depth|daystart|follow|mount|xdev|noleaf|(no)?ignore_readdir_race|(no)?warn|-?help|-?version)$/,
    'bare',
    0,
  ],
  [
    /^-(i?(name|path|wholename|regex|lname)|x?type|size|perm|user|group|[ug]id|links|inum|fstype|context|[acm](min|time)|used|maxdepth|mindepth|regextype|printf|newer[aBcm]t)$/,
    'text',
    1,
  ],
  [/^-([ac]?newer|samefile|newer[aBcm][aBcm])$/, 'file', 1],
  [/^-(fls|fprint0?|files0-from)$/, 'outer', 1],
  [/^-fprintf$/, 'outer', 2],
  [/^-delete$/, 'delete', 0],
  [/^-(exec|ok)(dir)?$/, 'command', 0],
];

/** What surely holds, and tests of whole paths. */
export const surelyHolds = /^-(true|prune|print0?)$/;
export const pathTest = /^-(path|wholename)$/;

/** What a word of an expression is by its name. */
export function sortOf(name: Candidate): Sorted {
  const [, ...sorted] = names.find(([pattern]) => pattern.test(name ?? '')) ?? [null, 'unknown', 0];
  return sorted;
}
