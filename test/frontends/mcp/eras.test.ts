import { describe, expect, it } from 'vitest';
import { McpPeer, statelessMeta } from '../../helpers/mcp-peer.ts';
import { fixtureService } from '../../helpers/mcp-service.ts';
import { echo } from './tools.ts';

const peer = (): McpPeer => new McpPeer(fixtureService([echo]));

describe('initialize', () => {
  it.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['2099-01-01', '2025-11-25'],
    ['1.0', '2025-11-25'],
  ])('%s is answered with %s', async (wanted, spoken) => {
    const client = peer();
    expect(await client.initialize(wanted)).toMatchObject({
      result: {
        protocolVersion: spoken,
        capabilities: { tools: {} },
        serverInfo: { name: 'agent-tools', version: '1.2.3' },
        instructions: expect.stringContaining('allowlist'),
      },
    });
    expect(await client.request('ping')).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
  });

  it.each([
    { capabilities: null, clientInfo: 5 },
    { capabilities: { elicitation: true } },
    { clientInfo: { name: 3 } },
    {},
  ])('with %j is answered', async (rest) => {
    expect(await peer().request('initialize', { protocolVersion: '2025-11-25', ...rest })).toHaveProperty(
      'result.protocolVersion',
      '2025-11-25',
    );
  });

  it('needs a version', async () => {
    expect(await peer().request('initialize', {})).toMatchObject({ error: { code: -32602 } });
  });

  it.each(['tools/list', 'ping'])('%s is answered without it too', async (method) => {
    expect(await peer().request(method)).toMatchObject({ id: 1, result: {} });
  });
});

describe('stateless requests', () => {
  it('discover says what is spoken', async () => {
    const client = peer();
    const answer = await client.request('server/discover', { _meta: statelessMeta() });
    expect(answer).toMatchObject({
      result: {
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        cacheScope: 'private',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'agent-tools', version: '1.2.3' } },
      },
    });
    expect(answer).toHaveProperty('result.ttlMs', expect.any(Number));
  });

  it('are served without and beside initialize', async () => {
    const client = peer();
    const stateless = { _meta: statelessMeta() };
    expect(await client.request('tools/list', stateless)).toHaveProperty('result.resultType', 'complete');
    await client.initialize();
    const plain = await client.request('tools/list');
    expect(plain).not.toHaveProperty('result.resultType');
    expect(plain).not.toHaveProperty('result.ttlMs');
    const again = await client.request('tools/list', stateless);
    expect(again).toMatchObject({ result: { resultType: 'complete', cacheScope: 'private' } });
    expect(again).toHaveProperty('result.tools', (plain.result as { tools: unknown }).tools);
  });

  it('a call has a result type and the server beside the result', async () => {
    expect(await peer().call('echo', { text: 'hi' })).toMatchObject({
      result: { resultType: 'complete', isError: false, content: [{ type: 'text', text: 'hi' }] },
    });
  });

  const { 'io.modelcontextprotocol/protocolVersion': _, ...versionless } = statelessMeta();
  const { 'io.modelcontextprotocol/clientCapabilities': __, ...capabilityless } = statelessMeta();
  const { 'io.modelcontextprotocol/clientInfo': ___, ...nameless } = statelessMeta();
  it.each([
    ['no _meta', undefined],
    ['an empty _meta', {}],
    ['no version', versionless],
    ['no capabilities', capabilityless],
    ['a version that is no text', { ...statelessMeta(), 'io.modelcontextprotocol/protocolVersion': 3 }],
  ])('%s is -32602', async (_name, meta) => {
    const params = meta === undefined ? {} : { _meta: meta };
    expect(await peer().request('server/discover', params)).toMatchObject({ id: 1, error: { code: -32602 } });
  });

  it.each([
    ['protocolVersion', 3],
    ['clientCapabilities', 'all'],
    ['clientCapabilities', null],
    ['clientInfo', 'me'],
  ])('%s of %j is named by its path', async (key, value) => {
    const field = `io.modelcontextprotocol/${key}`;
    const params = { _meta: { ...statelessMeta(), [field]: value } };
    expect(await peer().request('tools/list', params)).toMatchObject({
      error: { code: -32602, data: { field: `_meta.${field}` } },
    });
  });

  it.each([
    ['left out', nameless],
    ['null', { ...statelessMeta(), 'io.modelcontextprotocol/clientInfo': null }],
  ])('need no name of the client: %s', async (_name, meta) => {
    expect(await peer().request('server/discover', { _meta: meta })).toHaveProperty('result');
  });

  it.each(['2099-01-01', '2025-11-25'])('version %s is -32022 with what is spoken', async (version) => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': version };
    expect(await peer().request('tools/list', { _meta: meta })).toMatchObject({
      error: { code: -32022, data: { supported: ['2026-07-28'], requested: version } },
    });
  });

  it.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'subscriptions/listen'])(
    '%s is gone',
    async (method) => {
      const params = { protocolVersion: '2025-11-25', _meta: statelessMeta() };
      expect(await peer().request(method, params)).toMatchObject({ error: { code: -32601 } });
    },
  );
});

describe('whatever is wrong gets its error, and the server lives', () => {
  it.each([
    ['no JSON', 'garbage', { id: null, error: { code: -32700 } }],
    ['cut JSON', '{"jsonrpc":"2.0","id":1', { id: null, error: { code: -32700 } }],
    ['a scalar', '1', { id: null, error: { code: -32600 } }],
    ['an empty batch', '[]', { id: null, error: { code: -32600 } }],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', { id: null, error: { code: -32600 } }],
    ['no version', '{"id":1,"method":"ping"}', { id: 1, error: { code: -32600 } }],
    ['a null id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', { id: null, error: { code: -32600 } }],
    ['a method that is none', '{"jsonrpc":"2.0","id":1,"method":3}', { id: 1, error: { code: -32600 } }],
    ['an unknown method', '{"jsonrpc":"2.0","id":"a","method":"x"}', { id: 'a', error: { code: -32601 } }],
    [
      'params in a list',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}',
      { id: 1, error: { code: -32602 } },
    ],
    [
      'an unknown cursor',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}',
      { id: 1, error: { code: -32602 } },
    ],
    ['a line of 17 MiB', `"${'x'.repeat(17 * 1024 * 1024)}"`, { id: null, error: { code: -32600 } }],
  ])('%s', async (_name, line, expected) => {
    const client = peer();
    client.feed.push(`${line}\n`);
    expect(await client.next()).toMatchObject(expected);
    expect(await client.request('ping')).toHaveProperty('result', {});
  });

  it('notifications and answers that nobody waits for are passed over', async () => {
    const client = peer();
    client.send({ method: 'notifications/whatever', params: [1] });
    client.send({ method: 'notifications/cancelled', params: { requestId: 77 } });
    client.send({ id: 99, result: {} });
    client.feed.push('\r\n  \n');
    expect(await client.request('ping')).toHaveProperty('result', {});
    expect(await client.close()).toHaveLength(1);
  });
});

describe('batches', () => {
  it('are answered in one array once 2025-03-26 is spoken', async () => {
    const client = peer();
    await client.initialize('2025-03-26');
    client.feed.push(
      '[{"jsonrpc":"2.0","id":10,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":11,"method":"no"}]\n',
    );
    expect(JSON.parse(await client.lines.nextText())).toMatchObject([
      { id: 10, result: {} },
      { id: 11, error: { code: -32601 } },
    ]);
  });

  it('of notifications alone are not answered', async () => {
    const client = peer();
    await client.initialize('2025-03-26');
    client.feed.push('[{"jsonrpc":"2.0","method":"notifications/x"}]\n');
    expect(await client.request('ping')).toHaveProperty('result', {});
  });

  it.each(['2024-11-05', '2025-06-18', '2025-11-25'])('are refused in %s', async (version) => {
    const client = peer();
    await client.initialize(version);
    client.feed.push('[{"jsonrpc":"2.0","id":10,"method":"ping"}]\n');
    expect(await client.next()).toMatchObject({ id: null, error: { code: -32600 } });
  });
});
