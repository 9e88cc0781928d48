import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ToolFailure } from '../../../src/core/failure.ts';
import { parseInput, parseToolInput } from '../../../src/core/schema/validate.ts';

const schema = v.strictObject({
  name: v.optional(v.string()),
  size: v.optional(
    v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(1, 'must be at least 1')),
  ),
  env: v.optional(v.record(v.string(), v.string())),
  on: v.optional(v.boolean()),
  mode: v.optional(v.picklist(['fast', 'safe'])),
  edits: v.optional(
    v.array(v.strictObject({ old: v.string(), new: v.string(), all: v.optional(v.boolean()) })),
  ),
  id: v.optional(v.union([v.string(), v.number(), v.looseObject({})])),
});

it('asks about the one other field that takes a list of texts', () => {
  const shell = v.strictObject({
    command: v.optional(v.string()),
    argv: v.optional(v.pipe(v.array(v.string()), v.description('words'))),
    sizes: v.optional(v.array(v.number())),
  });
  const messageOf = (value: unknown, of: v.GenericSchema = shell): string => {
    try {
      parseInput(of, value);
      return '';
    } catch (error) {
      return error instanceof ToolFailure ? error.message : String(error);
    }
  };
  const plain = '"command" must be a string, not a list';
  expect(messageOf({ command: ['ls', '-a'] })).toBe(`${plain}; did you mean "argv"?`);
  expect(messageOf({ command: [] })).toBe(`${plain}; did you mean "argv"?`);
  expect(messageOf({ command: ['ls', 1] })).toBe(plain);
  expect(messageOf({ command: ['ls'], argv: ['ls'] })).toBe(plain);
  expect(messageOf({ command: {} })).toBe('"command" must be a string, not an object');
  const two = v.strictObject({ ...shell.entries, words: v.optional(v.array(v.string())) });
  expect(messageOf({ command: ['ls'] }, two)).toBe(plain);
  const deep = v.strictObject({ calls: v.array(shell) });
  expect(messageOf({ calls: [{ command: ['ls'] }] }, deep)).toBe(
    '"calls[0].command" must be a string, not a list; did you mean "argv"?',
  );
});

describe('parseInput', () => {
  it.each([[{}], [{ name: 'a', size: 2, env: { A: '1' }, edits: [{ old: 'a', new: 'b' }] }]])(
    'takes %j',
    (value) => {
      expect(parseInput(schema, value)).toEqual(value);
    },
  );

  it.each([
    [{ nam: 'a' }, 'nam', '"nam" is not a known field; did you mean "name"?'],
    [
      { edits: [{ old: 'a', nwe: 'b', new: 'c' }] },
      'edits[0].nwe',
      '"edits[0].nwe" is not a known field; did you mean "new"?',
    ],
    [{ 'quite.other.name': 'a' }, 'quite.other.name', '"quite.other.name" is not a known field'],
    [{ edits: [{ old: 'a' }] }, 'edits[0].new', '"edits[0].new" is missing'],
    [{ size: 'x' }, 'size', '"size" must be a number, not "x"'],
    [{ name: ['a'] }, 'name', '"name" must be a string, not a list'],
    [{ name: {} }, 'name', '"name" must be a string, not an object'],
    [{ edits: 'x' }, 'edits', '"edits" must be a list, not "x"'],
    [{ on: 1 }, 'on', '"on" must be true or false, not 1'],
    [{ id: true }, 'id', '"id" must be a string or a number or an object, not true'],
    [{ mode: 'x' }, 'mode', '"mode" must be "fast" or "safe", not "x"'],
    [{ mode: 'fest' }, 'mode', '"mode" must be "fast" or "safe", not "fest"; did you mean "fast"?'],
    [{ size: 0.5 }, 'size', '"size" is 0.5, must be a whole number; "size" is 0.5, must be at least 1'],
    [{ env: { A: 1 } }, 'env.A', '"env.A" must be a string, not 1'],
    [{ env: ['A'] }, 'env', '"env" must be an object, not a list'],
    [
      JSON.parse('{"env":{"A":"1","__proto__":"2"}}'),
      'env.__proto__',
      '"env.__proto__" is not a name that can be used',
    ],
    [{ env: { constructor: 'x' } }, 'env.constructor', '"env.constructor" is not a name that can be used'],
    [{ edits: [[]] }, 'edits[0]', '"edits[0]" must be an object, not a list'],
    [[], '', 'Input must be an object, not a list'],
    [null, '', 'Input must be an object, not null'],
    ['x', '', 'Input must be an object, not "x"'],
    [{ zzz: 1 }, 'zzz', '"zzz" is not a known field'],
    [
      { zzz: 1, nam: 'a', edits: [{ old: 'a', new: 'b', nwe: 'c', odl: 'd' }] },
      'edits[0].nwe',
      '"edits[0].nwe" is not a known field; did you mean "new"?; "edits[0].odl" is not a known field; did you mean "old"?; "zzz" is not a known field; "nam" is not a known field; did you mean "name"?',
    ],
  ])('refuses %j naming %s', (value, field, message) => {
    let thrown: unknown;
    try {
      parseInput(schema, value);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ToolFailure);
    expect(thrown).toMatchObject({ code: 'invalid_input', message, data: { field } });
  });
});

describe('a value of very many entries', () => {
  const edit = { old: 'a', new: 'b' };

  it.each([
    [{ edits: Array(100_000).fill(1) }, '"edits[0]" must be an object, not 1'],
    [
      { edits: [...Array(100_000).fill(edit), { old: 1, new: 2 }] },
      '"edits[100000].old" must be a string, not 1',
    ],
    [{ edits: Array(100_000).fill(edit), size: 0.5, on: 1 }, '"size" is 0.5, must be a whole number'],
    [{ edits: Array(100_000).fill(JSON.stringify(edit)) }, '"edits[2]" must be an object'],
    [Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`x${n}`, n])), '"x0" is not a known field'],
  ])('is told its first problem alone (%#)', { tags: ['slow'] }, (value, message) => {
    let thrown: unknown;
    try {
      parseToolInput(schema, value);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(message) });
    expect(thrown instanceof Error && thrown.message.length).toBeLessThan(200);
  });

  it('costs no look at the schema for each name that is wrong', () => {
    let looks = 0;
    const fields = new Proxy(
      { action: v.literal('poll'), cursor: v.optional(v.number()) },
      {
        ownKeys: (target) => {
          looks += 1;
          return Reflect.ownKeys(target);
        },
      },
    );
    const unknown = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`x${n}`, n]));
    const parse = () =>
      parseToolInput(v.variant('action', [v.strictObject(fields)]), { action: 'poll', ...unknown });
    expect(parse).toThrow(/^"x0" is not a known field$/);
    expect(looks).toBeLessThan(100);
  });

  it('is taken whole where all is right', { tags: ['slow'] }, () => {
    const value = { edits: Array(20_000).fill(edit) };
    expect(parseToolInput(schema, value)).toEqual(value);
  });
});

describe('fields of an action', () => {
  const actions = v.variant('action', [
    v.strictObject({
      action: v.literal('poll'),
      cursor: v.optional(v.number()),
      waitMs: v.optional(v.number()),
    }),
    v.strictObject({ action: v.literal('write'), data: v.string(), timeout: v.optional(v.number()) }),
    v.strictObject({ action: v.literal('kill') }),
  ]);

  it.each([
    [{ action: 'poll', data: 'x' }, '"data" does not go with "poll", but with "write"'],
    [
      { action: 'poll', timeout: 1 },
      '"timeout" does not go with "poll", but with "write"; did you mean "waitMs"?',
    ],
    [{ action: 'poll', curser: 1 }, '"curser" is not a known field; did you mean "cursor"?'],
    [{ action: 'kill', zzz: 1 }, '"zzz" is not a known field'],
    [
      { action: 'poll', data: 'x', curser: 1 },
      '"data" does not go with "poll", but with "write"; "curser" is not a known field; did you mean "cursor"?',
    ],
    [{}, '"action" is missing; expected one of "poll", "write", "kill"'],
    [{ action: 'stop' }, '"action" must be one of "poll", "write", "kill", not "stop"'],
  ])('%j', (value, message) => {
    expect(() => parseInput(actions, value)).toThrow(message);
  });

  it('that are null are left out, those of other actions too', () => {
    const given = { action: 'poll', cursor: 1, waitMs: null, data: null, timeout: null };
    expect(parseToolInput(actions, given)).toEqual({ action: 'poll', cursor: 1 });
    expect(() => parseToolInput(actions, { action: 'write', data: null })).toThrow('"data" must be a string');
    expect(() => parseToolInput(actions, { action: null })).toThrow('"action" must be one of');
  });

  it('that are null are left out of what is no tool’s too, where they may be', () => {
    const answer = v.strictObject({ choice: v.string(), rule: v.exactOptional(v.string()) });
    expect(parseInput(answer, { choice: 'yes', rule: null })).toEqual({ choice: 'yes' });
    expect(() => parseInput(answer, { choice: null, rule: null })).toThrow(
      '"choice" must be a string, not null',
    );
  });
});

describe('parseToolInput', () => {
  const edit = { old: 'a', new: 'b' };
  const json = (value: unknown) => JSON.stringify(value);

  it.each([
    [{ edits: [edit] }, { edits: [edit] }],
    [{ edits: json([edit]) }, { edits: [edit] }],
    [{ edits: [json(edit), edit] }, { edits: [edit, edit] }],
    [{ edits: ` ${json([json(edit)])}` }, { edits: [edit] }],
    [
      { env: json({ A: '1' }), name: json({ B: '2' }) },
      { env: { A: '1' }, name: '{"B":"2"}' },
    ],
    [{ name: null, size: 2, env: null, on: null, edits: null }, { size: 2 }],
    [{ edits: [{ ...edit, all: null }] }, { edits: [edit] }],
    [{ edits: json([{ ...edit, all: null }]), name: null }, { edits: [edit] }],
  ])('takes %j', (value, read) => {
    expect(parseToolInput(schema, value)).toEqual(read);
  });

  it.each([
    [{ edits: 'x' }, '"edits" must be a list, not "x"'],
    [{ edits: '[' }, '"edits" must be a list, not "["'],
    [{ edits: json(edit) }, '"edits" must be a list, not'],
    [{ edits: json([{ old: 'a' }]) }, '"edits[0].new" is missing'],
    [{ env: '[]' }, '"env" must be an object, not "[]"'],
    [{ env: '{"A":"1","__proto__":"2"}' }, '"env.__proto__" is not a name that can be used'],
    [{ size: '5' }, '"size" must be a number, not "5"'],
    [{ on: 'true' }, '"on" must be true or false, not "true"'],
    ['{"name":"a"}', 'Input must be an object'],
    [{ edits: [{ old: 'a', new: null }] }, '"edits[0].new" must be a string, not null'],
    [{ edits: [null] }, '"edits[0]" must be an object, not null'],
    [{ env: { A: null } }, '"env.A" must be a string, not null'],
    [{ zzz: null }, '"zzz" is not a known field'],
  ])('refuses %j', (value, message) => {
    expect(() => parseToolInput(schema, value)).toThrow(message);
  });
});
