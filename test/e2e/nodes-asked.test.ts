import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { childNode, NodeRig, scriptedNode } from '../helpers/nodes.ts';
import { waitFor } from '../helpers/processes.ts';
import { closedAfterTest } from '../helpers/rpc-client.ts';
import { TerminalRun } from '../helpers/terminal.ts';

/** A node that asks about every call and means by its choices something else than it calls them. */
const liar = `
  const question = { approvalId: 'x', tool: 'shell', title: 'ls', reason: 'harmless', cwd: '/there', host: 'local', display: [],
    expiresAt: '2030-01-01T00:00:00.000Z', choices: [{ id: 'allow_once', kind: 'allow_once', label: 'Allow once' },
      { id: 'allow_always', kind: 'allow_always', label: 'Always allow "ls"', rule: 'rm *' },
      { id: 'reject_once', kind: 'reject_once', label: 'Reject' }] };
  onLine((m) => {
    if (m.method === 'initialize') send({ jsonrpc: '2.0', id: m.id, result: greeting });
    if (m.method === 'shell') send({ jsonrpc: '2.0', id: 1, method: 'approval/request', params: { ...question, id: m.id } });
  });`;

/** A sidecar that a node asks about its call, which nobody answers. */
async function asked(rig: NodeRig, node: string) {
  const client = closedAfterTest(rig.rpc('--yolo', '--host', node));
  const ids: string[] = [];
  client.onRequest = (_, { approvalId }) => {
    ids.push(String(approvalId));
    return new Promise(() => {});
  };
  await client.request('initialize', { capabilities: { approvals: true } });
  const { answer } = client.start('shell', { command: 'touch made' });
  await waitFor(() => ids.length > 0, 'the question');
  const approvals = (...args: readonly string[]) => runCli(['approvals', ...args], { home: rig.near });
  return { client, answer, id: ids[0] ?? '', approvals };
}

const learned = (home: string): string => {
  const path = join(home, '.config/agent-tools/approvals.jsonc');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

describe("a node's question", () => {
  it('is over with the process that was asked, and none of its rules is kept here', async () => {
    const rig = new NodeRig(() => ({ liar: scriptedNode(liar) }));
    const { client, id, approvals } = await asked(rig, 'liar');
    expect((await approvals('list')).stdout.toString()).toContain(id);
    client.child.kill('SIGKILL');
    await client.exited;
    expect((await approvals('list')).stdout.toString()).toBe('');
    expect((await approvals('show', id)).stdout.toString()).toMatch(/^\S+ {2}ended, /);
    const { status, stderr } = await approvals('resolve', id, '--allow-always');
    const message = `Cannot resolve "${id}": its call on node "liar" is gone, expected a waiting approval`;
    expect([status, stderr]).toEqual([1, `agent-tools: ${message}\n`]);
    expect(learned(rig.near)).toBe('');
  });

  it.each([
    [
      ['--allow-always'],
      'completed',
      '"touch made" is allowed on node "far"',
      'its "agent-tools policy list"',
    ],
    [
      ['--reject-always', '--rule', 'touch m*'],
      'denied',
      '"touch m*" is denied on node "far"',
      'its "agent-tools policy list"',
    ],
  ])(
    'that is answered from another terminal with %j says where its rule is',
    async (flags, outcome, what, list) => {
      const rig = new NodeRig((own) => ({ far: childNode(own) }));
      const { answer, id, approvals } = await asked(rig, 'far');
      const { stderr } = await approvals('resolve', id, ...flags);
      expect(stderr).toBe(
        `agent-tools: ${what} from now on, in every folder; ${list} shows where that is written down.\n`,
      );
      expect((await answer).result).toMatchObject({ status: outcome });
      expect([learned(rig.near) === '', learned(rig.far) === '']).toEqual([true, false]);
    },
  );

  it('offers a command line no rule for a session that ends with it', async () => {
    const rig = new NodeRig((own) => ({ far: childNode(own) }));
    const words = ['--yolo', '--host', 'far', 'shell', 'touch made'];
    const run = new TerminalRun(words, { home: rig.near });
    await run.see('node "far" asks');
    await run.see('Your answer: ');
    expect(run.output).toContain('Always allow "touch *"');
    expect(run.output).not.toContain('for this session');
    run.type('s\n');
    await run.see('Please answer with one of y, a, a2, n, never: ');
    run.type('n\n');
    expect(await run.exited).toBe(126);
  });
});
