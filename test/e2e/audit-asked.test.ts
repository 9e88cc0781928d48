import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { childNode, NodeRig } from '../helpers/nodes.ts';
import { waitFor } from '../helpers/processes.ts';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';
import { hasBubblewrap } from '../helpers/sandbox-levels.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** The last line of the trail below a home. */
const lastEntry = (home: string) => {
  const text = readFileSync(join(home, '.local/state/agent-tools/audit/audit.jsonl'), 'utf8');
  return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');
};

/** Makes a client one that is asked, and answers with `choice`, or never. */
async function asking<Client extends RpcClient>(client: Client, choice: string | null) {
  const asked: Record<string, unknown>[] = [];
  client.onRequest = (_, question) => {
    asked.push(question);
    return choice === null ? new Promise(() => {}) : { choice };
  };
  await client.request('initialize', { capabilities: { approvals: true } });
  return { client: closedAfterTest(client), asked };
}

const itsId = (asked: readonly Record<string, unknown>[]) => asked.at(-1)?.approvalId;
const person = 'the client over rpc';

describe('the trail tells of whoever was asked', () => {
  it.each([
    ['allow_once', 'completed'],
    ['reject_once', 'denied'],
  ])('by a node, answered with %s', async (choice, status) => {
    const rig = new NodeRig((own) => ({ far: childNode(own) }));
    const { client, asked } = await asking(rig.rpc('--yolo', '--host', 'far'), choice);
    await client.call('shell', { command: 'touch made' });
    const reason = 'node "far" asks: touch: no rule or profile allows it';
    const expected = { node: 'far', decision: 'ask', reason, approver: person, approvalId: itsId(asked) };
    expect(lastEntry(rig.near)).toMatchObject({ ...expected, status });
  });

  it('by a node, from another terminal, whose list names the client as for every call', async () => {
    const rig = new NodeRig((own) => ({ far: childNode(own) }));
    const { client, asked } = await asking(rig.rpc('--yolo', '--host', 'far'), null);
    const { answer } = client.start('shell', { command: 'touch made' });
    await waitFor(() => asked.length > 0, 'the question');
    const id = String(itsId(asked));
    const { stdout } = await runCli(['approvals', 'list', '--json'], { home: rig.near });
    expect(JSON.parse(stdout.toString())).toMatchObject({ approvals: [{ approvalId: id, client: 'rpc' }] });
    await runCli(['approvals', 'resolve', id, '--allow-once'], { home: rig.near, env: { USER: 'ann' } });
    await answer;
    const approver = expect.stringMatching(/ by "approvals"$/);
    expect(lastEntry(rig.near)).toMatchObject({ node: 'far', decision: 'ask', approver, approvalId: id });
  });

  it.each(['rpc', 'node'])('of a call that is cancelled meanwhile, over %s', async (kind) => {
    const rig = new NodeRig((own) => ({ far: childNode(own) }));
    const flags = kind === 'node' ? ['--yolo', '--host', 'far'] : [];
    const { client, asked } = await asking(rig.rpc(...flags), null);
    const { id, answer } = client.start('shell', { command: 'touch made' });
    await waitFor(() => asked.length > 0, 'the question');
    client.notify('$/cancelRequest', { id });
    await answer;
    const reason = expect.stringContaining('touch: no rule or profile allows it');
    const approvalId = itsId(asked);
    const expected = { decision: 'ask', reason, approver: null, approvalId, status: 'cancelled' };
    expect(lastEntry(rig.near)).toMatchObject(expected);
    if (kind === 'node')
      expect(lastEntry(rig.far)).toMatchObject({ ...expected, approvalId: expect.any(String) });
  });

  it.runIf(hasBubblewrap).each([
    ['allow_once', 0],
    ['reject_once', 1],
  ])('before it runs outside the sandbox, answered with %s', async (choice, exitCode) => {
    const home = tempFolder();
    const { client, asked } = await asking(
      new RpcClient({ home, args: ['--host', 'sandbox', '--security', 'full'] }),
      choice,
    );
    // Outside no datagram is refused, whoever is there.
    await client.request('shell', { command: 'exec 3<>/dev/udp/10.1.2.3/9' });
    const reason = 'It failed in the sandbox, which refused: network. Run it again outside?';
    const expected = { decision: 'ask', reason, approver: person, approvalId: itsId(asked) };
    expect(lastEntry(home)).toMatchObject({ ...expected, status: 'completed', exitCode });
  });
});
