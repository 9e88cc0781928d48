import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { childNode, NodeRig } from '../helpers/nodes.ts';
import { waitFor } from '../helpers/processes.ts';
import { closedAfterTest } from '../helpers/rpc-client.ts';

const rules = [{ tool: 'shell', deny: 'git push *' }];
const pieces: readonly (readonly [title: string, ...calls: (readonly [string, object])[]])[] = [
  ['two texts', ['write', { data: 'git pu' }], ['write', { data: 'sh\n' }]],
  ['a text and keys', ['write', { data: 'git pu' }], ['send-keys', { keys: ['s', 'h', 'Enter'] }]],
  ['keys alone', ['send-keys', { keys: [...'git', 'Space', ...'push', 'Enter'] }]],
  ['a paste and Enter', ['paste', { text: 'git p' }], ['send-keys', { literal: 'ush', keys: ['Enter'] }]],
  ['a line that goes on', ['write', { data: 'git \\\n' }], ['write', { data: 'push\n' }]],
  [
    'keys that edit it',
    ['write', { data: 'git pull' }],
    ['send-keys', { keys: ['BSpace', 'BSpace', ...'sh', 'C-m'] }],
  ],
];

describe('what a deny rule of this machine names, typed into a session on a node', () => {
  it.each(pieces.map((row) => [row[0], row] as const))('is refused as %s', async (_, [, ...calls]) => {
    const rig = new NodeRig((own) => ({ far: childNode(own, '--yolo') }), { rules });
    const rpc = closedAfterTest(rig.rpc('--yolo', '--host', 'far'));
    const id = await rpc.background('bash --norc', { pty: true });
    const ends: string[] = [];
    for (const [action, more] of calls) ends.push((await rpc.process(action, id, more)).message);
    expect(ends.pop()).toMatch(/^Rejected by policy: a rule denies "git push \*"/);
    expect(ends.filter((message) => !message.includes('sent to session'))).toEqual([]);
  });

  it('is refused across command lines, which know nothing of each other', async () => {
    const rig = new NodeRig((own) => ({ far: childNode(own, '--yolo') }), { rules });
    const run = (...args: readonly string[]) =>
      runCli(['--yolo', '--host', 'far', ...args], { home: rig.near, cwd: join(rig.near, 'ws') });
    const id = (await run('shell', '--background', '--quiet', 'cat')).stdout.toString().trim();
    expect((await run('process', 'write', id, '--data', 'git pu')).status).toBe(0);
    expect((await run('process', 'write', id, '--data', 'sh\n')).status).toBe(126);
    expect((await run('process', 'write', id, '--data', 'll\n')).status).toBe(0);
    expect((await run('process', 'write', id, '--data', 'sh\n')).status).toBe(0);
    await run('process', 'remove', id);
  });

  it('is refused by the node where something else was typed since it was judged', async () => {
    const rig = new NodeRig(() => ({}));
    const rpc = closedAfterTest(rig.rpc('--yolo'));
    await rpc.request('initialize', { capabilities: { forwards: true } });
    const id = await rpc.background('cat');
    const { result } = await rpc.request('session/typed', { sessionId: id });
    expect(result).toEqual({ pending: '', terminal: null, revision: 0 });
    const write = (data: string, typedAt: number | null) =>
      rpc.process('write', id, { data, _meta: { typedAt } });
    expect((await write('a', 0)).status).toBe('completed');
    const late = 'something else was typed meanwhile, expected the same input, sent again';
    for (const typedAt of [0, null])
      expect((await write('b', typedAt)).message).toBe(`Cannot type into "session ${id}": ${late}`);
    expect((await rpc.request('session/typed', { sessionId: id })).result).toMatchObject({
      pending: 'a',
      revision: 1,
    });
    expect((await rpc.request('session/typed', { sessionId: 'none' })).result).toBeNull();
  });

  it('is told to another agent-tools alone', async () => {
    const rpc = closedAfterTest(new NodeRig(() => ({})).rpc('--yolo'));
    const { error } = await rpc.request('session/typed', { sessionId: 'x' });
    expect(error?.code).toBe(-32601);
  });
});

it('keys that a program on a node has asked for reach it', async () => {
  const rig = new NodeRig((own) => ({ far: childNode(own, '--yolo') }));
  const rpc = closedAfterTest(rig.rpc('--yolo', '--host', 'far'));
  const id = await rpc.background("printf '\\033[>1uready\\n'; cat -v", { pty: true });
  await rpc.until(id, 'ready');
  await rpc.process('send-keys', id, { keys: ['S-Enter', 'Enter'] });
  expect(await rpc.until(id, '13;2u')).toMatchObject({ details: { matched: true } });
});

describe("a yes for a session's input on a node", () => {
  it('is asked for once on each side', async () => {
    const rig = new NodeRig((own) => ({ far: childNode(own) }));
    const rpc = closedAfterTest(rig.rpc('--host', 'far'));
    const reasons: unknown[] = [];
    rpc.onRequest = (_, { reason, choices }) => {
      reasons.push(reason);
      const isOffered = JSON.stringify(choices).includes("for this session's input");
      return { choice: isOffered ? 'allow_session' : 'allow_once' };
    };
    await rpc.request('initialize', { capabilities: { approvals: true } });
    const id = await rpc.background('bash --norc', { pty: true });
    reasons.length = 0;
    expect((await rpc.process('write', id, { data: 'echo on$((1))\n' })).status).toBe('completed');
    expect(reasons).toEqual([
      'Which program reads what is typed cannot be told from here',
      'node "far" asks: What is typed into a shell or an interpreter is asked',
    ]);
    await rpc.process('write', id, { data: 'echo on$((2))\n' });
    await rpc.until(id, 'on2');
    expect(reasons.length).toBe(2);
    const other = await rpc.background('bash --norc', { pty: true });
    await rpc.process('write', other, { data: 'ls\n' });
    expect(reasons.length).toBeGreaterThan(2);
    expect((await rpc.process('write', id, { data: 'rm -rf ~\n' })).message).toContain(
      'The guard refuses this',
    );
  });

  it.each([
    ['this machine asks', [], ['--yolo']],
    ['the node asks', ['--yolo'], []],
  ])('may come from another terminal where %s', async (_, here, there) => {
    const rig = new NodeRig((own) => ({ far: childNode(own, ...there) }));
    const rpc = closedAfterTest(rig.rpc('--host', 'far', ...here));
    const ids: string[] = [];
    rpc.onRequest = (_method, { approvalId, tool }) => {
      if (tool === 'shell') return { choice: 'allow_once' };
      ids.push(String(approvalId));
      return new Promise(() => {});
    };
    await rpc.request('initialize', { capabilities: { approvals: true } });
    const id = await rpc.background('bash --norc', { pty: true });
    const written = rpc.process('write', id, { data: 'ls\n' });
    await waitFor(() => ids.length > 0, 'the question');
    const args = ['approvals', 'resolve', ids[0] ?? '', '--allow-session'];
    expect((await runCli(args, { home: rig.near })).stderr).toBe(
      'agent-tools: All that is typed into that session on "far" is allowed from now on.\n',
    );
    expect((await written).status).toBe('completed');
    expect((await rpc.process('write', id, { data: 'ls\n' })).status).toBe('completed');
    expect(ids.length).toBe(1);
  });

  it('is not offered to a command line, which keeps none', async () => {
    const rig = new NodeRig((own) => ({ far: childNode(own, '--yolo') }));
    const run = (...args: readonly string[]) =>
      runCli(['--host', 'far', ...args], { home: rig.near, cwd: join(rig.near, 'ws') });
    const id = (await run('--yolo', 'shell', '--background', '--quiet', 'bash')).stdout.toString().trim();
    const asked = JSON.parse(
      (await run('--json', 'process', 'write', id, '--data', 'ls\n')).stdout.toString(),
    );
    expect(asked.status).toBe('approval_required');
    expect(JSON.stringify(asked.details.choices)).not.toContain('allow_session');
    await run('--yolo', 'process', 'remove', id);
  });
});
