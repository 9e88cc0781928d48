import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { Home } from '../helpers/sessions.ts';

const canLimit = spawnSync('prlimit', ['--nofile=64', 'true']).status === 0;
if (!canLimit) process.stderr.write('Skipped: a keeper without descriptors (needs prlimit)\n');

describe.runIf(canLimit)('a keeper that can open nothing more', () => {
  it('writes down how its session ended', async () => {
    const home = new Home();
    const { details } = await home.json([
      'shell',
      '--background',
      'until [ -e go ]; do sleep 0.05; done; exit 3',
    ]);
    const { pid } = home.record(details.sessionId).keeper;
    expect(spawnSync('prlimit', [`--pid=${pid}`, '--nofile=1']).status).toBe(0);
    writeFileSync(join(home.folder, 'go'), '');
    await waitFor(() => !isAlive(pid), 'the keeper to end');
    expect(await home.json(['process', 'poll', details.sessionId])).toMatchObject({
      details: { status: 'completed', endedBy: 'exit', exitCode: 3 },
    });
  });
});

it('a session whose folder is removed with all others ends, and what asks for it is told of the removal', async () => {
  const home = new Home();
  const client = home.sidecar();
  const id = await client.background(`echo ready; sleep ${uniqueSleep()}`);
  await client.until(id, 'ready');
  const all = dirname(home.sessionFolder(id));
  const ended = client.ended(id);
  await client.process('poll', id);
  rmSync(all, { recursive: true });
  const message = `Cannot find session "${id}": no such session in this workspace, as "${all}" is not there (where it is removed, all in it soon end), expected one that process list shows`;
  for (const action of ['poll', 'kill'])
    expect(await client.process(action, id)).toMatchObject({ isError: true, message });
  expect(await ended).toMatchObject({
    isError: true,
    message: `Session ${id} was ended because its folder was removed from the state folder.`,
    details: { status: 'killed', endedBy: 'removed' },
  });
});
