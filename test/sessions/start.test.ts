import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type SessionRequest, startSession } from '../../src/sessions/start.ts';
import { processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(tempFolder());
});

function requestFor(keeperArgv: readonly string[], stdin: Uint8Array | null): SessionRequest {
  return {
    place: { state: root, scope: root, finishedMinutes: 30 },
    mostSessions: 4,
    command: {
      argv: ['/bin/cat'],
      env: {},
      sandbox: null,
      typesEnd: false,
      serverId: 'server',
      graceMs: 100,
      logBytes: 65_536,
      isTied: true,
    },
    record: {
      command: 'cat',
      description: null,
      cwd: root,
      host: 'local',
      runId: crypto.randomUUID(),
      size: null,
      keep: false,
      timeoutMs: null,
      idleTimeoutMs: null,
    },
    stdin,
    keeperArgv,
    launcherEnv: { PATH: '/usr/bin:/bin' },
  };
}

it('refuses what its keeper would not read, and leaves nothing', { tags: ['slow'] }, async () => {
  const keeper = `keeper-of-${uniqueSleep()}`;
  const request = requestFor(['/bin/sh', '-c', 'cat >/dev/null; true', keeper], new Uint8Array(52_000_000));
  await expect(startSession(request)).rejects.toThrow(
    /standard input take \d+ bytes, expected at most 67108864/,
  );
  expect(readdirSync(join(root, 'sessions'))).toEqual([]);
  await waitFor(() => processesWith(keeper).length === 0, 'its keeper to end');
});

it('gives up on a keeper that never says that the command runs, and leaves nothing', {
  tags: ['slow'],
}, async () => {
  const keeper = `keeper-of-${uniqueSleep()}`;
  const request = requestFor(['/bin/sh', '-c', 'cat >/dev/null; true', keeper], null);
  await expect(startSession(request, 200)).rejects.toMatchObject({
    code: 'tool_failed',
    message:
      'Cannot start "a session": its keeper says nothing, expected a word within 0.2 s that its command runs',
  });
  expect(readdirSync(join(root, 'sessions'))).toEqual([]);
  await waitFor(() => processesWith(keeper).length === 0, 'its keeper to end');
});

it.each(['program_missing', 'overloaded', 'internal'])(
  'fails as its keeper says, whatever the code: %s',
  async (code) => {
    const said = JSON.stringify({ failed: { code, message: 'Cannot run "cat": as said', data: { a: 1 } } });
    const request = requestFor(['/bin/sh', '-c', `printf '%s\\n' '${said}'; cat >/dev/null; true`], null);
    await expect(startSession(request)).rejects.toMatchObject({
      code,
      message: 'Cannot run "cat": as said',
      data: { a: 1 },
    });
  },
);
