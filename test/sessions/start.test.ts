import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startSession } from '../../src/sessions/start.ts';
import { processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';

it('refuses what its keeper would not read, and leaves nothing', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'start-')));
  const keeper = `keeper-of-${uniqueSleep()}`;
  const place = { state: root, scope: root, finishedMinutes: 30 };
  try {
    const started = startSession({
      place,
      mostSessions: 4,
      logBytes: 65_536,
      graceMs: 100,
      argv: ['/bin/cat'],
      env: {},
      sandbox: null,
      stdin: new Uint8Array(52_000_000),
      size: null,
      command: 'cat',
      description: null,
      cwd: root,
      host: 'local',
      timeoutMs: null,
      idleTimeoutMs: null,
      keep: false,
      isTied: true,
      runId: 'run',
      serverId: 'server',
      keeperArgv: ['/bin/sh', '-c', 'cat >/dev/null; true', keeper],
      launcherEnv: { PATH: '/usr/bin:/bin' },
    });
    await expect(started).rejects.toThrow(/standard input take \d+ bytes, expected at most 67108864/);
    expect(readdirSync(join(root, 'sessions'))).toEqual([]);
    await waitFor(() => processesWith(keeper).length === 0, 'its keeper to end');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
