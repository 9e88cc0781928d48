import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { NodeRig, scriptedNode } from '../helpers/nodes.ts';
import type { SessionRpc } from '../helpers/sessions.ts';

/** A node that greets, answers "whole" and a cancelled call as it should, and any other with `answer` over the request `m`. */
const node = (answer: string): string => `
  const bytes = (id, seq, base64) => JSON.stringify({ jsonrpc: '2.0', method: 'tool/output', params: { id, seq, stream: 'stdout', base64 } });
  const told = (id, seq, text) => JSON.stringify({ jsonrpc: '2.0', method: 'tool/output', params: { id, seq, stream: 'stdout', text } });
  const answered = (id) => JSON.stringify({ jsonrpc: '2.0', id, result: outcome({}) });
  onLine((m) => {
    if (m.method === 'initialize') send({ jsonrpc: '2.0', id: m.id, result: greeting });
    else if (m.method === '$/cancelRequest') send({ jsonrpc: '2.0', id: m.params.id, error: { code: -32800, message: 'x' } });
    else if (m.params?.command === 'whole') send(answered(m.id));
    else if (m.method === 'shell') { ${answer} }
  });`;

const open: SessionRpc[] = [];
afterAll(() => Promise.all(open.map((rpc) => rpc.close())));

function connect(answer: string): SessionRpc {
  const rpc = new NodeRig(() => ({ far: scriptedNode(node(answer)) })).rpc('--yolo', '--host', 'far');
  open.push(rpc);
  return rpc;
}

const unreadable = (problem: string): string =>
  `Cannot call "shell": node "far" sent a message that cannot be read (${problem}), expected an answer`;

describe('a message of a node that cannot be read', () => {
  it.each([
    ['an answer that is torn', 'send(answered(m.id).slice(0, -9));', 'the line is not JSON'],
    ['an answer behind something else', "send('noise' + answered(m.id));", 'the line is not JSON'],
    [
      'an answer that is no UTF-8',
      "process.stdout.write(Buffer.from(answered(m.id).replace('done', '\\xff') + '\\n', 'latin1'));",
      'the line is not valid UTF-8',
    ],
    [
      'an answer that is too long',
      "send(answered(m.id).replace('done', 'x'.repeat(17e6)));",
      'the line is longer than 16777216 bytes',
    ],
    [
      'output that an answer runs into',
      "send(told(m.id, 0, 'a').slice(0, -5) + answered(m.id));",
      'the line is not JSON',
    ],
  ])('ends the call with a failure: %s', async (_, answer, problem) => {
    const rpc = connect(answer);
    expect(await rpc.call('shell', { command: 'torn' })).toMatchObject({
      status: 'failed',
      message: unreadable(problem),
    });
    // The connection is as good as before.
    expect((await rpc.call('shell', { command: 'whole' })).status).toBe('completed');
  });

  it('ends the call when it is one from here that the node could not read', async () => {
    const error = "{ code: -32700, message: 'Parse error', data: {} }";
    const rpc = connect(`send({ jsonrpc: '2.0', id: null, error: ${error} });`);
    expect((await rpc.call('shell', { command: 'torn' })).message).toBe(
      'Cannot call "shell": node "far" could not read a message (Parse error), expected an answer',
    );
  });

  it('ends only the call whose answer it was', async () => {
    const rpc = connect(`
      (globalThis.ids ??= {})[m.params.command] = m.id;
      if (ids.next) for (const id of [ids.late, ids.next]) send(answered(id));
      else if (ids.late && ids.torn) send(answered(ids.torn).slice(0, -9));`);
    const late = rpc.call('shell', { command: 'late' });
    expect((await rpc.call('shell', { command: 'torn' })).message).toBe(unreadable('the line is not JSON'));
    expect((await rpc.call('shell', { command: 'next' })).status).toBe('completed');
    expect((await late).status).toBe('completed');
  });

  const lost = 'Some of the output that was shown while the command ran was lost on its way from the node.';
  it.each([
    ['output that is torn', "send(told(m.id, 0, 'lost').slice(0, -9)); send(answered(m.id));", [lost], []],
    ['output that is left out', "send(told(m.id, 1, 'a')); send(answered(m.id));", [lost], ['a']],
    [
      'output twice',
      "send(told(m.id, 0, 'a')); send(told(m.id, 0, 'a')); send(answered(m.id));",
      [lost],
      ['a', 'a'],
    ],
    [
      'a last piece of bytes with one that no base64 has',
      "send(told(m.id, 0, 'a')); send(bytes(m.id, 1, 'YW*j')); send(answered(m.id));",
      [lost],
      ['a'],
    ],
    ['no output', "send('noise'); send('{}'); send(answered(m.id));", [], []],
    [
      'all of the output',
      "send(told(m.id, 0, 'a')); send(told(m.id, 1, 'b')); send(answered(m.id));",
      [],
      ['ab'],
    ],
  ])('%s: the result tells what of the output was lost', async (_, answer, notices, shown) => {
    const rpc = connect(answer);
    const outcome = await rpc.call('shell', { command: 'true', _meta: { stream: true } });
    expect(outcome).toMatchObject({ status: 'completed', notices });
    expect(rpc.notifications.map(({ params }) => params.text).join('')).toBe(shown.join(''));
  });
});

it.each([
  ['hosts', ['hosts', 'check', 'far']],
  ['env', ['env', '--host', 'far']],
])('a torn answer to what is asked of a node itself is told at once (%s)', async (_, words) => {
  const tearing = node('').replace(
    "else if (m.params?.command === 'whole')",
    'else if (m.id !== undefined) send(answered(m.id).slice(0, -9)); $&',
  );
  const rig = new NodeRig(() => ({ far: scriptedNode(tearing) }));
  const startedAt = performance.now();
  const { status, stdout, stderr } = await runCli(words, { home: rig.near });
  expect(status).toBe(1);
  expect(stdout + stderr).toContain('node "far" sent a message that cannot be read (the line is not JSON)');
  // It was awaited for 30 s.
  expect(performance.now() - startedAt).toBeLessThan(25_000);
});

it('a piece of its standard input that the node refuses ends the call with a failure', async () => {
  const refusing = node(`globalThis.call = m.id;`).replace(
    "else if (m.params?.command === 'whole')",
    "else if (m.method === 'tool/input') send({ jsonrpc: '2.0', id: m.id, error: { code: -32602, message: 'Invalid params', data: { problem: 'bad piece' } } }); $&",
  );
  const rig = new NodeRig(() => ({ far: scriptedNode(refusing) }));
  const { status, stderr } = await runCli(['--yolo', '--host', 'far', 'shell', 'cat'], {
    home: rig.near,
    input: 'x\n',
  });
  expect([status, stderr]).toEqual([
    1,
    'agent-tools: Cannot call "shell": node "far" did not take its standard input (Invalid params: bad piece), expected an answer\n',
  ]);
});
