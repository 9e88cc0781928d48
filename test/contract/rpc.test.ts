import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { closedAfterTest, RpcClient, type RpcOptions } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

function open(options: RpcOptions = {}): RpcClient {
  const client = closedAfterTest(new RpcClient(options));
  return client;
}

describe('bad lines get their error and the loop lives on', () => {
  it.each([
    ['garbage', 'garbage\n', [-32700, null]],
    ['truncated JSON', '{"jsonrpc":"2.0","id":1\n', [-32700, null]],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]), [-32700, null]],
    ['an empty batch', '[]\n', [-32600, null]],
    ['a scalar', '1\n', [-32600, null]],
    ['no version', '{"id":7,"method":"ping"}\n', [-32600, 7]],
    ['another version', '{"jsonrpc":"1.0","id":"a","method":"ping"}\n', [-32600, 'a']],
    ['a method that is no text', '{"jsonrpc":"2.0","id":7,"method":1}\n', [-32600, 7]],
    ['params that are no structure', '{"jsonrpc":"2.0","id":7,"method":"ping","params":"x"}\n', [-32600, 7]],
    ['an unknown method', '{"jsonrpc":"2.0","id":7,"method":"pong"}\n', [-32601, 7]],
    ['a null id', '{"jsonrpc":"2.0","id":null,"method":"pong"}\n', [-32601, null]],
    ['a fractional id', '{"jsonrpc":"2.0","id":1.5,"method":"pong"}\n', [-32601, 1.5]],
    ['too many positions', '{"jsonrpc":"2.0","id":7,"method":"shell","params":["true","x"]}\n', [-32602, 7]],
    [
      'a line of 20 MiB',
      `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":"${'y'.repeat(20 * 1024 * 1024)}"}}\n`,
      [-32600, 7],
    ],
  ])('%s', async (_, line, [code, id]) => {
    const client = open();
    client.raw(line);
    expect((await client.request('ping')).result).toEqual({});
    await waitFor(() => client.unmatched.length > 0, 'the error');
    expect(client.unmatched).toMatchObject([{ id, error: { code } }]);
  });

  it.each([
    ['blank lines', '\n\r\n  \n'],
    ['a stray response', '{"jsonrpc":"2.0","id":99,"result":1}\n'],
    ['an unknown notification', '{"jsonrpc":"2.0","method":"pong"}\n'],
    ['a batch of notifications', '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]\n'],
    ['the cancellation of nothing', '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":12}}\n'],
  ])('%s are answered with nothing', async (_, line) => {
    const client = open();
    client.raw(line);
    expect((await client.request('ping')).result).toEqual({});
    expect(client.unmatched).toEqual([]);
  });

  it.each([
    ['by itself', '', ''],
    ['in a batch', '[', ']'],
  ])('a notification of a tool %s runs it and is not answered', async (_, before, after) => {
    const home = tempFolder();
    const client = open({ home });
    const notify = (method: string, params: object): void =>
      client.raw(`${before}${JSON.stringify({ jsonrpc: '2.0', method, params })}${after}\n`);
    notify('write', { path: 'noted', content: 'x' });
    await waitFor(() => existsSync(join(home, 'noted')), 'the file');
    const seconds = uniqueSleep();
    notify('shell', { command: `sleep ${seconds}` });
    await waitFor(() => processesWith(seconds).length > 0, 'the command');
    expect((await client.request('ping')).result).toEqual({});
    expect(await client.close()).toBe(0);
    expect(processesWith(seconds)).toEqual([]);
    expect(client.unmatched).toEqual([]);
  });

  it('takes CR LF, U+2028 inside a text, ignored params of ping, and a last line without its end', async () => {
    const client = open();
    client.raw('{"jsonrpc":"2.0","id":"crlf","method":"ping","params":[1,2]}\r\n');
    client.raw(
      `{"jsonrpc":"2.0","id":"sep","method":"shell","params":{"command":"printf '%s' 'a\u2028b'"}}\n`,
    );
    await waitFor(() => client.unmatched.length === 2, 'two answers');
    expect(client.unmatched[0]).toMatchObject({ id: 'crlf', result: {} });
    expect(client.unmatched[1]?.result?.content).toEqual([{ type: 'text', text: 'a\u2028b' }]);
    client.raw('{"jsonrpc":"2.0","id":"last","method":"ping"}');
    await client.close();
    expect(client.unmatched[2]).toMatchObject({ id: 'last', result: {} });
  });
});

describe('calls', () => {
  it('takes positional parameters where the tool has positions', async () => {
    expect((await open().request('shell', ['echo by position'])).result?.content).toEqual([
      { type: 'text', text: 'by position\n' },
    ]);
  });

  it.each([
    'initialize',
    'tools/list',
    'tools/call',
    'rpc.discover',
    'shutdown',
    'env/probe',
    'config/show',
    'policy/check',
    'approvals/list',
  ])('%s takes no positional parameters', async (method) => {
    const client = open();
    await client.request('initialize', { capabilities: { approvals: true } });
    const error = { code: -32602, data: { field: 'params', problem: 'takes its parameters by name' } };
    expect((await client.request(method, [1])).error).toMatchObject(error);
    expect((await client.request('ping')).result).toEqual({});
  });

  it('an approval that there is not is a wrong parameter', async () => {
    const client = open();
    await client.request('initialize', { capabilities: { approvals: true } });
    const { error } = await client.request('approvals/resolve', { approvalId: 'x', choice: 'allow_once' });
    expect(error).toMatchObject({ code: -32602, data: { field: 'approvalId' } });
  });

  it('answers 3,000 pipelined calls', { tags: ['slow'], timeout: 180_000 }, async () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'f'), 'one\n');
    const client = open({ cwd });
    // A command each takes most of the test's time, and tells no more than one in ten does.
    const call = (index: number) =>
      index % 10 === 0 ? client.request('shell', { command: 'true' }) : client.request('read', { path: 'f' });
    const answers = await Promise.all(Array.from({ length: 3000 }, (_, index) => call(index)));
    expect(answers.filter(({ result }) => result?.status === 'completed')).toHaveLength(3000);
  });

  it('answers 1001 past the queue, and only then', async () => {
    const seconds = uniqueSleep();
    const client = open({
      env: { AGENT_TOOLS_CAPS_CONCURRENT_CALLS: '2', AGENT_TOOLS_CAPS_QUEUED_CALLS: '1' },
    });
    const calls = Array.from({ length: 4 }, () => client.start('shell', { command: `sleep ${seconds}` }));
    expect((await calls[3]?.answer)?.error).toMatchObject({ code: 1001 });
    for (const { id } of calls) client.notify('$/cancelRequest', { id });
    for (const { answer } of calls.slice(0, 3)) expect((await answer).error?.code).toBe(-32800);
    expect(processesWith(seconds)).toEqual([]);
  });

  it('a batch is answered in one line, its calls run at once', async () => {
    const client = open();
    client.send([
      { jsonrpc: '2.0', id: 'a', method: 'shell', params: { command: 'echo a' } },
      { jsonrpc: '2.0', method: 'nothing' },
      { jsonrpc: '2.0', id: 'b', method: 'pong' },
      1,
    ]);
    await waitFor(() => client.unmatched.length === 3, 'three answers');
    expect(client.unmatched).toMatchObject([
      { id: 'a', result: { status: 'completed' } },
      { id: 'b', error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
    ]);
  });

  it('a cancelled call is answered with its partial Outcome', async () => {
    const client = open();
    const seconds = uniqueSleep();
    const { id, answer } = client.start('shell', {
      command: `echo early; sleep ${seconds}`,
      description: 'x',
    });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 1, 'it to run');
    client.notify('$/cancelRequest', { id });
    expect((await answer).error).toMatchObject({
      code: -32800,
      data: {
        status: 'cancelled',
        isError: true,
        message: 'Command cancelled.',
        content: [{ type: 'text', text: 'early\n(cancelled)' }],
        details: { cancelled: true },
      },
    });
    expect(processesWith(seconds)).toEqual([]);
  });

  it('tools/call has the shape of MCP, and an unknown tool is -32602', async () => {
    const client = open();
    const { result } = await client.request('tools/call', {
      name: 'shell',
      arguments: { command: 'exit 3' },
    });
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: '(no output)\n(exit code 3)' }],
      structuredContent: { status: 'completed', details: { exitCode: 3 } },
    });
    expect(result?.structuredContent).not.toHaveProperty('content');
    expect((await client.request('tools/call', { name: 'shel', arguments: {} })).error).toMatchObject({
      code: -32602,
      message: '"shel" is not a tool; did you mean "shell"?',
    });
  });
});

describe('streaming', () => {
  it('sends output before the answer, in order, characters whole, and nothing after it', {
    tags: ['slow'],
  }, async () => {
    const client = open();
    const seen: Record<string, unknown>[] = [];
    client.onNotification = ({ method, params }) => {
      if (method === 'tool/output') seen.push(params);
    };
    const { id, answer } = client.start('shell', {
      command: "for i in 1 2 3 4 5; do printf 'é\\303'; sleep 0.05; printf '\\244'; done; echo",
      _meta: { stream: true, streamIntervalMs: 20 },
    });
    const { result } = await answer;
    const count = seen.length;
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index));
    expect(seen.every((frame) => frame.id === id)).toBe(true);
    expect(seen.map(({ text }) => text).join('')).toBe('éäéäéäéäéä\n');
    expect(result?.content).toEqual([{ type: 'text', text: 'éäéäéäéäéä\n' }]);
    await client.request('shell', { command: 'sleep 0.2' });
    expect(seen).toHaveLength(count);
  });

  it('sends what is no text as base64, and every line under the cap', { tags: ['slow'] }, async () => {
    const client = open();
    const parts: Buffer[] = [];
    client.onNotification = ({ params }) => {
      expect(JSON.stringify(params).length).toBeLessThan(60_000);
      if (typeof params.base64 === 'string') parts.push(Buffer.from(params.base64, 'base64'));
    };
    await client.request('shell', { command: 'head -c 300000 /dev/zero', _meta: { stream: true } });
    expect(Buffer.concat(parts)).toEqual(Buffer.alloc(300_000));
  });
});

describe('the line cap', () => {
  const output = { command: 'seq 1 1900', env: {} };
  it('shortens a result with a notice, and a client raises it', async () => {
    const home = tempFolder();
    writeFileSync(join(home, 'config.json'), '{"caps":{"rpcLineBytes":4096}}');
    const client = open({ args: ['--yolo', '--config', 'config.json'], home });
    const short = await client.request('shell', output);
    expect(JSON.stringify(short).length).toBeLessThanOrEqual(4096);
    expect(JSON.stringify(short.result?.notices)).toMatch(/\d+ bytes, \d+ lines omitted; full output: \//);
    expect(
      (await client.request('initialize', { capabilities: { maxLineBytes: 1_000_000 } })).result,
    ).toMatchObject({ limits: { maxLineBytes: 1_000_000 } });
    const full = await client.request('shell', output);
    expect(full.result?.content).toEqual([
      { type: 'text', text: Array.from({ length: 1900 }, (_, index) => `${index + 1}\n`).join('') },
    ]);
  });
});

describe('methods', () => {
  it('lists, discovers, probes and shows', async () => {
    const client = open();
    const { result: list } = await client.request('tools/list');
    expect(JSON.stringify(list).length).toBeLessThanOrEqual(10_240);
    const { result: document } = await client.request('rpc.discover');
    expect(document).toMatchObject({ openrpc: '1.3.2' });
    const names = JSON.stringify(document?.methods);
    for (const name of ['shell', 'tools/list', 'env/probe', 'config/show', 'shutdown'])
      expect(names).toContain(`"name":"${name}"`);
    expect((await client.request('env/probe')).result).toMatchObject({
      os: 'linux',
      shell: { flavour: 'bash' },
    });
    expect(JSON.stringify((await client.request('config/show')).result)).toContain('caps.outputChars');
  });

  it('discovers every method with what it takes and what it gives', async () => {
    const client = open();
    await client.request('initialize', { capabilities: { approvals: true, maxLineBytes: 1_000_000 } });
    const { result } = await client.request('rpc.discover');
    interface Described {
      readonly name: string;
      readonly summary?: string;
      readonly description?: string;
      readonly params: readonly {
        readonly name: string;
        readonly required: boolean;
        readonly schema: object;
      }[];
      readonly result: { readonly schema: object };
    }
    const methods = result?.methods as readonly Described[];
    for (const { name, summary, description, params, result: given } of methods) {
      expect(summary ?? description, name).toMatch(/\w+ \w+/);
      expect(Object.keys(given.schema), name).not.toEqual([]);
      for (const param of params) expect(param, name).toMatchObject({ schema: expect.anything() });
    }
    const paramsOf = (name: string) => methods.find((method) => method.name === name)?.params;
    expect(paramsOf('policy/check')?.map(({ name }) => name)).toEqual([
      'command',
      'argv',
      'cwd',
      'env',
      'rules',
    ]);
    expect(paramsOf('approvals/resolve')).toMatchObject([
      { name: 'approvalId', required: true, schema: { type: 'string' } },
      { name: 'choice', required: true },
      { name: 'rule', required: false },
      { name: 'feedback', required: false },
    ]);
    const meta = { name: '_meta', required: false, schema: { $ref: '#/components/schemas/CallMeta' } };
    expect(paramsOf('tools/call')).toMatchObject([{ name: 'name' }, { name: 'arguments' }, meta]);
    expect(paramsOf('read')).toMatchObject([{ name: 'path' }, { name: 'offset' }, { name: 'limit' }, meta]);
    expect(paramsOf('initialize')?.map(({ name }) => name)).toEqual(['clientInfo', 'capabilities']);
  });

  it('discovers what a call takes besides its fields', async () => {
    const client = open();
    const { result } = await client.request('rpc.discover');
    const listed = result?.methods as readonly { readonly name: string; readonly errors?: unknown }[];
    expect(result?.components).toEqual({
      schemas: {
        CallMeta: {
          type: 'object',
          properties: {
            stream: { type: 'boolean', description: expect.any(String) },
            streamIntervalMs: {
              type: 'number',
              description: expect.any(String),
              default: 100,
              minimum: 10,
              maximum: 60_000,
            },
            stdin: { type: 'boolean', description: expect.any(String) },
            approvals: { type: 'boolean', description: expect.any(String), default: true },
          },
        },
      },
      errors: {
        Cancelled: { code: -32800, message: expect.any(String) },
        Overloaded: { code: 1001, message: expect.any(String) },
      },
    });
    const [cancelled, overloaded] = ['Cancelled', 'Overloaded'].map((name) => ({
      $ref: `#/components/errors/${name}`,
    }));
    const errorsOf = (wanted: string) => listed.find(({ name }) => name === wanted)?.errors;
    for (const name of ['shell', 'tools/call']) expect(errorsOf(name)).toEqual([cancelled, overloaded]);
    expect(errorsOf('config/show')).toEqual([cancelled]);
  });

  it.each([
    ['of use', '["image"]', true],
    ['of none', '[]', false],
  ])('initialize and tools/list name the same tools, with media that are %s', async (_, media, isNamed) => {
    const home = tempFolder();
    mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
    const file = join(home, '.config/agent-tools/config.json');
    writeFileSync(file, `{ "media": { "capabilities": ${media} } }`);
    const client = open({ home });
    const { result: listed } = await client.request('tools/list');
    const { result: server } = await client.request('initialize');
    const tools: unknown = listed?.tools;
    const names = Array.isArray(tools) ? tools.map(({ name }) => name) : [];
    expect(server?.tools).toEqual(names);
    expect(names.includes('read_media')).toBe(isNamed);
  });

  it.each([
    ['a folder that is missing', { cwd: '/no/such/folder' }, 'cwd'],
    ['a rule of no tool', { rules: [{ tool: 'shel', allow: 'ls' }] }, 'rules'],
    ['a rule with an open quote', { rules: ["a 'b"] }, 'rules'],
    ['a rule with a false example', { rules: [{ tool: 'shell', allow: 'ls', match: ['cat'] }] }, 'rules'],
    ['a rule that says nothing', { rules: [{ tool: 'shell' }] }, 'rules[0]'],
  ])('policy/check names %s as an invalid parameter', async (_, fields, field) => {
    const { error } = await open().request('policy/check', { command: 'ls', ...fields });
    expect(error).toMatchObject({ code: -32602, data: { field, problem: expect.any(String) } });
  });

  it.each([
    ['env/probe', {}],
    ['policy/check', { command: 'ls && git status' }],
    ['config/show', {}],
    ['tools/list', {}],
  ])('%s is answered although it is cancelled', async (method, params) => {
    const client = open();
    const { id, answer } = client.start(method, params);
    client.notify('$/cancelRequest', { id });
    const { result, error } = await answer;
    expect(result === undefined ? error?.code : 'result').toSatisfy(
      (said) => said === -32800 || said === 'result',
    );
    expect((await client.request('ping')).result).toEqual({});
  });

  it('shutdown answers, then ends the process', async () => {
    const client = open();
    expect((await client.request('shutdown')).result).toBeNull();
    expect(await client.exited).toBe(0);
  });
});
