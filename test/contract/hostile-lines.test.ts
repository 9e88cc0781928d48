import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { waitFor } from '../helpers/processes.ts';
import { type RpcAnswer, RpcClient } from '../helpers/rpc-client.ts';

/** A request as text, so that what JSON.stringify cannot express can be sent. */
const request = (id: string, method: string, params?: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}"${params === undefined ? '' : `,"params":${params}`}}\n`;

const calling = (tool: string, input: string): string =>
  request('"c"', 'tools/call', `{"name":"${tool}","arguments":${input}}`);

const idLast = (bytes: number): string =>
  `{"method":"write","params":{"content":"${'x'.repeat(bytes)}"},"jsonrpc":"2.0","id":7}\n`;

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const code = (answer: RpcAnswer | undefined): unknown => answer?.error?.code ?? answer?.result;

describe.each(['rpc', 'mcp'] as const)('%s, from a client that sends anything', (mode) => {
  let client: RpcClient;
  beforeAll(() => {
    client = new RpcClient({ mode });
  });
  afterAll(async () => {
    expect(await client.close()).toBe(0);
    expect(client.stderr).toBe('');
  });

  /** Sends a line, and gives its answer once one came. */
  async function answerTo(line: string | Uint8Array): Promise<RpcAnswer | undefined> {
    client.unmatched.length = 0;
    client.raw(line);
    await waitFor(() => client.unmatched.length > 0, 'the answer');
    expect((await client.request('ping')).result).toEqual({});
    expect(client.unmatched).toHaveLength(1);
    return client.unmatched[0];
  }

  it.each<[string, string | Uint8Array, unknown, number]>([
    ['text that is no JSON', 'garbage\n', null, -32700],
    ['half an object', '{"jsonrpc":"2.0","id":1\n', null, -32700],
    ['two objects on a line', `${request('1', 'ping').trim()}${request('2', 'ping')}`, null, -32700],
    ['a million open brackets', `${'['.repeat(1_000_000)}\n`, null, -32700],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('{"id":"'), Buffer.of(0xff), Buffer.from('"}\n')]),
      null,
      -32700,
    ],
    ['an encoded surrogate', Buffer.of(0x22, 0xed, 0xa0, 0x80, 0x22, 0x0a), null, -32700],
    ['NaN', request('NaN', 'ping'), null, -32700],
    ['a line of 17 MiB', request('1', 'x'.repeat(17 * 1024 * 1024)), null, -32600],
    ['a line of 17 MiB that says its id last, as official clients do', idLast(17 * 1024 * 1024), 7, -32600],
    ['a number', '1\n', null, -32600],
    ['a text', '"ping"\n', null, -32600],
    ['nothing', 'null\n', null, -32600],
    ['an empty list', '[]\n', null, -32600],
    ['no version', '{"id":7,"method":"ping"}\n', 7, -32600],
    ['an id that is true', request('true', 'ping'), null, -32600],
    ['an id that is an object', request('{}', 'ping'), null, -32600],
    ['a method that is a list', '{"jsonrpc":"2.0","id":7,"method":["ping"]}\n', 7, -32600],
    ['params that are a text', request('7', 'ping', '"x"'), 7, -32600],
    ['params that are null', request('7', 'tools/list', 'null'), 7, -32600],
    ['params that nest 100,000 deep', request('7', 'tools/list', nested(100_000)), 7, -32600],
    ['an unknown method', request('7', 'pong'), 7, -32601],
    ['a method of Object', request('7', 'constructor'), 7, -32601],
    ['a method of every object', request('7', '__proto__', '{}'), 7, -32601],
    ['a method that is half a character', request('7', '\\ud800'), 7, -32601],
    ['a fractional id', request('1.5', 'pong'), 1.5, -32601],
    ['a text of digits as id', request('"1"', 'pong'), '1', -32601],
    ['an id of 50 kB', request(`"${'i'.repeat(50_000)}"`, 'pong'), 'i'.repeat(50_000), -32601],
    ['half a character as id', request('"\\ud800"', 'pong'), '\ud800', -32601],
    ['members twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"a","method":"b"}\n', 2, -32601],
    ['a prototype', '{"jsonrpc":"2.0","id":8,"method":"x","__proto__":{"id":9}}\n', 8, -32601],
    ['a tool that does not exist', calling('shel', '{}'), 'c', -32602],
    ['a tool of Object', calling('constructor', '{}'), 'c', -32602],
    ['a tool without a name', request('7', 'tools/call', '{}'), 7, -32602],
    ['no params at all', request('7', 'tools/call'), 7, -32602],
    ['a name that is a number', request('7', 'tools/call', '{"name":1}'), 7, -32602],
    ['arguments in a list', calling('shell', '["true"]'), 'c', -32602],
    ['arguments that are a text', calling('shell', '"true"'), 'c', -32602],
    ['_meta that is a number', request('7', 'tools/call', '{"name":"skill","_meta":5}'), 7, -32602],
    ['a list of params', request('7', 'tools/call', '["shell",{}]'), 7, -32602],
  ])('%s', async (_, line, id, expected) => {
    const answer = await answerTo(line);
    expect([answer?.id, code(answer)]).toEqual([id, expected]);
  });

  it.each([
    [
      'an unknown field',
      'shell',
      '{"comand":"true"}',
      '"comand" is not a known field; did you mean "command"?',
    ],
    [
      'a prototype',
      'shell',
      '{"command":"true","__proto__":{"timeout":1}}',
      '"__proto__" is not a known field',
    ],
    ['a constructor', 'shell', '{"command":"true","constructor":1}', '"constructor" is not a known field'],
    [
      'a variable nobody can set',
      'shell',
      '{"command":"true","env":{"__proto__":"1"}}',
      '"env.__proto__" is not',
    ],
    [
      'another type',
      'shell',
      '{"command":["true"]}',
      '"command" must be a string, not a list; did you mean "argv"?',
    ],
    [
      'a number past every bound',
      'shell',
      '{"command":"true","timeout":1e400}',
      '"timeout" is Infinity, must be at most',
    ],
    [
      'a number below every bound',
      'read',
      '{"path":"a","offset":-1e400}',
      '"offset" is -Infinity, must be a whole number',
    ],
    ['a NUL in a command', 'shell', '{"command":"a\\u0000b"}', '"command" holds a NUL character'],
    ['a NUL in a folder', 'shell', '{"command":"true","cwd":"a\\u0000b"}', 'the path holds a NUL byte'],
    ['a folder of 5,000 characters', 'shell', `{"command":"true","cwd":"${'a'.repeat(5000)}"}`, 'too long'],
    ['half a character in a path', 'write', '{"path":"\\ud800","content":""}', 'half of a surrogate pair'],
    ['half a character in a file', 'write', '{"path":"x","content":"\\ud800"}', 'half of a surrogate pair'],
    ['half a character in a command', 'shell', '{"command":"echo \\ud800"}', 'half of a surrogate pair'],
    [
      'half a character in a variable',
      'shell',
      '{"command":"true","env":{"A\\udc00":"1"}}',
      'half of a surrogate pair',
    ],
    [
      'half a character in what is typed',
      'process',
      '{"action":"write","sessionId":"abcdefghijkm","data":"\\ud83d"}',
      '"data" holds half of a surrogate pair',
    ],
    ['500 levels', 'shell', `{"command":"true","x":${nested(500)}}`, '"x" is not a known field'],
    ['null for nothing', 'shell', 'null', '"command" is missing'],
  ])("%s is the tool's to refuse", async (_, tool, input, problem) => {
    const answer = await answerTo(calling(tool, input));
    expect(answer).toMatchObject({ id: 'c', result: { isError: true } });
    expect(JSON.stringify(answer?.result?.structuredContent)).toContain(JSON.stringify(problem).slice(1, -1));
  });

  it.each([
    ['numbers past 53 bits', '18446744073709551617'],
    ['numbers past every bound', '1e400'],
    ['a small number', '-1E-7'],
  ])('%s come back as ids digit for digit', async (_, id) => {
    const { stdout } = await runCli([mode], { input: request(id, 'pong') });
    expect(stdout.toString()).toContain(`"id":${id},"error":`);
  });
});
