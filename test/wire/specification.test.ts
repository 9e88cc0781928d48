import { describe, expect, it } from 'vitest';
import { ToolFailure } from '../../src/core/failure.ts';
import { isRecord } from '../../src/core/record.ts';
import type { Handler } from '../../src/wire/connection.ts';
import { unknownMethod } from '../../src/wire/errors.ts';
import type { Params } from '../../src/wire/message.ts';
import { exchange } from './peer.ts';

function numbers(params: Params): readonly number[] {
  if (Array.isArray(params)) return params.map(Number);
  if (isRecord(params)) return [Number(params.minuend), Number(params.subtrahend)];
  throw new ToolFailure('invalid_input', 'Invalid params');
}

/** The server that the specification's examples talk to. */
const server: Handler = {
  async request({ method, params }) {
    if (method === 'subtract') return numbers(params).reduce((a, b) => a - b);
    if (method === 'sum') return numbers(params).reduce((a, b) => a + b);
    if (method === 'get_data') return ['hello', 5];
    throw unknownMethod(method, null);
  },
};

/** Error data is ours to choose (section 5.1); everything else has to be as the specification prints it. */
function withoutData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutData);
  if (!isRecord(value) || !isRecord(value.error)) return value;
  const { data: _data, ...error } = value.error;
  return { ...value, error };
}

const error = (code: number, message: string, id: unknown): unknown => ({
  jsonrpc: '2.0',
  error: { code, message },
  id,
});
const result = (value: unknown, id: unknown): unknown => ({ jsonrpc: '2.0', result: value, id });
const invalidRequest = error(-32600, 'Invalid Request', null);

// JSON-RPC 2.0 specification, section 7 "Examples".
const examples: readonly (readonly [name: string, request: string, answer: unknown])[] = [
  ['positional 1', '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}', result(19, 1)],
  ['positional 2', '{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}', result(-19, 2)],
  [
    'named 1',
    '{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
    result(19, 3),
  ],
  [
    'named 2',
    '{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
    result(19, 4),
  ],
  ['a notification', '{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}', undefined],
  ['an unknown notification', '{"jsonrpc": "2.0", "method": "foobar"}', undefined],
  [
    'an unknown method',
    '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}',
    error(-32601, 'Method not found', '1'),
  ],
  [
    'invalid JSON',
    '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]',
    error(-32700, 'Parse error', null),
  ],
  ['an invalid request', '{"jsonrpc": "2.0", "method": 1, "params": "bar"}', invalidRequest],
  [
    'a batch of invalid JSON',
    '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"}, {"jsonrpc": "2.0", "method"]',
    error(-32700, 'Parse error', null),
  ],
  ['an empty array', '[]', invalidRequest],
  ['an invalid batch', '[1]', [invalidRequest]],
  ['an invalid batch of three', '[1,2,3]', [invalidRequest, invalidRequest, invalidRequest]],
  [
    'a batch',
    `[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
      {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
      {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
      {"foo": "boo"},
      {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
      {"jsonrpc": "2.0", "method": "get_data", "id": "9"}]`.replaceAll('\n', ' '),
    [
      result(7, '1'),
      result(19, '2'),
      invalidRequest,
      error(-32601, 'Method not found', '5'),
      result(['hello', 5], '9'),
    ],
  ],
  [
    'a batch of notifications',
    `[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
      {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]`.replaceAll('\n', ' '),
    undefined,
  ],
];

describe('the examples of the JSON-RPC 2.0 specification', () => {
  it.each(examples)('%s', async (_name, request, answer) => {
    const lines = await exchange(server, `${request}\n`);
    const parsed: unknown[] = lines.map((line) => withoutData(JSON.parse(line)));
    expect(parsed).toEqual(answer === undefined ? [] : [answer]);
  });
});

describe('ids and shapes beyond the examples', () => {
  const ask = (id: string): string => `{"jsonrpc":"2.0","method":"get_data","id":${id}}`;

  it.each([
    '1.5',
    '"1"',
    'null',
    '-1',
    '0',
    '12345678901234567890',
    '1e400',
    '0.1000000000000000055',
    '"\\ud800"',
  ])('echoes the id %s as it came', async (id) => {
    expect(await exchange(server, `${ask(id)}\n`)).toEqual([
      `{"jsonrpc":"2.0","id":${id},"result":["hello",5]}`,
    ]);
    expect(await exchange(server, `[${ask('7')}, ${ask(id)}]\n`)).toEqual([
      `[{"jsonrpc":"2.0","id":7,"result":["hello",5]},{"jsonrpc":"2.0","id":${id},"result":["hello",5]}]`,
    ]);
  });

  const invalidId = 'null';
  it.each([
    [ask('{}'), invalidId],
    [ask('[1]'), invalidId],
    [ask('true'), invalidId],
    ['{"id":1,"method":"get_data"}', '1'],
    ['{"jsonrpc":"1.0","id":"a","method":"get_data"}', '"a"'],
    ['{"jsonrpc":2.0,"id":2,"method":"get_data"}', '2'],
    ['{"jsonrpc":"2.0","id":3,"method":null}', '3'],
    ['{"jsonrpc":"2.0","id":4}', '4'],
    ['{"jsonrpc":"2.0","id":5,"method":"get_data","params":null}', '5'],
    ['{"jsonrpc":"2.0","id":6,"method":"get_data","params":"x"}', '6'],
    ['{"jsonrpc":"2.0","method":"get_data","params":1}', invalidId],
    ['"text"', invalidId],
    ['42', invalidId],
    ['null', invalidId],
    [`{"jsonrpc":"2.0","id":7,"method":"get_data","params":${'['.repeat(600)}${']'.repeat(600)}}`, '7'],
    [`{"jsonrpc":"2.0","id":8,"method":"x","params":${'{"a":'.repeat(99_999)}1${'}'.repeat(99_999)}}`, '8'],
    [`{"jsonrpc":"2.0","id":9,"method":"get_data","params":${'['.repeat(512)}${']'.repeat(512)}}`, '9'],
  ])('refuses %.60s', async (request, id) => {
    const [line, ...rest] = await exchange(server, `${request}\n`);
    expect(rest).toEqual([]);
    expect(line).toMatch(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32600,"message":"Invalid Request"`);
  });

  it('takes a message that nests 512 levels deep', async () => {
    const params = `${'['.repeat(511)}${']'.repeat(511)}`;
    const [line = ''] = await exchange(
      server,
      `{"jsonrpc":"2.0","id":1,"method":"get_data","params":${params}}\n`,
    );
    expect(JSON.parse(line)).toEqual(result(['hello', 5], 1));
  });

  it.each([
    '{"jsonrpc":"2.0","id":1,"result":1}',
    '{"jsonrpc":"2.0","id":99,"error":{"code":1,"message":"x"}}',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
    '{"id":1,"result":null}',
    '[{"jsonrpc":"2.0","id":1,"result":1}]',
    '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":77}}',
    '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{}}}',
    '{"jsonrpc":"2.0","method":"$/cancelRequest"}',
  ])('answers %s with silence', async (line) => {
    expect(await exchange(server, `${line}\n`)).toEqual([]);
  });
});
