import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Findings } from '../../src/tools/grep/findings.ts';

/** Names in whatever order a search comes to them, each with its number of matches. */
const found = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,4}$/), fc.integer({ min: 1, max: 3000 })), {
  selector: ([name]) => name,
  minLength: 8,
  maxLength: 20,
});

/** The first matches in order of paths, as `path:line`. */
function firstOf(files: readonly { path: string; lines: readonly { number: number }[] }[], wanted: number) {
  return files.flatMap(({ path, lines }) => lines.map(({ number }) => `${path}:${number}`)).slice(0, wanted);
}

const line = { isMatch: true, text: 'x', bytes: 0, cut: 'nothing', isRepaired: false } as const;

/** Files with so many matches each, taken in this order. */
function findingsOf(
  wanted: number,
  files: readonly (readonly [path: string, matches: number])[],
  text = 'x',
) {
  const findings = new Findings(wanted);
  for (const [path, matches] of files) {
    findings.file(path);
    for (let number = 1; number <= matches; number += 1) {
      findings.count();
      if (findings.isOpen) findings.keep({ ...line, number, text });
    }
  }
  return findings;
}

it('what is kept holds the last of those that are wanted where the surplus is dropped', () => {
  const findings = findingsOf(3, [
    ['d', 1],
    ['b', 2],
    ['c', 4200],
  ]);
  expect(firstOf(findings.sorted(), 3)).toEqual(['b:1', 'b:2', 'c:1']);
  expect(findings.sorted().map(({ path }) => path)).toEqual(['b', 'c']);
});

it('no more can be kept past 64 Mi characters, of which what is dropped is none', () => {
  const mebi = 'x'.repeat(1_048_576);
  expect(findingsOf(100, [['b', 63]], mebi).isFull).toBe(false);
  expect(findingsOf(100, [['b', 64]], mebi).isFull).toBe(true);
  const findings = findingsOf(64, [['b', 64]], mebi);
  const keep = (number: number) => findings.keep({ ...line, number, text: mebi });
  findings.file('a');
  for (let number = 1; number <= 32; number += 1) keep(number);
  for (let number = 1; number <= 4200; number += 1) findings.count();
  expect([findings.isFull, findings.sorted().map(({ path }) => path)]).toEqual([false, ['a']]);
  for (let number = 33; number <= 64; number += 1) keep(number);
  expect(findings.isFull).toBe(true);
});

it('what is kept of very many matches is the first in order of paths, in whatever order they come', {
  tags: ['slow'],
}, () => {
  fc.assert(
    fc.property(found, fc.integer({ min: 1, max: 300 }), (files, wanted) => {
      const findings = findingsOf(wanted, files);
      const all = files
        .map(([path, matches]) => ({
          path,
          lines: Array.from({ length: matches }, (_, index) => ({ number: index + 1 })),
        }))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
      expect(firstOf(findings.sorted(), wanted)).toEqual(firstOf(all, wanted));
      expect(findings.files).toBe(files.length);
      expect(findings.matches).toBe(files.reduce((sum, [, matches]) => sum + matches, 0));
      const kept = findings.sorted().reduce((sum, { lines }) => sum + lines.length, 0);
      expect(kept).toBeLessThanOrEqual(3 * wanted + 4097);
    }),
    { numRuns: 50 },
  );
});
