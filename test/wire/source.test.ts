import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementSources, sourceAt } from '../../src/wire/source.ts';

describe('sourceAt', () => {
  it.each<[string, readonly string[], string | null]>([
    ['{"id":12345678901234567890}', ['id'], '12345678901234567890'],
    [' { "a" : "}" , "id" : 1.50 , "b" : [ ] } ', ['id'], '1.50'],
    ['{"id":1,"id":2e400}', ['id'], '2e400'],
    ['{"\\u0069d":0.1}', ['id'], '0.1'],
    [
      '{"x":{"id":1},"params":{"y":"\\"id\\":3","id":9007199254740993}}',
      ['params', 'id'],
      '9007199254740993',
    ],
    ['{"a\\\\":1,"id":2}', ['id'], '2'],
    ['{"a":1}', ['id'], null],
    ['[1]', ['id'], null],
    ['{"params":[1]}', ['params', 'id'], null],
  ])('%s %j', (text, path, expected) => {
    expect(sourceAt(text, path)).toBe(expected);
  });

  it('finds what JSON.parse finds', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(0, 1, '\t'),
        (record, indent) => {
          const text = JSON.stringify(record, null, indent);
          for (const [key, value] of Object.entries(record)) {
            const source = sourceAt(text, [key]);
            expect(source === null ? undefined : JSON.parse(source)).toEqual(
              JSON.parse(JSON.stringify(value)),
            );
          }
        },
      ),
    );
  });
});

describe('elementSources', () => {
  it('cuts an array as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 1, '\t'), (values, indent) => {
        const parsed = elementSources(JSON.stringify(values, null, indent)).map((text) => JSON.parse(text));
        expect(parsed).toEqual(JSON.parse(JSON.stringify(values)));
      }),
    );
  });
});
