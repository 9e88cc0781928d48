import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startSession } from '../../src/sessions/start.ts';

it('refuses what its keeper would not read, and leaves nothing', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'start-')));
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
      keeperArgv: ['/bin/sh', '-c', 'exec cat >/dev/null'],
      launcherEnv: { PATH: '/usr/bin:/bin' },
    });
    await expect(started).rejects.toThrow(/standard input take \d+ bytes, expected at most 67108864/);
    expect(readdirSync(join(root, 'sessions'))).toEqual([]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
