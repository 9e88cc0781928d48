import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { machineMark, ownMark } from '../../src/platform/sessions/session-marks.ts';
import type { SessionEnd, SessionRecord } from '../../src/sessions/record.ts';
import { settleSession } from '../../src/sessions/store.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** A process that has ended. */
const dead = { pid: spawnSync('true').pid, startTicks: 1 };

function sessionOf(part: Partial<SessionRecord>) {
  const folder = join(tempFolder(), 'session');
  mkdirSync(folder);
  writeFileSync(join(folder, 'out.0.0'), 'one\ntwo');
  const record: SessionRecord = {
    id: 'aaaaaaaaaaaa',
    scope: folder,
    command: 'true',
    description: null,
    cwd: '/',
    host: 'local',
    startedAt: new Date().toISOString(),
    leader: dead,
    runId: crypto.randomUUID(),
    keeper: dead,
    machine: machineMark(),
    socket: join(folder, 'socket'),
    size: null,
    keep: false,
    timeoutMs: null,
    idleTimeoutMs: null,
    ...part,
  };
  writeFileSync(join(folder, 'session.json'), JSON.stringify(record));
  return { folder, record, end: null };
}

const { host } = machineMark();

it.each<[string, Partial<SessionRecord>, SessionEnd['status'] | null]>([
  ['whose keeper is dead is lost', {}, 'lost'],
  ['whose keeper runs is not', { keeper: ownMark() }, null],
  [
    'whose pid of a keeper is of a later process is lost',
    { keeper: { ...ownMark(), startTicks: 1 } },
    'lost',
  ],
  [
    'of another start of this machine is lost',
    { keeper: ownMark(), machine: { host, boot: 'other' } },
    'lost',
  ],
  ['of another machine is that one’s to settle', { machine: { host: 'other', boot: 'other' } }, null],
])('a session %s', async (_, part, status) => {
  const session = sessionOf(part);
  const { end } = await settleSession(session);
  expect(end?.status ?? null).toBe(status);
  expect(existsSync(join(session.folder, 'end.json'))).toBe(status !== null);
  if (status !== null) expect(end).toMatchObject({ bytes: 7, newlines: 1, endedBy: 'lost' });
});

it('a session of another start, or namespace, of this machine is not lost while its socket is listened on', async () => {
  const session = sessionOf({ machine: { host, boot: 'other' } });
  const server = createServer().listen(session.record.socket);
  await once(server, 'listening');
  try {
    expect((await settleSession(session)).end).toBeNull();
  } finally {
    server.close();
  }
});

it('a session that has ended since it was looked at has the end that its keeper wrote', async () => {
  const session = sessionOf({});
  const { end: lost } = await settleSession(sessionOf({}));
  const written = { ...lost, status: 'completed', endedBy: 'exit', exitCode: 3 };
  writeFileSync(join(session.folder, 'end.json'), JSON.stringify(written));
  expect((await settleSession(session)).end).toEqual(written);
});

it('a session that was removed since it was looked at is none, and none that is lost', async () => {
  const session = sessionOf({});
  rmSync(join(session.folder, 'session.json'));
  await expect(settleSession(session)).rejects.toThrow('Cannot find session "aaaaaaaaaaaa"');
  expect(existsSync(join(session.folder, 'end.json'))).toBe(false);
});
