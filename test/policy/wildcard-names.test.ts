import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileGlob } from '../../src/core/paths/path-glob.ts';
import { type Piece, wordsOf } from '../../src/policy/shell/pieces.ts';

/** The pattern of one name that a word with `*` and `?` makes. */
function patternOf(word: string): string | RegExp | undefined {
  const pieces = [...word].map(
    (text): Piece =>
      text === '*' || text === '?'
        ? { kind: 'wild', isRun: text === '*', text }
        : { kind: 'text', text, quoted: false },
  );
  const [arg] = wordsOf(pieces, word);
  return arg?.kind === 'glob' ? arg.segments[0] : arg?.text;
}

function takes(word: string, name: string): boolean {
  const pattern = patternOf(word);
  return typeof pattern === 'string' ? pattern === name : pattern?.test(name) === true;
}

it('a wildcard takes the names that a shell gives it', { tags: ['slow'] }, () => {
  const text = (characters: string, most: number) =>
    fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: most });
  fc.assert(
    fc.property(text('ab1.*?', 8), text('ab1.', 10), (word, name) => {
      const isHidden = /^[*?]/.test(word) && name.startsWith('.');
      expect([word, name, takes(word, name)]).toEqual([word, name, !isHidden && compileGlob(word)(name)]);
    }),
    { numRuns: 5000 },
  );
});

it.each([
  ['?', '😀'],
  ['??', 'é'],
  ['a??b', 'aéb'],
  ['????', '😀'],
  ['*??', '.é'],
  ['?x*y?', 'éxaay'],
])('%s takes %s as some locales read it', (word, name) => {
  expect(takes(word, name)).toBe(!name.startsWith('.'));
});

it('many stars and a long name take no longer than few', () => {
  expect(takes(`${'*a'.repeat(120)}*b`, 'a'.repeat(255))).toBe(false);
  expect(takes(`${'*a'.repeat(120)}*`, 'a'.repeat(255))).toBe(true);
  expect(takes(`${'?a'.repeat(120)}?b`, `é${'a'.repeat(200)}`)).toBe(false);
});
