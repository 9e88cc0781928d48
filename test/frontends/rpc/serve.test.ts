import { afterEach, describe, expect, it } from 'vitest';
import { ToolFailure } from '../../../src/core/failure.ts';
import { FixtureClient, type FixtureOptions } from './fixture-service.ts';

const clients: FixtureClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

function open(options: FixtureOptions = {}): FixtureClient {
  const client = new FixtureClient(options);
  clients.push(client);
  return client;
}

const says = (text: string) => ({ result: { status: 'completed', content: [{ type: 'text', text }] } });
const invalid = (field: string, problem: unknown = expect.any(String)) => ({
  error: { code: -32602, data: { field, problem } },
});

describe('methods', () => {
  it.each<[string, unknown, unknown]>([
    ['ping', undefined, { result: {} }],
    ['ping', ['ignored', 1], { result: {} }],
    ['echo', { text: 'hi' }, says('hi')],
    ['echo', ['hi'], says('hi')],
    ['echo', ['hi', 3], says('hihihi')],
    ['echo', ['hi', 3, 4], invalid('params', 'takes at most 2 by position (text, repeat)')],
    ['echo', { text: 1 }, invalid('text')],
    ['echo', { text: 'hi', repaet: 2 }, invalid('repaet', 'is not a known field; did you mean "repeat"?')],
    ['echo', {}, invalid('text', 'is missing')],
    ['echo', undefined, invalid('text', 'is missing')],
    ['echo', { text: 'hi', _meta: { other: 1 } }, says('hi')],
    ['echo', { text: 'hi', _meta: 1 }, invalid('_meta')],
    ['echo', { text: 'hi', _meta: { stream: 'yes' } }, invalid('_meta.stream')],
    [
      'echo',
      { text: 'hi', _meta: { streamIntervalMs: 1 } },
      invalid('_meta.streamIntervalMs', 'is 1, must be at least 10'),
    ],
    ['words', ['a'], says('a')],
    ['words', ['a', 'b', 'c'], says('a b c')],
    ['words', ['a', ['b', 'c']], says('a b c')],
    ['words', ['a', ['b'], 'c'], invalid('params')],
    ['wait', ['x'], invalid('params', 'takes its parameters by name')],
    [
      'fail',
      {},
      {
        result: {
          status: 'failed',
          isError: true,
          message: 'Cannot open "x": it is missing, expected a file',
        },
      },
    ],
    ['ecko', {}, { error: { code: -32601, data: { method: 'ecko', hint: 'echo' } } }],
    ['constructor', {}, { error: { code: -32601 } }],
    ['__proto__', {}, { error: { code: -32601 } }],
    ['rpc.other', {}, { error: { code: -32601 } }],
    ['initialize', { capabilities: { maxLineBytes: 10 } }, invalid('capabilities.maxLineBytes')],
    ['initialize', { capabilities: { approvals: 'yes' } }, invalid('capabilities.approvals')],
    [
      'initialize',
      { protocolVersion: 7, capabilities: { roots: {} } },
      { result: { serverInfo: { name: 'agent-tools', version: '9.9.9' } } },
    ],
  ])('%s %j', async (method, params, expected) => {
    expect(await open().ask(method, params)).toMatchObject({
      jsonrpc: '2.0',
      id: 'ask',
      ...Object(expected),
    });
  });

  it.each<[unknown, unknown]>([
    [
      { name: 'echo', arguments: { text: 'hi', notices: ['n'] } },
      {
        result: {
          isError: false,
          content: [{ text: 'hi' }, { text: '(n)' }],
          structuredContent: { status: 'completed', notices: ['n'] },
        },
      },
    ],
    [
      { name: 'echo', arguments: {} },
      {
        result: {
          isError: true,
          content: [{ text: '"text" is missing' }],
          structuredContent: { status: 'failed', details: { failure: 'invalid_input', field: 'text' } },
        },
      },
    ],
    [{ name: 'echo' }, { result: { isError: true } }],
    [{ name: 'echo', arguments: { text: 'x', _meta: {} } }, { result: { isError: true } }],
    [
      { name: 'fail', arguments: {} },
      { result: { isError: true, content: [{ text: 'Cannot open "x": it is missing, expected a file' }] } },
    ],
    [{ name: 'ecko', arguments: {} }, invalid('name', 'is not a tool; did you mean "echo"?')],
    [{ arguments: {} }, invalid('name', 'is missing')],
    [{ name: 'echo', arguments: [] }, invalid('arguments')],
    [['echo'], invalid('params', 'takes its parameters by name')],
    [undefined, invalid('name')],
  ])('tools/call %j', async (params, expected) => {
    const answer = await open().ask('tools/call', params);
    expect(answer).toMatchObject(Object(expected));
    expect(JSON.stringify(answer.result ?? '')).not.toMatch(/"structuredContent":\{[^}]*"content"/);
  });

  it('tools/list and rpc.discover name every tool', async () => {
    const client = open();
    const { result: list } = await client.ask('tools/list');
    expect(list).toMatchObject({ tools: [{ name: 'echo' }, { name: 'words' }, {}, {}, {}, {}, {}, {}] });
    const { result: document } = await client.ask('rpc.discover');
    expect(document).toMatchObject({ openrpc: '1.3.2', info: { version: '9.9.9' } });
    for (const name of ['echo', 'initialize', 'tools/call', 'shutdown']) {
      expect(JSON.stringify(document)).toContain(`"name":"${name}"`);
    }
  });

  const extraMethods = {
    'env/probe': async (params: unknown) => ({ params }),
    'policy/check': async () => {
      throw new ToolFailure('invalid_input', '"command" is missing', {
        field: 'command',
        problem: 'is missing',
      });
    },
    'approvals/resolve': async () => 'resolved',
  };

  it.each([
    ['env/probe', { a: 1 }, { result: { params: { a: 1 } } }],
    ['policy/check', {}, invalid('command')],
    ['approvals/resolve', {}, { error: { code: -32601 } }],
  ])('passes %s to its owner', async (method, params, expected) => {
    expect(await open({ extraMethods }).ask(method, params)).toMatchObject(expected);
  });

  it('a method that never ends is answered when it is cancelled', async () => {
    const client = open({ extraMethods: { 'env/probe': () => new Promise(() => {}) } });
    client.send(1, 'env/probe');
    client.notify('$/cancelRequest', { id: 1 });
    expect(await client.lines.next()).toMatchObject({ id: 1, error: { code: -32800 } });
  });

  it('offers approvals/resolve to clients that answer approvals, and to nobody else', async () => {
    const client = open({ extraMethods });
    expect(JSON.stringify(await client.ask('rpc.discover'))).not.toContain('approvals/resolve');
    await client.ask('initialize', { capabilities: { approvals: true } });
    expect(await client.ask('approvals/resolve', {})).toMatchObject({ result: 'resolved' });
    expect(JSON.stringify(await client.ask('rpc.discover'))).toContain('approvals/resolve');
  });
});

describe('calls', () => {
  it('are answered 1001 past the queue; ping and lists take no place', async () => {
    const client = open({ caps: { concurrentCalls: 1, queuedCalls: 1 } });
    for (const id of [1, 2, 3]) client.send(id, 'wait', {});
    expect(await client.lines.next()).toMatchObject({ id: 3, error: { code: 1001 } });
    expect(await client.ask('ping')).toMatchObject({ result: {} });
    expect(await client.ask('tools/list')).toMatchObject({ result: { tools: expect.any(Array) } });
    expect(await client.ask('tools/list', { cursor: 'x' })).toMatchObject({
      error: { code: -32602, data: { field: 'cursor' } },
    });
    client.notify('$/cancelRequest', { id: 2 });
    expect(await client.lines.next()).toMatchObject({ id: 2, error: { code: -32800 } });
    client.notify('$/cancelRequest', { id: 1 });
    expect(await client.lines.next()).toMatchObject({
      id: 1,
      error: {
        code: -32800,
        message: 'Wait cancelled.',
        data: { status: 'cancelled', content: [{ text: 'so far' }] },
      },
    });
  });
});

describe('approvals', () => {
  const approving = async (options: FixtureOptions = {}): Promise<FixtureClient> => {
    const client = open(options);
    await client.ask('initialize', { clientInfo: { name: 'test' }, capabilities: { approvals: true } });
    return client;
  };
  const answer = (client: FixtureClient, value: object): void =>
    client.feed.push(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...value })}\n`);

  it.each<[string, object, string | null, unknown]>([
    ['yes', { result: { choice: 'yes' } }, 'yes', says('hi')],
    [
      'no, with a word',
      { result: { choice: 'no', feedback: 'Later.' } },
      'no',
      { result: { status: 'denied', message: 'Rejected by the user. Later.' } },
    ],
    [
      'a choice that was not offered',
      { result: { choice: 'allow_always' } },
      null,
      {
        result: {
          status: 'denied',
          message: 'Rejected: the client chose "allow_always", expected one of yes, no',
        },
      },
    ],
    ['an answer of another shape', { result: true }, null, { result: { status: 'denied' } }],
    [
      'an error',
      { error: { code: -32601, message: 'Method not found' } },
      null,
      {
        result: {
          status: 'denied',
          message: 'Rejected: the client answered with an error: Method not found (-32601)',
        },
      },
    ],
  ])('%s', async (_name, reply, choice, expected) => {
    const client = await approving();
    client.send('call', 'echo', { text: 'hi' });
    expect(await client.lines.next()).toMatchObject({
      id: 1,
      method: 'approval/request',
      params: { approvalId: 'a-1', tool: 'echo', choices: [{ id: 'yes' }, { id: 'no' }] },
    });
    answer(client, reply);
    expect(await client.lines.next()).toMatchObject({
      method: 'approval/resolved',
      params: { approvalId: 'a-1', choice },
    });
    expect(await client.lines.next()).toMatchObject({ id: 'call', ...Object(expected) });
  });

  it.each(['9007199254740993', '1.5', 'null'])('name the call as the client did: %s', async (id) => {
    const client = await approving();
    client.feed.push(`{"jsonrpc":"2.0","id":${id},"method":"echo","params":{"text":"hi"}}\n`);
    const before = client.lines.all.length;
    await client.lines.next();
    expect(client.lines.all[before]).toContain(`"params":{"id":${id},"approvalId":"a-1",`);
  });

  it('that are cancelled tell the client', async () => {
    const client = await approving();
    client.send('call', 'echo', { text: 'hi' });
    expect(await client.lines.next()).toMatchObject({ method: 'approval/request' });
    client.notify('$/cancelRequest', { id: 'call' });
    expect(await client.lines.next()).toMatchObject({ method: '$/cancelRequest', params: { id: 1 } });
    expect(await client.lines.next()).toMatchObject({
      method: 'approval/resolved',
      params: { choice: null },
    });
    expect(await client.lines.next()).toMatchObject({ id: 'call', error: { code: -32800 } });
  });

  it('that are answered while they are taken back stay unanswered', async () => {
    const client = await approving();
    client.send('call', 'echo', { text: 'hi' });
    expect(await client.lines.next()).toMatchObject({ method: 'approval/request' });
    client.feed.push(
      '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"call"}}\n{"jsonrpc":"2.0","id":1,"result":{"choice":"yes"}}\n',
    );
    expect(await client.lines.next()).toMatchObject({ method: '$/cancelRequest', params: { id: 1 } });
    expect(await client.lines.next()).toMatchObject({
      method: 'approval/resolved',
      params: { choice: null },
    });
    expect(await client.lines.next()).toMatchObject({ id: 'call', error: { code: -32800 } });
  });

  it('that do not fit on a line are refused, naming the limit', async () => {
    const client = await approving({ caps: { rpcLineBytes: 1024 } });
    client.send('call', 'echo', { text: 'x'.repeat(2000) });
    expect(await client.lines.next()).toMatchObject({
      result: {
        status: 'denied',
        message: expect.stringMatching(
          /its line has 2\d{3} bytes, expected at most 1024 \(raise maxLineBytes/,
        ),
      },
    });
  });
});

describe('the end', () => {
  it('answers what was sent before it, then is gone', async () => {
    const client = open();
    for (let id = 0; id < 100; id += 1) client.send(id, 'echo', { text: String(id) });
    expect(await client.close()).toBe('eof');
    expect(client.lines.all).toHaveLength(100);
  });

  it.each<[string, (client: FixtureClient) => void, string]>([
    ['end of input', (client) => client.feed.end(), 'eof'],
    ['the stop signal', (client) => client.stop.abort(), 'stopped'],
    ['shutdown', (client) => client.send('end', 'shutdown'), 'stopped'],
  ])('by %s answers running calls with what they have', async (name, end, expected) => {
    const client = open();
    client.send(1, 'wait', {});
    expect(await client.ask('ping')).toMatchObject({ result: {} });
    end(client);
    expect(await client.ended).toBe(expected);
    const answers = client.lines.all.slice(1).map((line) => JSON.parse(line));
    expect(answers).toContainEqual(
      expect.objectContaining({ id: 1, error: expect.objectContaining({ code: -32800 }) }),
    );
    expect(answers.some(({ id, result }) => id === 'end' && result === null)).toBe(name === 'shutdown');
  });

  it('answers for tools that never end', { tags: ['slow'] }, async () => {
    const client = open();
    client.send(1, 'hang', {});
    client.feed.end();
    expect(await client.ended).toBe('eof');
    expect(client.lines.all.map((line) => JSON.parse(line))).toMatchObject([
      { id: 1, error: { code: -32800 } },
    ]);
  });

  it('comes when nobody reads any more', async () => {
    const client = open({ write: () => Promise.reject(new Error('EPIPE')) });
    client.send(1, 'wait', {});
    client.send(2, 'ping');
    expect(await client.ended).toBe('dead');
  });
});
