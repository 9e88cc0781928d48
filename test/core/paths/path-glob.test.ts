import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { compileGlob } from '../../../src/core/paths/path-glob.ts';

it.each([
  ['one without special characters', 'x'.repeat(1_000_000)],
  ['one of brackets that none closes', '['.repeat(1_000_000)],
])('takes a pattern of a million characters: %s', { tags: ['slow'] }, (_, pattern) => {
  const matches = compileGlob(pattern);
  expect([matches(pattern), matches('x')]).toEqual([true, false]);
});

it('reads classes also behind brackets that none closes', () => {
  expect(compileGlob('[a]/[b/[c]')('a/[b/c')).toBe(true);
  expect(compileGlob('[b[c')('[b[c')).toBe(true);
});

describe('compileGlob', () => {
  it.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'src/a.ts', false],
    ['*.ts', '.a.ts', true],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'src/deep/a.ts', true],
    ['src/**', 'src/a/b', true],
    ['src/**', 'other/a', false],
    ['src/**/test/*.ts', 'src/test/a.ts', true],
    ['src/**/test/*.ts', 'src/a/b/test/a.ts', true],
    ['src/**/test/*.ts', 'src/a/test/b/a.ts', false],
    ['**', 'a/b', true],
    ['a/*/c', 'a/b/c', true],
    ['a/*/c', 'a/c', false],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['a?c', 'a😀c', true],
    ['[ab].txt', 'b.txt', true],
    ['[!ab].txt', 'b.txt', false],
    ['[^ab].txt', 'c.txt', true],
    ['[a-c]x', 'bx', true],
    ['[[:digit:]].key', '1.key', true],
    ['[[:digit:]].key', 'a.key', false],
    ['[![:alpha:]_]x', '1x', true],
    ['[![:alpha:]_]x', '_x', false],
    ['[[:upper:][:digit:]-]x', 'Ax', true],
    ['[[:upper:][:digit:]-]x', '-x', true],
    ['[[:upper:]]x', 'ax', false],
    ['[[:nothing:]]x', ':]x', true],
    ['[]]x', ']x', true],
    ['[a-]x', '-x', true],
    ['[日-本]', '日', true],
    ['[\\]a]', ']', true],
    ['[\\]a]', 'a', true],
    ['[\\]a]', '\\', false],
    ['[😀b]', '😀', true],
    ['[😀b]', 'b', true],
    ['[😀-😂]', '😁', true],
    ['[😀-😂x]', 'x', true],
    ['[a-cx]', 'x', true],
    ['[a-cx]', '-', false],
    ['[a-c-e]', 'd', false],
    ['[a-c-e]', 'e', true],
    ['[a-', '[a-', true],
    ['*😀b', '😁😀b', true],
    ['a\\', 'a\\', true],
    ['\\', '\\', true],
    ['a[b', 'a[b', true],
    ['*.{ts,tsx}', 'a.tsx', true],
    ['*.{ts,tsx}', 'a.js', false],
    ['{a,b/{c,d}}/x', 'b/d/x', true],
    ['{a}', '{a}', true],
    ['{a,b', '{a,b', true],
    ['{,x}a', 'a', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['\\{a,b}', '{a,b}', true],
    ['a**b', 'axxb', true],
    ['(a|b)+', '(a|b)+', true],
    ['$^.', '$^.', true],
    ['', '', true],
  ])('%s takes %s: %s', (pattern, path, taken) => {
    expect(compileGlob(pattern)(path)).toBe(taken);
  });

  it('agrees with picomatch', { tags: ['slow'] }, () => {
    const piece = fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '[^a]', '{a,b}', '{a*,bb}');
    const segment = fc.oneof(
      fc.constant('**'),
      fc.array(piece, { minLength: 1, maxLength: 4 }).map((p) => p.join('')),
    );
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', 'c'), minLength: 1, maxLength: 4 });
    const inputs = [
      fc.array(segment, { minLength: 1, maxLength: 3 }),
      fc.array(name, { minLength: 1, maxLength: 3 }),
    ] as const;
    fc.assert(
      fc.property(...inputs, (segments, names) => {
        const [pattern, path] = [segments.join('/'), names.join('/')];
        // picomatch has rules of its own for "." and "..", for doubled stars within a name and for a trailing "/**".
        if (/(^|\/)\.\.?(\/|$)/.test(`${path}/`) || /[^/]\*\*|\*\*[^/]/.test(pattern)) return;
        if (/\/\*\*$/.test(pattern) || pattern.includes('.') || path.includes('.')) return;
        expect([pattern, path, compileGlob(pattern)(path)]).toEqual([
          pattern,
          path,
          picomatch(pattern, { dot: true, noextglob: true })(path),
        ]);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['{{a,b}', '{a', true],
    ['{a{b,c}', '{ab', true],
    ['{a,{b}', '{a,{b}', true],
    ['{a{b}c,d}', 'd', true],
    ['{a{b}c,d}', 'a{b}c', true],
    ['{{a,b},c}', 'b', true],
    ['{{a,b},c}', '{a', false],
    ['{x{a,b}{c,d}', '{xac', true],
    ['\\a{b,c}', 'ac', true],
  ])('takes the braces of %s that have another half and a comma for a list: %s', (pattern, path, taken) => {
    expect(compileGlob(pattern)(path)).toBe(taken);
  });

  it('reads very many braces without another half in one go', () => {
    expect(compileGlob(`${'{'.repeat(50_000)}a`)('a')).toBe(false);
    expect(compileGlob(`${'{x'.repeat(50_000)}{a,b}`)('a')).toBe(false);
  });

  it('refuses lists within each other that take too long to take apart', { tags: ['slow'] }, () => {
    const nested = (depth: number) => `${'{a,'.repeat(depth)}b${'}'.repeat(depth)}`;
    expect(compileGlob(nested(400))('b')).toBe(true);
    const before = process.cpuUsage();
    expect(() => compileGlob(nested(20_000))).toThrow('its braces stand for more than 1048576 characters');
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(20_000);
  });

  it('is fast on patterns that make backtracking explode', () => {
    const isMatch = compileGlob(`${'*a'.repeat(40)}*b`);
    const deep = compileGlob(`${'**/a/'.repeat(30)}b`);
    for (let i = 0; i < 200; i += 1) {
      expect(isMatch('a'.repeat(250))).toBe(false);
      expect(deep('a/'.repeat(100))).toBe(false);
    }
    expect(() => compileGlob('{a,b}'.repeat(30))).toThrow('its braces stand for more than 1000 patterns');
  });

  it('refuses a list whose patterns are long together', () => {
    const pattern = `{${'a,'.repeat(100)}b}${'x'.repeat(20_000)}`;
    expect(() => compileGlob(pattern)).toThrow('its braces stand for more than 1048576 characters');
    expect(compileGlob(pattern.slice(0, 10_000))(`b${'x'.repeat(10_000 - 203)}`)).toBe(true);
  });
});
