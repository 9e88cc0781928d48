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

it('what is kept of very many matches is the first in order of paths, in whatever order they come', {
  tags: ['slow'],
}, () => {
  fc.assert(
    fc.property(found, fc.integer({ min: 1, max: 300 }), (files, wanted) => {
      const findings = new Findings(wanted);
      for (const [path, matches] of files) {
        findings.file(path);
        for (let number = 1; number <= matches; number += 1) {
          findings.count();
          if (findings.isOpen)
            findings.keep({ number, isMatch: true, text: 'x', bytes: 0, cut: 'nothing', isRepaired: false });
        }
      }
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
