import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binary, cleanEnv, runCli } from '../helpers/binary.ts';
import { statelessMeta } from '../helpers/mcp-peer.ts';
import { endAll, processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { RpcClient, type RpcOptions } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const start = (options: RpcOptions = {}): RpcClient => new RpcClient({ mode: 'mcp', ...options });

async function initialize(client: RpcClient, capabilities: object = {}, version = '2025-11-25') {
  const params = { protocolVersion: version, capabilities, clientInfo: { name: 'tester', version: '1' } };
  const answer = await client.request('initialize', params);
  client.notify('notifications/initialized', {});
  return answer;
}

const call = (name: string, input: unknown, meta?: object) => ({
  name,
  arguments: input,
  ...(meta === undefined ? {} : { _meta: meta }),
});

/** Five commands of different shapes; together seven sleeps. */
const shapes = (seconds: string): readonly string[] => [
  `sleep ${seconds}`,
  `sleep ${seconds} & sleep ${seconds} & wait`,
  `trap '' TERM; sleep ${seconds}; sleep ${seconds}`,
  `setsid sleep ${seconds} & wait`,
  `(setsid bash -c 'sleep ${seconds} & disown' >/dev/null 2>&1 </dev/null &); sleep ${seconds}`,
];

async function expectNone(seconds: string): Promise<void> {
  await waitFor(() => processesWith(seconds).length === 0, 'all to end').catch((error) => {
    endAll(processesWith(seconds));
    throw error;
  });
}

describe('the end of a server with five commands running', () => {
  it.each<[string, (client: RpcClient) => void, number | null]>([
    ['end of input', (client) => client.child.stdin?.end(), 0],
    ['SIGTERM', (client) => client.child.kill('SIGTERM'), 143],
    ['SIGINT', (client) => client.child.kill('SIGINT'), 130],
    ['SIGHUP', (client) => client.child.kill('SIGHUP'), 129],
    ['SIGKILL', (client) => client.child.kill('SIGKILL'), null],
  ])('%s leaves none of them', async (_, end, code) => {
    const seconds = uniqueSleep();
    const client = start();
    await initialize(client);
    for (const command of shapes(seconds)) void client.request('tools/call', call('shell', { command }));
    await waitFor(() => processesWith(`sleep\0${seconds}`).length >= 7, 'all to run');
    end(client);
    expect(await client.exited).toBe(code);
    await expectNone(seconds);
  });
});

describe('cancellation', () => {
  it.each(['initialized', 'stateless'])('in the %s era ends the tree and stays silent', async (era) => {
    const seconds = uniqueSleep();
    const client = start();
    const meta = { ...(era === 'stateless' ? statelessMeta() : {}), progressToken: 'p' };
    if (era === 'initialized') await initialize(client);
    const command = `setsid sleep ${seconds} & sleep ${seconds}`;
    const { id } = client.start('tools/call', call('shell', { command }, meta));
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 2, 'both to run');
    client.notify('notifications/cancelled', { requestId: id });
    await expectNone(seconds);
    const told = client.notifications.length;
    expect((await client.request('tools/call', call('shell', { command: 'echo on' }))).result).toMatchObject({
      content: [{ text: 'on\n' }],
    });
    await client.close();
    expect(client.unmatched).toEqual([]);
    expect(client.notifications).toHaveLength(told);
  });
});

describe('lines', () => {
  it('what is wrong is answered, and the server lives', async () => {
    const client = start();
    await initialize(client);
    client.raw('garbage\n');
    client.raw('[]\n');
    client.raw('[{"jsonrpc":"2.0","id":50,"method":"ping"}]\n');
    client.raw('{"jsonrpc":"2.0","id":null,"method":"ping"}\n');
    client.raw(`{"jsonrpc":"2.0","id":51,"method":"${'x'.repeat(17 * 1024 * 1024)}"}\n`);
    client.raw('{"jsonrpc":"2.0","id":52,"method":"tools/list","params":[1]}\n');
    expect((await client.request('ping')).result).toEqual({});
    expect(client.unmatched.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [52, -32602],
    ]);
    expect(await client.close()).toBe(0);
    expect(client.stderr).toBe('');
  });

  it('a pipeline gets its answers', async () => {
    const requests = [
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call('shell', { command: 'echo piped' }) },
      { jsonrpc: '2.0', id: 2, method: 'ping' },
    ];
    const input = requests.map((request) => JSON.stringify(request)).join('\n');
    const { stdout, status } = await runCli(['mcp', '--yolo'], { input });
    const answers = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(answers.sort()).toEqual([1, 2]);
    expect(status).toBe(0);
  });

  it('a result of megabytes is one line', async () => {
    const home = tempFolder();
    writeFileSync(
      join(home, 'c.json'),
      '{"caps":{"outputChars":4000000,"lineChars":1000000,"outputLines":1000000}}',
    );
    const client = start({ home, args: ['--yolo', '--config', join(home, 'c.json')] });
    const command = "head -c 3000000 /dev/zero | tr '\\0' x | fold -w 1000";
    const { result } = await client.request('tools/call', call('shell', { command }));
    expect(JSON.stringify(result).length).toBeGreaterThan(3_000_000);
    await client.close();
  });
});

describe('approvals', () => {
  const args = ['--ask', 'always'];
  const accept = (form: Record<string, unknown>) => {
    const { properties } = form.requestedSchema as {
      properties: { decision: { oneOf: { const: string; title: string }[] } };
    };
    return { action: 'accept', content: { decision: properties.decision.oneOf[0]?.const } };
  };

  it.each([
    ['accepted', accept, 'completed'],
    ['declined', () => ({ action: 'decline' }), 'denied'],
    ['dismissed', () => ({ action: 'cancel' }), 'denied'],
  ])('by elicitation, %s', async (_, answer, status) => {
    const client = start({ args });
    const forms: Record<string, unknown>[] = [];
    client.onRequest = (method, params) => {
      expect(method).toBe('elicitation/create');
      forms.push(params);
      return answer(params);
    };
    await initialize(client, { elicitation: {} });
    const { result } = await client.request('tools/call', call('shell', { command: 'touch made' }));
    expect(result).toMatchObject({ structuredContent: { status } });
    expect(forms).toHaveLength(1);
    expect(forms[0]?.message).toContain('touch made');
    await client.close();
  });

  it('by rounds, once for each state', async () => {
    const home = tempFolder();
    const client = start({ args, home });
    const params = call('shell', { command: 'echo x >>made; cat made' }, statelessMeta({ elicitation: {} }));
    const { result } = await client.request('tools/call', params);
    expect(result).toMatchObject({ resultType: 'input_required' });
    const { inputRequests, requestState } = result as unknown as {
      inputRequests: { approval: { params: Record<string, unknown> } };
      requestState: string;
    };
    const answered = {
      ...params,
      requestState,
      inputResponses: { approval: accept(inputRequests.approval.params) },
    };
    const answers = await Promise.all([1, 2, 3].map(() => client.request('tools/call', answered)));
    expect(answers.map(({ result: one, error }) => one?.resultType ?? error?.code)).toEqual([
      'complete',
      -32602,
      -32602,
    ]);
    expect(answers[0]?.result).toMatchObject({ content: [{ text: 'x\n' }] });
    await client.close();
    const trail = await runCli(['--json', 'audit', 'show'], { home });
    const lines = trail.stdout.toString().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).status)).toEqual(['approval_required', 'completed']);
  });

  it('without a way to ask, the text says what to do', async () => {
    const client = start({ args });
    await initialize(client);
    const { result } = await client.request('tools/call', call('shell', { command: 'touch made' }));
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { status: 'approval_required' },
      content: [{ type: 'text', text: expect.stringMatching(/approv/i) }],
    });
    await client.close();
  });

  it('are not there to be answered by a model', async () => {
    const client = start({ args });
    await initialize(client);
    for (const method of ['approvals/resolve', 'approvals/list', 'shell', 'config/show'])
      expect((await client.request(method, {})).error).toMatchObject({ code: -32601 });
    expect((await client.request('tools/call', call('approvals/resolve', {}))).error).toMatchObject({
      code: -32602,
    });
    await client.close();
  });
});

/** JSON in ASCII with a blank behind each comma and colon, as other languages write it. */
function writtenWide(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replaceAll(/([[{])\n\s*/g, '$1')
    .replaceAll(/\n\s*([\]}])/g, '$1')
    .replaceAll(/\n\s*/g, ' ')
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

describe('the catalogue', () => {
  it('has at most 10 KB, all four hints and a schema of an object for each tool', async () => {
    const cwd = join(tempFolder(), 'a-folder-with-a-name-as-long-as-those-of-test-runners');
    mkdirSync(cwd);
    const client = start({ cwd });
    const { result } = await client.request('tools/list');
    expect(writtenWide(result).length).toBeLessThanOrEqual(10_000);
    const stateless = await client.request('tools/list', { _meta: statelessMeta() });
    expect(Buffer.byteLength(JSON.stringify(stateless.result))).toBeLessThanOrEqual(10_240);
    const { tools } = result as unknown as {
      tools: { name: string; annotations: object; inputSchema: object }[];
    };
    for (const { name, annotations, inputSchema } of tools) {
      expect(Object.keys(annotations).sort(), name).toEqual(
        expect.arrayContaining(['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint']),
      );
      expect(inputSchema, name).toMatchObject({ type: 'object' });
      expect(JSON.stringify(inputSchema), name).not.toContain('$schema');
    }
    await client.close();
  });

  it.each([
    [['--read-only'], (names: string[]) => expect(names).not.toContain('shell')],
    [
      ['--tools', 'grep,read-media'],
      (names: string[]) => expect(names.sort()).toEqual(['grep', 'read_media']),
    ],
  ])('%j narrows it', async (flags, check) => {
    const client = start({ args: ['--yolo', ...flags] });
    const { result } = await client.request('tools/list');
    check((result as unknown as { tools: { name: string }[] }).tools.map(({ name }) => name));
    await client.close();
  });

  it.each([
    ['shell,process', true],
    ['shell,read', false],
  ])('--tools %s tells of background runs: %j', async (tools, isTold) => {
    const client = start({ args: ['--yolo', '--tools', tools] });
    const { result } = await client.request('tools/list');
    const [shell] = (result as unknown as { tools: { name: string; inputSchema: object }[] }).tools;
    expect(shell?.name).toBe('shell');
    expect(Object.hasOwn(Object(Object(shell?.inputSchema).properties), 'background')).toBe(isTold);
    await client.close();
  });

  it('a tool that does not exist is refused at the start', async () => {
    const { status, stderr } = await runCli(['mcp', '--tools', 'grepp']);
    expect(status).toBe(2);
    expect(stderr).toContain('did you mean "grep"?');
  });
});

describe('long calls', () => {
  it('go on in the background when the configuration says so', async () => {
    const seconds = uniqueSleep();
    const client = start({ env: { AGENT_TOOLS_SHELL_YIELD_MS: '200' } });
    const { result } = await client.request(
      'tools/call',
      call('shell', { command: `echo a; sleep ${seconds}` }),
    );
    expect(result).toMatchObject({ isError: false, structuredContent: { status: 'running' } });
    const { sessionId } = (result as unknown as { structuredContent: { details: { sessionId: string } } })
      .structuredContent.details;
    const poll = await client.request('tools/call', call('process', { action: 'poll', sessionId }));
    expect(poll.result).toMatchObject({ content: [{ text: 'a\n' }, {}] });
    await client.close();
    await expectNone(seconds);
  });
});

describe('the Outcome is the same as over JSON-RPC', () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  let mcp: RpcClient;
  let rpc: RpcClient;
  beforeAll(() => {
    const home = realpathSync(tempFolder());
    const cwd = join(home, 'ws');
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'a.txt'), 'one\ntwo\n');
    writeFileSync(join(cwd, 'pixel.png'), Buffer.from(png, 'base64'));
    mcp = start({ home, cwd });
    rpc = new RpcClient({ home, cwd });
  });
  afterAll(() => Promise.all([mcp.close(), rpc.close()]));

  const volatile = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (key, node) => (/^(pid|pgid|durationMs)$/.test(key) ? 0 : node)));

  it.each([
    ['shell', { command: 'echo hi; exit 3' }],
    ['shell', { command: 'echo o; echo e >&2', streams: 'split' }],
    ['shell', { command: 'sleep 9', timeout: 1 }],
    ['read', { path: 'a.txt' }],
    ['read', { path: 'nowhere' }],
    ['read_media', { path: 'pixel.png' }],
    ['edit', { path: 'a.txt', old: 'one', new: '1', dryRun: true }],
    ['edit', { path: 'a.txt', old: 'absent', new: '1' }],
    ['glob', { pattern: '**/*' }],
    ['grep', { pattern: 'two' }],
    ['grep', { pattern: 'absent' }],
    ['process', { action: 'list' }],
  ])('%s %j', async (tool, input) => {
    const over = await mcp.request('tools/call', call(tool, input));
    const plain = await rpc.request(tool, input);
    const { content, ...facts } = plain.result as unknown as { content: { type: string; text?: string }[] };
    const { structuredContent, content: shown } = over.result as unknown as {
      structuredContent: unknown;
      content: { type: string; text?: string }[];
    };
    expect(volatile(structuredContent)).toEqual(volatile(facts));
    const told = shown.map(({ text }) => text ?? '').join('\n');
    for (const item of content) {
      if (item.type === 'text') expect(told).toContain((item.text ?? '').trimEnd());
      else expect(shown).toContainEqual(item);
    }
    const { message, notices, isError } = facts as unknown as {
      message: string;
      notices: string[];
      isError: boolean;
    };
    for (const notice of notices) expect(told).toContain(notice);
    if (isError && content.length === 0) expect(told).toContain(message);
  });
});

describe('a host', () => {
  it('that ends the input at once finds nothing on either stream', () => {
    const { HOME, PATH } = cleanEnv(tempFolder());
    const done = spawnSync(binary, ['mcp'], { env: { HOME, PATH }, input: '', encoding: 'utf8' });
    expect([done.status, done.stdout, done.stderr]).toEqual([0, '', '']);
  });
});
