import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive, waitFor } from '../helpers/processes.ts';
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
