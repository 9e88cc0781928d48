import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldName, isSame, mergeValues, putAt, shown, valueAt } from '../../src/config/values.ts';
import { escapeUnseen } from '../../src/core/text/unseen.ts';
import { layerValues, nested } from './arbitrary.ts';

describe('mergeValues', () => {
  it.each([
    [{ a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    [{ a: { b: 1, c: 1 } }, { a: { b: 2 } }, { a: { b: 2, c: 1 } }],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{ a: { b: 1 } }, { a: null }, { a: null }],
    [{ a: null }, { a: { b: 1 } }, { a: { b: 1 } }],
    [{ a: [1] }, { a: {} }, { a: {} }],
    [1, 2, 2],
  ])('%j and %j are %j', (base, over, merged) => {
    expect(mergeValues(base, over)).toEqual(merged);
  });

  it('is associative, idempotent and changes neither side', { tags: ['slow'] }, () => {
    const layer = layerValues.map(nested);
    fc.assert(
      fc.property(layer, layer, layer, (a, b, c) => {
        const before = structuredClone([a, b, c]);
        expect(mergeValues(a, mergeValues(b, c))).toEqual(mergeValues(mergeValues(a, b), c));
        expect(mergeValues(a, a)).toEqual(a);
        expect(mergeValues({}, a)).toEqual(a);
        expect([a, b, c]).toEqual(before);
      }),
    );
  });
});

describe('isSame', () => {
  it.each([
    [1, 1, true],
    [1, '1', false],
    [null, {}, false],
    [[], {}, false],
    [[1, [2]], [1, [2]], true],
    [[1, 2], [2, 1], false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, false],
    [{ toString: 1 }, { a: 1 }, false],
  ])('of %j and %j is %j', (a, b, same) => {
    expect(isSame(a, b)).toBe(same);
    expect(isSame(b, a)).toBe(same);
  });
});

describe('paths', () => {
  it('reach own keys only', () => {
    const root = { a: { b: 1 } };
    expect(valueAt(root, ['a', 'b'])).toBe(1);
    expect(valueAt(root, ['a', 'c', 'd'])).toBeUndefined();
    expect(valueAt(root, ['constructor', 'name'])).toBeUndefined();
    putAt(root, ['a', 'b'], 2);
    putAt(root, ['x', 'y'], 2);
    expect(root).toEqual({ a: { b: 2 } });
  });

  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b', 0, 'c'], 'a.b[0].c'],
  ])('%j reads %s', (path, field) => {
    expect(fieldName(path)).toBe(field);
  });
});

describe('what is shown', () => {
  it.each([
    ['plain', 'plain'],
    ['\u001b[31m', '\\u{1b}[31m'],
    ['a\u202eb', 'a\\u{202e}b'],
    ['a\u200bb\u2028', 'a\\u{200b}b\\u{2028}'],
    ['\u{e0041}', '\\u{e0041}'],
    ['ä 漢 😀', 'ä 漢 😀'],
  ])('of %j is %s', (text, escaped) => {
    expect(escapeUnseen(text)).toBe(escaped);
  });

  it('is cut where it is long', () => {
    expect(shown('x'.repeat(200))).toBe(`"${'x'.repeat(79)}…`);
    expect(shown(undefined)).toBe('nothing');
  });
});
