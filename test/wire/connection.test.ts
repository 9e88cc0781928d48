import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cannot, ToolFailure } from '../../src/core/failure.ts';
import { outcome } from '../../src/core/outcome.ts';
import type { Handler } from '../../src/wire/connection.ts';
import type { IncomingRequest } from '../../src/wire/in-flight.ts';
import { connect, exchange } from './peer.ts';

const ask = (id: unknown, method: string, params?: unknown): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const cancel = (id: unknown, method = '$/cancelRequest', member = 'id'): string =>
  `${JSON.stringify({ jsonrpc: '2.0', method, params: { [member]: id } })}\n`;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const unread = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}';

/** Resolves when the request is cancelled, as a running tool does. */
const partial = outcome({ status: 'cancelled', message: 'Command cancelled.' });
const untilCancelled = (request: IncomingRequest): Promise<never> =>
  new Promise((_resolve, reject) => {
    const end = (): void => reject(new ToolFailure('cancelled', partial.message, { outcome: partial }));
    if (request.signal.aborted) end();
    request.signal.addEventListener('abort', end);
  });

const handler: Handler = {
  async request(request) {
    const { method, params } = request;
    if (method === 'echo') return params;
    if (method === 'wait') return untilCancelled(request);
    if (method === 'abort') return endWith(aborted, request.signal);
    if (method === 'slip') return endWith(new TypeError('x is not a function'), request.signal);
    if (method === 'aborted') throw aborted;
    if (method === 'nothing') return undefined;
    if (method === 'bigint') return 1n;
    if (method === 'bug') throw new TypeError('x is not a function');
    if (method === 'text') throw 'a text';
    if (method === 'unknown') throw new ToolFailure('unknown_method', 'Method not found');
    if (method === 'missing') throw cannot('open', 'x', 'missing', 'a file');
    throw new ToolFailure('invalid_input', '"a" is missing', { field: 'a', problem: 'is missing' });
  },
};

/** The AbortError of the platform. */
const aborted = new DOMException('This operation was aborted', 'AbortError');

/** Ends with an error when it is cancelled. */
function endWith(error: Error, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(error));
  });
}

describe('answers', () => {
  it.each<[string, unknown]>([
    ['nothing', { result: null }],
    ['unknown', { error: { code: -32601, message: 'Method not found' } }],
    ['bug', { error: { code: -32603, message: 'Internal error: x is not a function' } }],
    ['text', { error: { code: -32603, message: 'Internal error: a text' } }],
    ['bigint', { error: { code: -32603, message: expect.stringMatching(/^Internal error: .*BigInt/) } }],
    ['aborted', { error: { code: -32603, message: 'Internal error: This operation was aborted' } }],
    [
      'missing',
      {
        error: {
          code: -32603,
          message: 'Cannot open "x": missing, expected a file',
          data: { failure: 'tool_failed' },
        },
      },
    ],
    [
      'invalid',
      { error: { code: -32602, message: '"a" is missing', data: { field: 'a', problem: 'is missing' } } },
    ],
  ])('%s', async (method, expected) => {
    const [line] = await exchange(handler, ask(1, method));
    expect(JSON.parse(line ?? '')).toEqual({ jsonrpc: '2.0', id: 1, ...Object(expected) });
  });

  it('refuses a batch of very many messages as one, and takes one of many', async () => {
    const batchOf = (count: number): string => `[${Array(count).fill('1').join(',')}]\n`;
    const [refused, taken] = await exchange(handler, batchOf(10_001) + batchOf(10_000));
    expect(JSON.parse(refused ?? '')).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32600,
        message: 'Invalid Request',
        data: { problem: 'the batch has more than 10000 messages' },
      },
    });
    expect(JSON.parse(taken ?? '')).toHaveLength(10_000);
  });

  it('survives garbage of every kind and goes on', async () => {
    const garbage = [
      new TextEncoder().encode('hello\n\n \r\n{"a":\n\u2028\n'),
      new Uint8Array([0xff, 0xfe, 0x00, 0x0a]),
      new TextEncoder().encode(`{"pad":"${'x'.repeat(3000)}"}\r\n`),
    ];
    const lines = await exchange(handler, [...garbage, new TextEncoder().encode(ask(1, 'echo'))], {
      maxInputBytes: 2000,
    });
    const codes = lines.map((line) => JSON.parse(line).error?.code);
    expect(codes.sort()).toEqual([-32600, -32700, -32700, -32700, -32700, undefined]);
  });

  it('answers whatever bytes come with lines of JSON-RPC', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (noise) => {
        const lines = await exchange(handler, [noise, new TextEncoder().encode(`\n${ask('last', 'echo')}`)]);
        for (const line of lines) expect(JSON.parse(line)).toHaveProperty('jsonrpc', '2.0');
        expect(lines.some((line) => line.includes('"id":"last"'))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('answers 3,000 pipelined requests, cut anywhere', { tags: ['slow'] }, async () => {
    const input = Array.from({ length: 3000 }, (_, id) => ask(id, 'echo', [id])).join('');
    const bytes = new TextEncoder().encode(input);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, at) =>
      bytes.slice(at * 1000, at * 1000 + 1000),
    );
    const lines = await exchange(handler, chunks);
    expect(lines.map((line) => JSON.parse(line).result[0])).toEqual(
      Array.from({ length: 3000 }, (_, id) => id),
    );
  });

  it('takes a line of 20 MiB and echoes it', { tags: ['slow'] }, async () => {
    const text = 'ü'.repeat(10 * 1024 * 1024);
    const [line] = await exchange(handler, ask(1, 'echo', [text]), { maxInputBytes: 32 * 1024 * 1024 });
    expect(JSON.parse(line ?? '').result[0] === text).toBe(true);
  });
});

describe('cancellation', () => {
  const cancelled = { error: { code: -32800, data: { status: 'cancelled', content: [] } } };

  it.each([
    ['$/cancelRequest', 'id'],
    ['$/cancel_request', 'requestId'],
  ])('%s is answered with what there is', async (method, member) => {
    const [line, ...rest] = await exchange(handler, ask('a', 'wait') + cancel('a', method, member));
    expect(JSON.parse(line ?? '')).toMatchObject({ id: 'a', ...cancelled });
    expect(rest).toEqual([]);
  });

  it('finds an id past 53 bits', async () => {
    const id = '12345678901234567890';
    const input = `{"jsonrpc":"2.0","id":${id},"method":"wait"}\n{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":${id}}}\n`;
    const [line] = await exchange(handler, input);
    expect(line).toMatch(`"id":${id},"error":{"code":-32800`);
  });

  it('of null reaches every request whose id is null, and no other', async () => {
    const lines = await exchange(
      handler,
      ask(null, 'wait') + ask(null, 'wait') + ask(1, 'wait') + cancel(null) + cancel(1),
    );
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { id: null, ...cancelled },
      { id: null, ...cancelled },
      { id: 1, ...cancelled },
    ]);
  });

  it('of null leaves calls without an id alone', async () => {
    const aborted: string[] = [];
    const { feed, lines, connection, ended } = connect({
      request: ({ params, signal }) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            aborted.push(JSON.stringify(params));
            reject(signal.reason);
          }),
        ),
    });
    feed.push('{"jsonrpc":"2.0","method":"wait","params":["no id"]}\n');
    feed.push('[{"jsonrpc":"2.0","method":"wait","params":["no id, in a batch"]}]\n');
    feed.push(ask(null, 'wait', ['null']) + cancel(null));
    expect(await lines.next()).toMatchObject({ id: null, error: { code: -32800 } });
    expect(aborted).toEqual(['["null"]']);
    feed.end();
    await ended;
    connection.cancelAll();
    await connection.idle();
    expect(aborted).toEqual(['["null"]', '["no id"]', '["no id, in a batch"]']);
    expect(lines.all).toHaveLength(1);
  });

  it('of nothing that is an id reaches none', async () => {
    const { feed, lines, connection } = connect(handler);
    feed.push(ask(null, 'wait') + cancel({}) + cancel(undefined) + ask(1, 'echo'));
    expect(await lines.next()).toMatchObject({ id: 1 });
    await turn();
    expect(lines.all).toHaveLength(1);
    connection.cancelAll();
    expect(await lines.next()).toMatchObject({ id: null, ...cancelled });
  });

  it('before the request changes nothing, and a result that comes all the same counts', async () => {
    const lines = await exchange(handler, cancel(1) + ask(1, 'echo', [1]) + cancel(1));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ id: 1, result: [1] }]);
  });

  it('of all does not reach what was answered', async () => {
    const signals: AbortSignal[] = [];
    const { feed, lines, connection } = connect({
      request: async ({ signal }) => void signals.push(signal),
    });
    feed.push(ask(1, 'x') + ask(null, 'x'));
    await lines.next();
    await lines.next();
    await turn();
    connection.cancelAll();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  });

  it('of a finished request leaves its successor alone', async () => {
    const { feed, lines, connection, ended } = connect(handler);
    feed.push(ask(1, 'echo', [1]));
    expect(await lines.next()).toMatchObject({ result: [1] });
    feed.push(cancel(1) + ask(1, 'echo', [2]));
    expect(await lines.next()).toMatchObject({ result: [2] });
    feed.end();
    expect(await ended).toBe('eof');
    await connection.idle();
  });

  it('as a request is answered itself', async () => {
    const input = ask(1, 'wait') + ask(2, '$/cancelRequest', { id: 1 });
    const lines = await exchange(handler, input);
    expect(lines.map((line) => JSON.parse(line)).sort((a, b) => a.id - b.id)).toMatchObject([
      { id: 1, ...cancelled },
      { id: 2, result: null },
    ]);
  });

  it('as a request that names no request is refused by the field', async () => {
    const [line] = await exchange(handler, ask(2, '$/cancelRequest', { id: {} }));
    const problem = 'must be the id of a request';
    expect(JSON.parse(line ?? '')).toMatchObject({
      id: 2,
      error: { code: -32602, message: `"id" ${problem}`, data: { field: 'id', problem } },
    });
  });

  it('inside a batch reaches an entry before it', async () => {
    const batch = `[${ask(1, 'wait').trim()},${cancel(1).trim()},${ask(2, 'echo', [2]).trim()}]\n`;
    const [line] = await exchange(handler, batch);
    expect(JSON.parse(line ?? '')).toMatchObject([
      { id: 1, ...cancelled },
      { id: 2, result: [2] },
    ]);
  });

  it.each([
    ['turns the AbortError of the platform into its own code', 'abort', -32800, 'Request cancelled'],
    ['hides no other error that follows', 'slip', -32603, 'Internal error: x is not a function'],
  ])('%s', async (_name, method, code, message) => {
    const [line] = await exchange(handler, ask(1, method) + cancel(1));
    expect(JSON.parse(line ?? '')).toEqual({ jsonrpc: '2.0', id: 1, error: { code, message } });
  });

  it('is silent where the dialect says so', async () => {
    const dialect = {
      batches: false,
      nullIds: false,
      cancelMethods: new Map([['notifications/cancelled', 'requestId']]),
      answersCancelled: false,
      namedId: [],
      runsNotifications: false,
    };
    const input =
      ask(1, 'wait') +
      '{"jsonrpc":"2.0","method":"wait"}\n' +
      cancel(1, 'notifications/cancelled', 'requestId') +
      ask(null, 'echo') +
      ask([], 'echo') +
      `[${ask(3, 'echo').trim()}]\n`;
    const lines = await exchange(handler, input, { dialect });
    const noId = {
      id: null,
      error: { code: -32600, data: { problem: '"id" must be a string or a number' } },
    };
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      noId,
      noId,
      { id: null, error: { code: -32600 } },
    ]);
  });
});

it('leaves turns to timers and signals while a peer writes faster than is read', async () => {
  let isHeard = false;
  setTimeout(() => {
    isHeard = true;
  }, 0);
  const until = performance.now() + 5000;
  // Always ready: a turn is given by nothing but the connection.
  const flood = async function* () {
    while (!isHeard && performance.now() < until) yield Buffer.from('x\n'.repeat(1000));
  };
  await connect({ ...handler, lost: () => {} }, { input: flood() }).ended;
  expect(isHeard).toBe(true);
});

it.each<readonly [string, readonly string[]]>([
  ['noise\n', ['noise']],
  ['{"jsonrpc":"2.0","id":7,"resu\n', ['{"jsonrpc":"2.0","id":7,"resu']],
  // Cut by the end, with which all that was to come is lost.
  ['noise', []],
  ['{"jsonrpc":"2.0","id":7,"resu', []],
  ['noise\n{"jsonrpc":', ['noise']],
  // Whole, though without its line end.
  [unread, [unread]],
  // Read, and no answer to anything that was lost.
  ['{"jsonrpc":"2.0","id":1,"error":{"code":5,"message":"no"}}\n', []],
])('tells of a line that cannot be read, but not of one that the end cut: %j', async (input, lost) => {
  const told: string[] = [];
  await exchange({ ...handler, lost: (line) => told.push(line) }, input);
  expect(told).toEqual(lost);
});

describe('ids in flight', () => {
  it('refuses a second request with the id of a running one, which goes on', async () => {
    const lines = await exchange(handler, ask(1, 'wait') + ask(1, 'echo') + cancel(1));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: 1, error: { code: -32800 } },
    ]);
  });

  it('finds the next request with the id of one that ends after it was answered for', async () => {
    let finish = (): void => {};
    const { feed, lines, connection } = connect({
      request: (request) =>
        request.method === 'late' ? new Promise<void>((end) => (finish = end)) : untilCancelled(request),
    });
    feed.push(ask(1, 'late'));
    await turn();
    connection.abandonAll();
    await lines.next();
    feed.push(ask(1, 'wait'));
    await turn();
    finish();
    await turn();
    feed.push(cancel(1));
    expect(await lines.next()).toMatchObject({ id: 1, error: { data: { status: 'cancelled' } } });
  });

  it('tells "1" from 1, and answers every null', async () => {
    const input =
      ask(1, 'echo', [1]) + ask('1', 'echo', [2]) + ask(null, 'echo', [3]) + ask(null, 'echo', [4]);
    const lines = await exchange(handler, `[${input.trim().replaceAll('\n', ',')}]\n`);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject([{ id: 1 }, { id: '1' }, { id: null }, { id: null }]);
  });
});
