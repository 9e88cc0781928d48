import { expect, it } from 'vitest';
import { leftOutNotices, someLines, someOf } from '../../src/output/notices.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index + 1}`);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const ten = '1, 2, 3, 4, 5, 6, 7, 8, 9, 10';

it.each([
  [1, 'n1'],
  [5, 'n1, n2, n3, n4, n5'],
  [6, 'n1, n2, n3, n4, n5 and 1 more'],
  [7, 'n1, n2, n3, n4, n5 and 2 more'],
])('%i names are told as far as they are few', (count, told) => {
  expect(someOf(names(count))).toBe(told);
});

it.each([
  [1, undefined, 'Line 1'],
  [2, undefined, 'Lines 1, 2'],
  [1, 2, 'Lines 1 and 1 more'],
  [10, undefined, `Lines ${ten}`],
  [11, undefined, `Lines ${ten} and 1 more`],
  [11, 20, `Lines ${ten} and 10 more`],
])('%i numbers of %s are told as far as they are few', (count, of, told) => {
  expect(someLines(numbers(count), of)).toBe(told);
});

it.each([
  [0, []],
  [1, ['Left out: n1.']],
  [2, ['Left out: n1, n2.']],
])('%i names that were left out make a notice or none', (count, notices) => {
  expect(leftOutNotices('Left out', names(count))).toEqual(notices);
});
