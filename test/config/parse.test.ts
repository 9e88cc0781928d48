import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostCharacters, parseText } from '../../src/config/parse.ts';
import { ToolFailure } from '../../src/core/failure.ts';

describe('parseText', () => {
  it.each([
    ['plain JSON', '{"guard": false}', { guard: false }],
    ['line comments', '{ // why\n"guard": true // so\n}', { guard: true }],
    ['block comments', '/* a\n b */ {"a": /* c */ 1}', { a: 1 }],
    ['trailing commas', '{"a": [1, 2,],}', { a: [1, 2] }],
    ['a byte order mark', '\ufeff{"a": 1}', { a: 1 }],
    ['CRLF', '{\r\n"a": 1\r\n}\r\n', { a: 1 }],
    ['escapes', '{"a\\u0062": "\\n\\"\\ud83d\\ude00"}', { ab: '\n"😀' }],
    ['numbers', '[1, -2.5, 1e3]', [1, -2.5, 1000]],
    ['a bare value', 'null', null],
    ['a key of Object.prototype', '{"toString": 1}', { toString: 1 }],
  ])('reads %s', async (_, text, value) => {
    expect((await parseText(text, 'file')).value).toEqual(value);
  });

  it('knows the line of each key and element', async () => {
    const { lines } = await parseText(
      '{\n"a": {\n\n"b": 1 },\n"rules": [\n{},\n{ "tool":\n"x" }]\n}',
      'file',
    );
    expect(Object.fromEntries(lines)).toEqual({
      a: 2,
      'a.b': 4,
      rules: 5,
      'rules[0]': 6,
      'rules[1]': 7,
      'rules[1].tool': 7,
    });
  });

  it.each([
    ['nothing', '', '1:1', 'it is empty, expected an object or a list, {} or [] for none'],
    ['comments only', '// a', '1:5', 'it is empty, expected an object or a list'],
    ['a key without a value', '{"a": }', '1:7', 'there is no value'],
    ['a word', '{"a": yes}', '1:7', 'the unknown word "yes", expected a value such as true, 10 or "text"'],
    ['a word in a list', '[True]', '1:2', 'the unknown word "True", expected a value'],
    ['a word after a value', '{"a": 5s}', '1:8', 'the unknown word "s"'],
    ['single quotes', "{'a': 1}", '1:2', `the unknown word "'a'", expected a key in double quotes`],
    ['a key without quotes', '{\n  a: 1}', '2:3', 'the unknown word "a", expected a key in double quotes'],
    ['a second key without quotes', '{"a": {}, b: 1}', '1:11', '"b", expected a key in double quotes'],
    [
      'a word where the object around goes on',
      '{"a": {} b}',
      '1:10',
      'the unknown word "b", expected a value',
    ],
    ['a control character in a word', '{"a": y\u001bz}', '1:7', 'the unknown word "y\\u001bz"'],
    ['a long word', `{"a": ${'x'.repeat(5000)}}`, '1:7', /the unknown word "x{20,200}…/],
    ['a comma first', '{,}', '1:2', 'there is no key, expected a key in double quotes'],
    ['no colon', '{"a" 1}', '1:6', 'there is no colon'],
    ['no comma', '{"a": 1\n"b": 2}', '2:1', 'there is no comma'],
    ['two commas', '{"a": 1,, "b": 2}', '1:9', 'there is no key'],
    ['an open object', '{"a": 1', '1:8', 'an object is not closed'],
    ['an open list', '[1', '1:3', 'a list is not closed'],
    ['an open text', '{"a": "b\n}', '1:7', 'a text is not closed'],
    ['an open comment', '{} /* a', '1:4', 'a comment is not closed'],
    ['more after the end', '{} {}', '1:4', 'there is more after the end'],
    ['a broken number', '{"a": 1.}', '1:7', 'a number is not complete'],
    ['a leading zero', '{"a": 01}', '1:8', 'there is no comma'],
    ['a broken escape', '{"a": "\\q"}', '1:7', 'unknown escape'],
    ['a broken unicode escape', '{"a": "\\u00g0"}', '1:7', 'incomplete \\u escape'],
    ['a control character', '{"a": "\u0001"}', '1:7', 'a control character'],
    ['a key twice', '{"a": 1,\n "b": 2, "a": 3}', '2:10', 'the key "a" stands here a second time'],
    ['a key twice by escape', '{"a": 1, "\\u0061": 3}', '1:10', 'a second time'],
    ['__proto__', '{"__proto__": {"guard": false}}', '1:2', 'the key "__proto__" is reserved'],
    ['constructor inside', '{"hosts": {"constructor": {}}}', '1:12', 'the key "constructor" is reserved'],
  ])('refuses %s with line and column', async (_, text, place, state) => {
    await expect(parseText(text, '/f.json')).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringMatching(
        new RegExp(`^Cannot read configuration "/f\\.json:${place}": .*, expected .+[^.]$`),
      ),
    });
    await expect(parseText(text, '/f.json')).rejects.toThrow(state);
  });

  it('never pollutes a prototype', async () => {
    await parseText('{"__proto__": {"polluted": true}}', 'file').catch(() => {});
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it.each([
    ['lists', '['.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000)],
  ])('refuses deeply nested %s', async (_, text) => {
    await expect(parseText(text, 'file')).rejects.toThrow('nested too deep');
  });

  it('refuses a text far above any honest size without parsing it', async () => {
    await expect(parseText(' '.repeat(mostCharacters + 1), 'file')).rejects.toThrow('characters');
  });

  it('shows hostile keys escaped', async () => {
    await expect(parseText('{"\\u001b[2Ja": 1, "\\u001b[2Ja": 1}', 'file')).rejects.toThrow('"\\u001b[2Ja"');
  });

  it('reads whatever JSON.stringify writes, reserved keys apart', { tags: ['slow'] }, async () => {
    const reserved = /^(__proto__|constructor|prototype)$/;
    const { tie } = fc.letrec((node) => ({
      tie: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, false),
        fc.integer(),
        fc.string({ unit: 'binary' }),
        fc.array(node('tie'), { maxLength: 4 }),
        fc.dictionary(
          fc.string().filter((key) => !reserved.test(key)),
          node('tie'),
          { maxKeys: 4 },
        ),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tie, async (value) => {
        const text = JSON.stringify(value);
        expect((await parseText(text, 'file')).value).toEqual(JSON.parse(text));
      }),
    );
  });

  it('throws nothing but ToolFailure', { tags: ['slow'] }, async () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '1',
      '-',
      'e',
      'null',
      '/*',
      '*/',
      '//',
      '\n',
      '\u0000',
      '\ufeff',
      '\u2028',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const failure: unknown = await parseText(given, 'file').then(
          () => 'invalid_config',
          (error: unknown) => (error instanceof ToolFailure ? error.code : error),
        );
        expect(failure).toBe('invalid_config');
      }),
      { numRuns: 1000 },
    );
  });
});
