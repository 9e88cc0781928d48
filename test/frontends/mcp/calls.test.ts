import { describe, expect, it } from 'vitest';
import { text } from '../../../src/core/content.ts';
import { type Outcome, outcome } from '../../../src/core/outcome.ts';
import { toolResult } from '../../../src/frontends/serving/tool-result.ts';
import { McpPeer, statelessMeta } from '../../helpers/mcp-peer.ts';
import { fixtureService } from '../../helpers/mcp-service.ts';
import { deploy, echo, waiting } from './tools.ts';

describe('tools/list', () => {
  it('has all four hints and a schema without $schema', async () => {
    const client = new McpPeer(fixtureService([echo]));
    expect(await client.request('tools/list')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        tools: [
          {
            name: 'echo',
            description: 'Gives its text back',
            inputSchema: {
              type: 'object',
              properties: { text: { type: 'string', description: 'What comes back' } },
              required: ['text'],
              additionalProperties: false,
            },
            annotations: {
              readOnlyHint: true,
              destructiveHint: false,
              idempotentHint: true,
              openWorldHint: false,
            },
          },
        ],
      },
    });
  });

  it.each([
    [{ tools: ['deploy', 'echo'], readOnly: false }, ['echo', 'deploy']],
    [{ tools: null, readOnly: true }, ['echo']],
  ])('%j leaves %j', async (selection, expected) => {
    const client = new McpPeer(fixtureService([echo, deploy().fixture]), { selection });
    const { result } = await client.request('tools/list');
    expect((result as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual(expected);
    if (expected.includes('deploy')) return;
    const call = { name: 'deploy', arguments: { target: 'x' } };
    expect(await client.request('tools/call', call)).toMatchObject({ error: { code: -32602 } });
  });

  it.each([
    ['names no tool', { tools: ['ecko'], readOnly: false }, 'did you mean "echo"?'],
    [
      'leaves none',
      { tools: ['deploy'], readOnly: true },
      '"--read-only" leaves nothing to offer: each of deploy may',
    ],
  ])('a selection that %s is refused, saying so', async (_name, selection, message) => {
    const client = new McpPeer(fixtureService([echo, deploy().fixture]), { selection });
    await expect(client.ended).rejects.toThrow(message);
  });
});

describe('tools/call', () => {
  it.each([
    ['an unknown tool', { name: 'ech', arguments: {} }, 'did you mean "echo"?'],
    ['no name', {}, '"name" is missing'],
    ['arguments in a list', { name: 'echo', arguments: ['x'] }, 'must be an object'],
    ['arguments in a text', { name: 'echo', arguments: 'x' }, 'must be an object'],
    ['a token of another kind', { name: 'echo', _meta: { progressToken: {} } }, 'progressToken'],
  ])('%s is -32602', async (_name, params, message) => {
    const client = new McpPeer(fixtureService([echo]));
    expect(await client.request('tools/call', params)).toMatchObject({
      error: { code: -32602, message: expect.stringContaining(message) },
    });
  });

  it('arguments may come as their JSON text', async () => {
    const client = new McpPeer(fixtureService([echo]));
    const call = { name: 'echo', arguments: JSON.stringify({ text: 'x' }) };
    expect(await client.request('tools/call', call)).toMatchObject({ result: { isError: false } });
  });

  it('arguments that are wrong are a result the model can mend', async () => {
    const client = new McpPeer(fixtureService([echo]));
    expect(await client.request('tools/call', { name: 'echo', arguments: { txt: 'x' } })).toMatchObject({
      result: {
        isError: true,
        content: [{ type: 'text', text: expect.stringContaining('did you mean "text"?') }],
        structuredContent: { status: 'failed', details: { failure: 'invalid_input' } },
      },
    });
  });

  it('a fault of ours is -32603', async () => {
    const service = fixtureService([echo]);
    const client = new McpPeer({ ...service, call: () => Promise.reject(new Error('boom')) });
    expect(await client.request('tools/call', { name: 'echo', arguments: {} })).toMatchObject({
      error: { code: -32603, message: 'Internal error: boom' },
    });
  });

  it.each(['initialized', 'stateless'])('cancelled in the %s era ends and stays silent', async (era) => {
    const { fixture, started } = waiting();
    const client = new McpPeer(fixtureService([fixture, echo]), { progressMs: 5 });
    const meta = { ...(era === 'stateless' ? statelessMeta() : {}), progressToken: 't' };
    const id = client.start('tools/call', { name: 'wait', arguments: {}, _meta: meta });
    const signal = await started;
    expect(await client.next()).toMatchObject({ method: 'notifications/progress' });
    client.send({ method: 'notifications/cancelled', params: { requestId: id, reason: 'no more' } });
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    const before = client.lines.all.length;
    client.start('ping');
    const lines = await client.close();
    expect(lines.slice(before).map((line) => JSON.parse(line))).toEqual([
      { jsonrpc: '2.0', id: id + 1, result: {} },
    ]);
  });

  it('what runs when the server ends is answered with what it had', async () => {
    const { fixture, started } = waiting();
    const client = new McpPeer(fixtureService([fixture]));
    const id = client.start('tools/call', { name: 'wait' });
    await started;
    client.stop.abort();
    expect(await client.ended).toBe('stopped');
    expect(await client.next()).toMatchObject({
      id,
      result: { isError: true, structuredContent: { status: 'cancelled' } },
    });
  });

  it('short calls are answered although the input has ended', async () => {
    const client = new McpPeer(fixtureService([echo]));
    for (const value of ['a', 'b']) client.start('tools/call', { name: 'echo', arguments: { text: value } });
    expect(await client.close()).toHaveLength(2);
  });
});

describe('progress', () => {
  it.each(['12345678901234567890', '9007199254740993', '1e400', '1.50', '"t\\u00e9"'])(
    'comes under the token as it was written: %s',
    async (token) => {
      const { fixture, finish } = waiting();
      const client = new McpPeer(fixtureService([fixture]), { progressMs: 2 });
      const params = `{"name":"wait","_meta":{"progressToken":${token}}}`;
      client.feed.push(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}\n`);
      await client.next();
      expect(client.lines.all[0]).toContain(
        `"params":{"progressToken":${token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token},"progress":`,
      );
      finish();
      await client.close();
    },
  );

  it('says that a call waits for the answer of a person', async () => {
    const { fixture, finish } = waiting();
    const service = fixtureService([fixture]);
    const call: typeof service.call = (asked) => {
      asked.approver?.waits?.(true);
      return service.call(asked);
    };
    const client = new McpPeer({ ...service, call }, { progressMs: 2 });
    await client.initialize('2025-11-25', { elicitation: {} });
    client.start('tools/call', { name: 'wait', _meta: { progressToken: 7 } });
    expect(await client.next()).toMatchObject({
      params: { message: '0 s, waiting for an answer to the approval request' },
    });
    finish();
    await client.close();
  });

  it('increases, shows the output, and ends with the call', async () => {
    const { fixture, finish } = waiting();
    const client = new McpPeer(fixtureService([fixture]), { progressMs: 2 });
    client.start('tools/call', { name: 'wait', _meta: { progressToken: 7 } });
    expect(await client.next()).toMatchObject({
      method: 'notifications/progress',
      params: { progressToken: 7, message: '0 s, 5 bytes, 1 line\ntick' },
    });
    finish();
    expect(await client.next()).toMatchObject({ id: 1, result: { isError: false } });
    expect(await client.close()).toHaveLength(2);
  });
});

const base: Outcome = outcome({ status: 'completed', message: 'Done.' });

describe('an Outcome as a result', () => {
  it.each<[string, string, Outcome, readonly string[]]>([
    ['the payload alone', 'read', { ...base, content: [text('one')] }, ['one']],
    ['the message when there is no payload', 'write', base, ['Done.']],
    ['the message instead of nothing', 'read', { ...base, content: [text('')] }, ['Done.']],
    [
      'notices as an item of their own',
      'read',
      { ...base, content: [text('one')], notices: ['More lines follow.', 'Cut.'] },
      ['one', '(More lines follow.)\n(Cut.)'],
    ],
    [
      'notices in the text of glob and grep',
      'grep',
      { ...base, content: [text('a:1:x\n')], notices: ['250 of 300 shown.'] },
      ['a:1:x\n(250 of 300 shown.)'],
    ],
    [
      'no notice twice',
      'shell',
      { ...base, content: [text('x\n(5 bytes omitted)')], notices: ['5 bytes omitted'] },
      ['x\n(5 bytes omitted)'],
    ],
    ['why a call failed', 'shell', { ...base, status: 'denied', message: 'Rejected.' }, ['Rejected.']],
    [
      'how a running command goes on',
      'shell',
      { ...base, status: 'running', message: 'Runs as s1; see process.', content: [text('so far')] },
      ['so far', 'Runs as s1; see process.'],
    ],
    [
      'the trailer of a time limit without saying it twice',
      'shell',
      { ...base, status: 'timed_out', message: 'Killed.', content: [text('(timed out after 1s)')] },
      ['(timed out after 1s)'],
    ],
  ])('shows %s', (_name, tool, value, expected) => {
    const result = toolResult(tool, value);
    expect(result.content.map((item) => (item.type === 'text' ? item.text : item.type))).toEqual(expected);
    expect(result.structuredContent).not.toHaveProperty('content');
  });

  it('leaves an image as it is', () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
    expect(toolResult('read_media', { ...base, content: [image] }).content).toEqual([image]);
  });
});
