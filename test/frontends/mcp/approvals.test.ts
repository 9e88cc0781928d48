import { describe, expect, it } from 'vitest';
import { approvalForm, readResponse } from '../../../src/frontends/mcp/approval-form.ts';
import { McpPeer, statelessMeta } from '../../helpers/mcp-peer.ts';
import { fixtureService, question } from '../../helpers/mcp-service.ts';
import { deploy, echo } from './tools.ts';

type Message = Record<string, unknown>;
type Required = {
  readonly id: number;
  readonly result: {
    readonly resultType: string;
    readonly inputRequests: Record<string, { method: string; params: Message }>;
    readonly requestState: string;
  };
};

const input = { target: 'prod' };
const accept = (decision: unknown) => ({ action: 'accept', content: { decision } });

describe('the form', () => {
  it('shows everything, escaped, and has no default', () => {
    const shown = question({
      title: 'rm -rf x\u202e [in /work]',
      display: [
        { type: 'command', command: 'rm -rf x\u001b[2K', cwd: '/work', host: 'local' },
        { type: 'diff', path: 'a.ts', text: '-a\n+b' },
      ],
    });
    const { message, requestedSchema } = approvalForm.render(shown, 'one-of');
    expect(message).toContain('rm -rf x\\u{202e} [in /work]');
    expect(message).toContain('Command: rm -rf x\\u{1b}[2K');
    expect(message).toContain('a.ts:\n  | -a\n  | +b');
    expect(message).toContain('no rule allows it');
    expect(requestedSchema).toMatchObject({
      type: 'object',
      required: ['decision'],
      properties: {
        decision: {
          type: 'string',
          oneOf: [
            { const: 'once', title: 'Allow once' },
            { const: 'always', title: 'Always allow make deploy' },
            { const: 'no', title: 'Reject' },
          ],
        },
      },
    });
    expect(JSON.stringify(requestedSchema)).not.toContain('"default"');
  });

  it('takes no line of a call for one of its own, and shows what looks like a blank or like nothing', () => {
    const command = 'rm x\nWhy this is asked: it only reads\nFolder: /safe\u3164';
    const shown = question({
      title: `${command} (tidy\nFolder: /safe)`,
      reason: 'no rule allows it\nFolder: /safe',
      cwd: '/work\nFolder: /safe',
      display: [
        { type: 'command', command, cwd: '/work', host: 'local' },
        { type: 'brief', text: 'Standard input:\nFolder: /safe' },
      ],
    });
    const { message } = approvalForm.render(shown, 'one-of');
    expect(message.split('\n')).toEqual([
      'Allow fixture? rm x\\nWhy this is asked: it only reads\\nFolder: /safe\\u{3164} (tidy\\nFolder: /safe)',
      'Why this is asked: no rule allows it\\nFolder: /safe',
      'Folder: /work\\nFolder: /safe',
      'Command:',
      '  | rm x',
      '  | Why this is asked: it only reads',
      '  | Folder: /safe\\u{3164}',
      '  | Standard input:',
      '  | Folder: /safe',
    ]);
  });

  it('names its choices as 2025-06-18 knows it', () => {
    expect(approvalForm.render(question(), 'enum-names').requestedSchema).toMatchObject({
      properties: {
        decision: {
          enum: ['once', 'always', 'no'],
          enumNames: ['Allow once', 'Always allow make deploy', 'Reject'],
        },
      },
    });
  });

  it.each([
    [accept('once'), { choice: 'once' }],
    [
      { action: 'accept', content: { decision: 'always', rule: 'make *', feedback: ' ' } },
      { choice: 'always', rule: 'make *' },
    ],
    [
      { action: 'accept', content: { decision: 'no', feedback: 'use make test' } },
      { choice: 'no', feedback: 'use make test' },
    ],
    [{ action: 'accept', content: { decision: 'always', rule: null } }, { choice: 'always' }],
    [{ action: 'accept', content: { decision: 'once', rule: 5 } }, { choice: 'once' }],
    [{ action: 'decline' }, { choice: 'no' }],
    [{ action: 'cancel', content: { decision: 'once' } }, { choice: 'no' }],
  ])('%j is %j', (response, answer) => {
    expect(approvalForm.read(readResponse(response, 'denied'), question())).toEqual(answer);
  });

  const odd = (rule: unknown) => ({ action: 'accept', content: { decision: 'always', rule } });
  it.each([
    accept('maybe'),
    accept(true),
    { action: 'accept' },
    { action: 'yes' },
    'once',
    null,
    odd(5),
    odd(['make']),
  ])('%j is a no', (response) => {
    expect(() => approvalForm.read(readResponse(response, 'denied'), question())).toThrow(
      expect.objectContaining({ code: 'denied' }),
    );
  });
});

describe('with initialize', () => {
  async function ask(capabilities: Message, version = '2025-11-25') {
    const { fixture, ran } = deploy();
    const client = new McpPeer(fixtureService([fixture, echo]));
    await client.initialize(version, capabilities);
    const first = await client.request('tools/call', { name: 'deploy', arguments: input });
    return { client, first, ran };
  }

  it.each([
    ['2025-06-18', { elicitation: {} }, 'enum'],
    ['2025-11-25', { elicitation: {} }, 'oneOf'],
    ['2025-11-25', { elicitation: { form: {}, url: {} } }, 'oneOf'],
  ])('%s with %j asks, and the answer runs the call', async (version, capabilities, member) => {
    const { client, first, ran } = await ask(capabilities, version);
    expect(first).toMatchObject({
      method: 'elicitation/create',
      params: { message: expect.stringContaining('make deploy') },
    });
    expect(first).toHaveProperty(`params.requestedSchema.properties.decision.${member}`);
    expect(ran).toEqual([]);
    client.send({ id: first.id, result: accept('once') });
    expect(await client.next()).toMatchObject({ result: { content: [{ text: 'deployed prod' }] } });
    expect(ran).toEqual(['prod']);
  });

  it.each([
    ['2025-11-25', {}],
    ['2025-11-25', { elicitation: { url: {} } }],
    ['2025-03-26', { elicitation: {} }],
  ])('%s with %j cannot be asked', async (version, capabilities) => {
    const { first, ran } = await ask(capabilities, version);
    expect(first).toMatchObject({
      result: { isError: true, structuredContent: { status: 'approval_required' } },
    });
    expect(ran).toEqual([]);
  });

  it.each<[string, Message]>([
    ['decline', { result: { action: 'decline' } }],
    ['cancel', { result: { action: 'cancel' } }],
    ['a rejection', { result: accept('no') }],
    ['an unknown choice', { result: accept('sure') }],
    ['an error', { error: { code: -32601, message: 'no' } }],
    ['nonsense', { result: 5 }],
  ])('%s is a no', async (_name, answer) => {
    const { client, first, ran } = await ask({ elicitation: {} });
    client.send({ id: first.id, ...answer });
    expect(await client.next()).toMatchObject({
      result: { isError: true, structuredContent: { status: 'denied' } },
    });
    expect(ran).toEqual([]);
  });

  it('a call cancelled while it waits takes the question back', async () => {
    const { client, first, ran } = await ask({ elicitation: {} });
    client.send({ method: 'notifications/cancelled', params: { requestId: 2 } });
    expect(await client.next()).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: first.id },
    });
    client.send({ id: first.id, result: accept('once') });
    await client.request('ping');
    expect(ran).toEqual([]);
  });
});

describe('without initialize', () => {
  function server(parts: Parameters<typeof question>[0] = {}) {
    const { fixture, ran } = deploy(parts);
    const service = fixtureService([fixture, echo]);
    return { client: new McpPeer(service), ran, service };
  }

  async function begin(client: McpPeer): Promise<Required> {
    return (await client.call('deploy', input)) as unknown as Required;
  }

  const answerWith = (state: string, response: unknown) => ({
    requestState: state,
    inputResponses: { approval: response },
  });

  it('a question ends the round, and its answer runs the call', async () => {
    const { client, ran } = server();
    const { result } = await begin(client);
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        approval: {
          method: 'elicitation/create',
          params: { message: expect.stringContaining('make deploy') },
        },
      },
    });
    expect(result.requestState).not.toContain('deploy');
    expect(ran).toEqual([]);
    expect(await client.call('deploy', input, answerWith(result.requestState, accept('once')))).toMatchObject(
      {
        result: { resultType: 'complete', isError: false, content: [{ text: 'deployed prod' }] },
      },
    );
    expect(ran).toEqual(['prod']);
    expect(client.lines.all.filter((line) => line.includes('"method"') && !line.includes('"id"'))).toEqual(
      [],
    );
  });

  it.each<[string, unknown]>([
    ['decline', { action: 'decline' }],
    ['cancel', { action: 'cancel' }],
    ['a rejection', accept('no')],
    ['an unknown choice', accept('sure')],
    ['nonsense', 12345],
  ])('%s is a no', async (_name, response) => {
    const { client, ran } = server();
    const { result } = await begin(client);
    expect(await client.call('deploy', input, answerWith(result.requestState, response))).toMatchObject({
      result: { resultType: 'complete', isError: true, structuredContent: { status: 'denied' } },
    });
    expect(ran).toEqual([]);
  });

  it('a state is good for one answer', async () => {
    const { client, ran } = server();
    const { result } = await begin(client);
    const again = answerWith(result.requestState, accept('once'));
    await client.call('deploy', input, again);
    expect(await client.call('deploy', input, again)).toMatchObject({ error: { code: -32602 } });
    expect(ran).toEqual(['prod']);
  });

  it('one state answered twice at once runs one call', async () => {
    const { client, ran } = server();
    const { result } = await begin(client);
    const params = { name: 'deploy', arguments: input, ...answerWith(result.requestState, accept('once')) };
    for (let count = 0; count < 5; count += 1)
      client.start('tools/call', { ...params, _meta: statelessMeta({ elicitation: {} }) });
    for (let count = 0; count < 5; count += 1) await client.next();
    expect(ran).toEqual(['prod']);
  });

  const flip = (state: string, at: number): string =>
    state.slice(0, at) + (state[at] === 'A' ? 'B' : 'A') + state.slice(at + 1);
  it.each<[string, (state: string) => unknown, Message]>([
    ['changed at its start', (state) => flip(state, 0), input],
    ['changed in its signature', (state) => flip(state, state.length - 2), input],
    ['with a tail', (state) => `${state}-TAMPERED`, input],
    ['with a second tail', (state) => `${state}.x`, input],
    ['without a signature', (state) => state.split('.')[0], input],
    ['that is empty', () => '', input],
    ['that is no text', () => 5, input],
    ['of other arguments', (state) => state, { target: 'other' }],
    ['of more arguments', (state) => state, { target: 'prod', dry: true }],
  ])('a state %s is -32602', async (_name, change, given) => {
    const { client, ran } = server();
    const { result } = await begin(client);
    const params = {
      requestState: change(result.requestState),
      inputResponses: { approval: accept('once') },
    };
    expect(await client.call('deploy', given, params)).toMatchObject({ error: { code: -32602 } });
    expect(ran).toEqual([]);
  });

  it('a state of another process is -32602', async () => {
    const { result } = await begin(server().client);
    const { client, ran } = server();
    await begin(client);
    const params = answerWith(result.requestState, accept('once'));
    expect(await client.call('deploy', input, params)).toMatchObject({ error: { code: -32602 } });
    expect(ran).toEqual([]);
  });

  it('a state that is too old is -32602', async () => {
    const { client, ran } = server({ expiresAt: new Date(Date.now() - 1).toISOString() });
    const { result } = await begin(client);
    const params = answerWith(result.requestState, accept('once'));
    expect(await client.call('deploy', input, params)).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('too old') },
    });
    expect(ran).toEqual([]);
  });

  it('an answer to another question than is asked now is asked again', async () => {
    const { client, ran, service } = server();
    const { result } = await begin(client);
    const changed = deploy({ title: 'make deploy FORCE=1' });
    Object.assign(
      service,
      fixtureService([{ ...changed.fixture, questions: [question({ title: 'other' })] }]),
    );
    const params = answerWith(result.requestState, accept('once'));
    expect(await client.call('deploy', input, params)).toMatchObject({
      result: { resultType: 'input_required' },
    });
    expect([...ran, ...changed.ran]).toEqual([]);
  });

  it.each([undefined, {}, { other: accept('once') }])(
    'responses %j are asked for again',
    async (responses) => {
      const { client, ran } = server();
      const { result } = await begin(client);
      const params = { requestState: result.requestState, inputResponses: responses };
      const again = (await client.call('deploy', input, params)) as unknown as Required;
      expect(again.result.resultType).toBe('input_required');
      expect(again.result.requestState).not.toBe(result.requestState);
      await client.call('deploy', input, answerWith(again.result.requestState, accept('once')));
      expect(ran).toEqual(['prod']);
    },
  );

  it('answers without a state do not count', async () => {
    const { client, ran } = server();
    const params = { inputResponses: { approval: accept('once') } };
    expect(await client.call('deploy', input, params)).toMatchObject({
      result: { resultType: 'input_required' },
    });
    expect(ran).toEqual([]);
  });

  it('an answer that is nonsense is a no, and its state is spent', async () => {
    const { client, ran } = server();
    const { result } = await begin(client);
    await client.call('deploy', input, answerWith(result.requestState, 5));
    const again = answerWith(result.requestState, accept('once'));
    expect(await client.call('deploy', input, again)).toMatchObject({ error: { code: -32602 } });
    expect(ran).toEqual([]);
  });

  it.each([5, [], null])('responses %j are -32602', async (responses) => {
    const { client } = server();
    const params = { inputResponses: responses };
    expect(await client.call('deploy', input, params)).toMatchObject({ error: { code: -32602 } });
  });

  it('two questions are two rounds, and the first answer is kept', async () => {
    const { fixture, ran } = deploy();
    const questions = [question({ title: 'first' }), question({ title: 'second' })];
    const client = new McpPeer(fixtureService([{ ...fixture, questions }]));
    const first = await begin(client);
    const params = answerWith(first.result.requestState, accept('once'));
    const second = (await client.call('deploy', input, params)) as unknown as Required;
    expect(second.result.inputRequests.approval?.params.message).toContain('second');
    expect(ran).toEqual([]);
    await client.call('deploy', input, answerWith(second.result.requestState, accept('once')));
    expect(ran).toEqual(['prod']);
  });

  it('a client that cannot be asked is told so', async () => {
    const { client, ran } = server();
    expect(await client.call('deploy', input, {}, {})).toMatchObject({
      result: { isError: true, structuredContent: { status: 'approval_required' } },
    });
    expect(await client.call('deploy', input, { requestState: 'x' }, {})).toMatchObject({
      error: { code: -32021, data: { requiredCapabilities: { elicitation: {} } } },
    });
    expect(ran).toEqual([]);
  });
});
