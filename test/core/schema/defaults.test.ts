import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { defaultsOf } from '../../../src/core/schema/defaults.ts';

describe('defaultsOf', () => {
  it.each([
    [v.strictObject({}), {}],
    [v.strictObject({ a: v.optional(v.number(), 1) }), { a: 1 }],
    [v.strictObject({ a: v.optional(v.string()) }), {}],
    [v.strictObject({ a: v.optional(v.nullable(v.string()), null) }), { a: null }],
    [
      v.strictObject({ a: v.optional(v.strictObject({ b: v.optional(v.boolean(), false) }), {}) }),
      { a: { b: false } },
    ],
    [v.strictObject({ a: v.optional(v.strictObject({ b: v.optional(v.boolean(), false) })) }), {}],
    [v.strictObject({ a: v.pipe(v.optional(v.array(v.string()), ['x']), v.description('d')) }), { a: ['x'] }],
    [v.strictObject({ a: v.optional(v.record(v.string(), v.number()), { n: 1 }) }), { a: { n: 1 } }],
  ])('is what validation of nothing yields (%#)', (schema, value) => {
    expect(defaultsOf(schema)).toEqual(value);
    expect(v.parse(schema, {})).toEqual(value);
  });

  it('is a fresh copy', () => {
    const schema = v.strictObject({ a: v.optional(v.array(v.array(v.string())), [['x']]) });
    defaultsOf(schema).a[0]?.push('changed');
    expect(defaultsOf(schema)).toEqual({ a: [['x']] });
  });
});
