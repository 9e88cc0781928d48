import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mcpTexts } from '../helpers/mcp-texts.ts';
import { childNode, NodeRig } from '../helpers/nodes.ts';

// Calls run on a node here unless they say otherwise.
const rig = new NodeRig((own) => ({ far: childNode(own, '--yolo') }), { host: 'far' });
const cwd = join(rig.near, 'ws');

it('tells a model where a session, its end and the file with a full output are', async () => {
  const { client, call } = await mcpTexts(rig.near, cwd);
  const running = await call('shell', { command: 'echo begun; read x', background: true, host: 'local' });
  const [, id = ''] = /running as session (\w+) /.exec(running) ?? [];
  expect(running).toContain('It is on this machine: process finds it with host "local".');
  const poll = { action: 'poll', sessionId: id, host: 'local' };
  const output = await call('process', { ...poll, waitMs: 20_000 });
  expect(output).toContain('begun');
  expect(output).not.toContain('this machine');
  const there = await call('shell', { command: 'exit 0', background: true, host: 'far' });
  expect(there).not.toContain('this machine');
  await call('process', { action: 'write', sessionId: id, data: '\n', host: 'local' });
  let told = '';
  while (!told.includes(id)) told = await call('shell', { command: 'true' });
  expect(told).toContain('process poll with host "local" has its output');
  expect(await call('shell', { command: 'seq 1 100000', host: 'local' })).toContain(
    'The file with the full output is on this machine: read or search it with host "local"',
  );
  await client.close();
});
