import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli, startCli } from '../helpers/binary.ts';
import { NodeRig, scriptedNode } from '../helpers/nodes.ts';
import { childrenOf, waitFor } from '../helpers/processes.ts';
import type { Outcome, SessionRpc } from '../helpers/sessions.ts';
import { TerminalRun } from '../helpers/terminal.ts';

const greet =
  "onLine((m) => { if (m.method === 'initialize') send({ jsonrpc: '2.0', id: m.id, result: greeting }); });";
/** A node that greets and then answers `shell` with `answer`, an expression over the request `m`. */
const answering = (answer: string): string =>
  `${greet} onLine((m) => { if (m.method === 'shell') { ${answer} } });`;
const result = (value: string): string => answering(`send({ jsonrpc: '2.0', id: m.id, result: ${value} });`);

const open: SessionRpc[] = [];
afterAll(() => Promise.all(open.map((rpc) => rpc.close())));

function connect(script: string, ...args: readonly string[]): SessionRpc {
  const rig = new NodeRig(() => ({ evil: scriptedNode(script) }));
  const rpc = rig.rpc(...(args.length === 0 ? ['--yolo'] : args), '--host', 'evil');
  open.push(rpc);
  return rpc;
}

const call = (rpc: SessionRpc): Promise<Outcome> => rpc.call('shell', { command: 'true' });

describe('a node that does not speak as it should', () => {
  it.each([
    [
      'another protocol',
      "onLine((m) => send({ jsonrpc: '2.0', id: m.id, result: { ...greeting, protocolVersion: 2 } }));",
      'Cannot use node "evil": agent-tools 7.7.7 there speaks protocol 2, expected protocol 1; install agent-tools',
    ],
    [
      'another program',
      "onLine((m) => send({ jsonrpc: '2.0', id: m.id, result: { protocolVersion: '2025-11-25', serverInfo: { name: 'x' } } }));",
      'Cannot use node "evil": what answers there is not agent-tools, expected "agent-tools rpc" at the other end',
    ],
    [
      'a refusal',
      "onLine((m) => send({ jsonrpc: '2.0', id: m.id, error: { code: -32601, message: 'no\\u001b[2J\\nsuch' } }));",
      'it answered with an error (no\\u{1b}[2J such)',
    ],
    [
      'a greeting that is torn',
      "onLine((m) => send(JSON.stringify({ jsonrpc: '2.0', id: m.id, result: greeting }).slice(0, -5)));",
      'Cannot use node "evil": it sent a message that cannot be read (the line is not JSON), expected "agent-tools rpc"',
    ],
    [
      'no understanding of what it is sent',
      "onLine((m) => send({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }));",
      'Cannot use node "evil": it could not read a message (Parse error), expected "agent-tools rpc"',
    ],
    ['an echo', 'process.stdin.pipe(process.stdout);', 'it answered with an error (Method not found)'],
    [
      'an end at once',
      "process.stderr.write('no space\\n'); process.exit(3);",
      'ended with status 3; it said "no space"',
    ],
    [
      'what an earlier version says of what it does not know',
      answering("send({ jsonrpc: '2.0', id: m.id, error: { code: -32601, message: 'Method not found' } });"),
      'answered with an error (-32601: Method not found), expected a node with the agent-tools of this version',
    ],
    ['a result that is none', result('7'), 'node "evil" answered with something else than a result'],
    ['a result of another shape', result("outcome({ status: 'great' })"), 'something else than a result'],
    [
      'content of another shape',
      result("outcome({ content: [{ type: 'exec', text: 'x' }] })"),
      'something else',
    ],
    [
      'details without a bottom',
      answering(
        `send(JSON.stringify({ jsonrpc: '2.0', id: m.id, result: outcome({ details: { a: 'DEEP' } }) }).replace('"DEEP"', '['.repeat(5000) + ']'.repeat(5000)));`,
      ),
      'something else than a result',
    ],
    [
      'an error',
      answering("send({ jsonrpc: '2.0', id: m.id, error: { code: -32603, message: 'broken' } });"),
      'Cannot call "shell": node "evil" answered with an error (-32603: broken), expected a result',
    ],
    [
      'an error with its cause',
      answering(
        "send({ jsonrpc: '2.0', id: m.id, error: { code: -32600, message: 'Invalid Request', data: { problem: 'too\\nlong' } } });",
      ),
      'node "evil" answered with an error (-32600: Invalid Request: too long), expected a result',
    ],
    [
      'a line that never ends',
      answering("for (let i = 0; i < 400; i += 1) process.stdout.write('x'.repeat(65536)); process.exit(0);"),
      'the connection to node "evil" closed',
    ],
    [
      'a greeting that its end cuts off',
      "onLine((m) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: m.id, result: greeting }).slice(0, -5), () => process.exit(7)));",
      'ended with status 7, expected "agent-tools rpc"',
    ],
    [
      'an answer that its end cuts off',
      answering(
        "process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: m.id, result: outcome({}) }).slice(0, -5), () => process.exit(7));",
      ),
      'ended with status 7), expected an answer',
    ],
    [
      'an end of its output alone',
      answering(
        "process.stdin.removeAllListeners('end'); require('node:fs').closeSync(1); setInterval(() => {}, 1000);",
      ),
      'closed its output and ran on), expected an answer',
    ],
    ['silence and an end', answering('process.exit(9);'), 'ended with status 9'],
  ])('%s is a failure that says so', async (_, script, message) => {
    const outcome = await call(connect(script));
    expect(outcome).toMatchObject({ status: 'failed', isError: true });
    expect(outcome.message).toContain(message);
  });

  it.each([
    ['a line', 'Welcome to this machine\\n'],
    ['the title of a terminal, without a line end', '\\x1b]0;evil\\x07'],
    ['more than a message, without a line end', '{\\"json\\": [1]} > '],
  ])('noise before the greeting does no harm: %s', async (_, noise) => {
    const noisy = `process.stdout.write("${noise}"); ${result("outcome({ content: [{ type: 'text', text: 'hi' }] })")}`;
    expect((await call(connect(noisy))).content).toEqual([{ type: 'text', text: 'hi' }]);
  });

  it('more text than the caps here allow is cut, with a notice', async () => {
    const flood = "outcome({ content: [{ type: 'text', text: 'x'.repeat(3e6) }] })";
    const { notices } = await call(connect(result(flood)));
    expect(notices.join()).toContain('characters more than the caps here allow; they are left out.');
  });

  it('what it says of itself and of others is not believed', async () => {
    const outcome = await call(
      connect(
        result(
          "outcome({ details: { host: 'local' }, display: [{ type: 'command', command: 'x', cwd: '/', host: 'local' }], more: 1 })",
        ),
      ),
    );
    expect(outcome.details.host).toBe('evil');
    expect(JSON.parse(JSON.stringify(outcome))).not.toHaveProperty('more');
    expect(JSON.stringify(outcome)).toContain('"host":"evil"');
  });

  it('a wrong input is told with the fields it names, and nothing else', async () => {
    const rpc = connect(
      answering(
        "send({ jsonrpc: '2.0', id: m.id, error: { code: -32602, message: 'bad', data: { field: 'command', problem: 'is bad', more: {} } } });",
      ),
    );
    const { error } = await rpc.request('shell', { command: 'true' });
    expect(error).toEqual({
      code: -32602,
      message: 'bad (node "evil")',
      data: { field: 'command', problem: 'is bad' },
    });
  });

  it('a cancellation that nobody asked for ends the call, not the protocol', async () => {
    const outcome = await call(
      connect(
        answering("send({ jsonrpc: '2.0', id: m.id, error: { code: -32800, message: 'x', data: 5 } });"),
      ),
    );
    expect(outcome).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('node "evil" ended the call'),
    });
  });

  it('calls that never get an answer can be cancelled', async () => {
    const begun = "params: { id: m.id, seq: 0, stream: 'stdout', text: 'begun' }";
    const rpc = connect(answering(`send({ jsonrpc: '2.0', method: 'tool/output', ${begun} });`));
    const { id, answer } = rpc.start('shell', { command: 'true', _meta: { stream: true } });
    await waitFor(() => rpc.notifications.length > 0, 'the call to begin');
    rpc.notify('$/cancelRequest', { id });
    const { error } = await answer;
    expect(error).toMatchObject({ code: -32800, data: { message: 'Command cancelled.' } });
    expect(JSON.stringify(error?.data?.notices)).toContain('has not said within 5 s that it has ended');
  });

  it('one that never greets is told with what it said', { tags: ['slow'], timeout: 90_000 }, async () => {
    const { message } = await call(
      connect("onLine(() => process.stderr.write('initialize: not found\\n'));"),
    );
    expect(message).toMatch(
      /: no answer came within 30 s; it said "initialize: not found", expected "agent-tools/,
    );
  });

  it('calls that it never answers, while it answers pings, are given up in time', async () => {
    const limits = '{ commandSeconds: 1, graceSeconds: 0, concurrentCalls: 1 }';
    const deaf = `Object.assign(greeting, { limits: ${limits} }); ${greet}
      onLine((m) => { if (m.method === 'ping') send({ jsonrpc: '2.0', id: m.id, result: {} }); });`;
    const rpc = connect(deaf);
    const given =
      'Cannot call "shell": node "evil" is still connected, but gave no answer within 11 s, expected an answer';
    expect(await call(rpc)).toMatchObject({ status: 'failed', message: given });
    // The connection is as good as before, and whoever is stopped is not told of the time.
    const { id, answer } = rpc.start('shell', { command: 'true', timeout: 300 });
    await rpc.request('ping');
    rpc.notify('$/cancelRequest', { id });
    expect((await answer).error?.code).toBe(-32800);
  }, 60_000);

  it('a node that does not greet keeps no interrupted command waiting', async () => {
    const rig = new NodeRig(() => ({ evil: scriptedNode('') }));
    const child = startCli(['--yolo', '--host', 'evil', 'shell', 'true'], { home: rig.near });
    await waitFor(() => childrenOf(child.pid ?? 0).length > 0, 'the node is started');
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    // It would wait for the greeting for 30 s, which is longer than this test may take.
    expect(await exited).toBe(130);
  }, 20_000);
});

/** Requests that a node makes while a call waits, and what it is told; then it answers with all of that. */
const asking = (requests: string): string => `${greet}
  const told = [];
  let callId = null;
  onLine((m) => {
    if (m.method === 'shell') { callId = m.id; for (const [index, request] of (${requests}).entries()) send({ jsonrpc: '2.0', id: 'r' + index, ...request }); }
    else if (m.method === undefined && callId !== null) {
      told.push(m.error?.message ?? JSON.stringify(m.result));
      if (told.length === (${requests}).length - 1)
        send({ jsonrpc: '2.0', method: 'tool/output', params: { id: callId, seq: 0, stream: 'stdout', text: 'one is left' } });
      if (told.length === (${requests}).length)
        send({ jsonrpc: '2.0', id: callId, result: outcome({ content: [{ type: 'text', text: told.join('|') }] }) });
    }
  });`;
const question = (more: string): string =>
  `{ method: 'approval/request', params: { id: callId, approvalId: 'a', title: 't', reason: 'r', cwd: '/', host: 'local', display: [], choices: [{ id: 'yes', kind: 'allow_once', label: 'Yes' }], expiresAt: '2030-01-01T00:00:00.000Z', ...${more} } }`;

describe('requests of a node', () => {
  it.each([
    ['a call', "[{ method: 'shell', params: { command: 'touch owned' } }]", 'Method not found'],
    ['its settings', "[{ method: 'approvals/resolve', params: {} }]", 'Method not found'],
    ['a question about no call', `[${question('{ id: 99 }')}]`, 'it is about no call of this connection'],
    ['a question without choices', `[${question('{ choices: [] }')}]`, 'it is about no call'],
    ['too long a question', `[${question("{ reason: 'x'.repeat(2000000) }")}]`, 'it is about no call'],
    ['a ping', "[{ method: 'ping' }]", '{}'],
    ['a question that nobody can be asked', `[${question('{}')}]`, 'nobody can be asked here'],
  ])('%s', async (_, requests, told) => {
    const outcome = await call(connect(asking(requests)));
    expect(outcome.content[0]?.text).toContain(told);
  });

  it('one question at a time, eight of them for a call', async () => {
    const rpc = connect(
      asking(`Array.from({ length: 12 }, (_, i) => (${question("{ approvalId: 'a' + i }")}))`),
    );
    let asked = 0;
    const othersTold = new Promise<void>((resolve) => {
      rpc.onNotification = ({ method }) => method === 'tool/output' && resolve();
    });
    rpc.onRequest = async () => {
      asked += 1;
      await othersTold;
      return { choice: 'yes' };
    };
    await rpc.request('initialize', { capabilities: { approvals: true } });
    const outcome = await rpc.call('shell', { command: 'true', _meta: { stream: true } });
    expect(asked).toBe(1);
    expect(outcome.content[0]?.text.match(/this call has asked too often/g)?.length).toBe(11);
  });

  it('a question is taken back from whoever it was put to once its node is gone', async () => {
    const rpc = connect(asking(`[${question('{}')}]`));
    rpc.onRequest = () => {
      for (const { pid } of childrenOf(rpc.child.pid ?? 0)) process.kill(pid, 'SIGKILL');
      return new Promise(() => {});
    };
    await rpc.request('initialize', { capabilities: { approvals: true } });
    expect((await call(rpc)).status).toBe('failed');
    const resolved = () => rpc.notifications.find(({ method }) => method === 'approval/resolved');
    await waitFor(() => resolved() !== undefined, 'the question is taken back');
    expect(resolved()?.params.choice).toBe(null);
  });

  it('an answer that was not offered is none', async () => {
    const rpc = connect(asking(`[${question('{}')}]`));
    rpc.onRequest = () => ({ choice: 'allow_always' });
    await rpc.request('initialize', { capabilities: { approvals: true } });
    expect((await call(rpc)).content[0]?.text).toContain('the client chose "allow_always"');
  });

  it('notifications about calls that are not open, or of no shape, are dropped', async () => {
    const rpc = connect(
      answering(`
        for (const params of [{ id: 99, seq: 0, stream: 'stdout', text: 'x' }, { id: m.id, stream: 'other', text: 'y' }, 5, { id: m.id, seq: 0, stream: 'stdout', base64: 'aGk=' }])
          send({ jsonrpc: '2.0', method: 'tool/output', params });
        send({ jsonrpc: '2.0', method: 'session/exited', params: { sessionId: 5 } });
        send({ jsonrpc: '2.0', method: 'approval/resolved', params: {} });
        send({ jsonrpc: '2.0', id: m.id, result: outcome({}) });
      `),
    );
    expect((await rpc.call('shell', { command: 'true', _meta: { stream: true } })).status).toBe('completed');
    expect(rpc.notifications.map(({ method, params }) => [method, params.text])).toEqual([
      ['tool/output', 'hi'],
    ]);
  });
});

describe('what this side refuses never gets there', () => {
  const never = `${greet} onLine((m) => { if (m.method === 'shell') send({ jsonrpc: '2.0', id: m.id, result: outcome({ message: 'it ran' }) }); });`;

  it.each<[string, readonly string[], object, string]>([
    ['the guard', ['--yolo'], { command: 'rm -rf /' }, 'denied'],
    ['security deny', ['--security', 'deny'], { command: 'echo' }, 'denied'],
    ['nobody to ask', ['--security', 'allowlist'], { command: 'make' }, 'approval_required'],
  ])('%s', async (_, args, input, status) => {
    const rpc = connect(never, ...args);
    expect((await rpc.call('shell', input)).status).toBe(status);
    expect(childrenOf(rpc.child.pid ?? 0)).toEqual([]);
  });

  it('a call that names the node itself is asked about, and runs once a person said yes', async () => {
    const rig = new NodeRig(() => ({ evil: scriptedNode(never) }));
    const rpc = rig.rpc();
    open.push(rpc);
    const asked: unknown[] = [];
    rpc.onRequest = (_, params) => {
      asked.push(params);
      return { choice: 'allow_session' };
    };
    await rpc.request('initialize', { capabilities: { approvals: true } });
    const input = { command: 'echo hi', host: 'node', node: 'evil' };
    expect((await rpc.call('shell', input)).message).toBe('it ran');
    expect(asked).toMatchObject([
      { host: 'evil', reason: expect.stringContaining('moves itself from "local" to "evil"') },
    ]);
    expect((await rpc.call('shell', { command: 'echo ho', host: 'evil' })).message).toBe('it ran');
    expect(asked.length).toBe(1);
  });
});

describe('text of a node', () => {
  const steering = 'a\u001b[2J\u0007\u202e\u009bb';
  const script = `onLine((m) => {
    if (m.method === 'initialize')
      send({ jsonrpc: '2.0', id: m.id, result: { ...greeting, tools: ['shell', 'process', 'read', 'glob', 'grep'] } });
    else if (m.id !== undefined && m.method !== undefined)
      send({ jsonrpc: '2.0', id: m.id, result: outcome({
        status: m.params.background === true ? 'running' : 'completed',
        content: [{ type: 'text', text: ${JSON.stringify(steering)} + '\\r\\n' }],
      }) });
  });`;
  const rig = new NodeRig(() => ({ evil: scriptedNode(script) }));
  const place = { home: rig.near, cwd: join(rig.near, 'ws') };

  it.each([
    [['process', 'list']],
    [['read', 'x']],
    [['glob', '*']],
    [['grep', 'x']],
    [['shell', '--background', 'true']],
  ])('cannot steer the terminal that shows it, and is what it is in a pipe: %j', async (words) => {
    const argv = ['--yolo', '--host', 'evil', ...words];
    const shown = new TerminalRun(argv, place);
    await shown.exited;
    expect(shown.output).toContain('a\\u{1b}[2J\\u{7}\\u{202e}\\u{9b}b\n');
    expect((await runCli(argv, place)).stdout.toString()).toBe(`${steering}\r\n`);
  });
});
