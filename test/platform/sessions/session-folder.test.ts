import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  fileTime,
  holdEndRoom,
  isGone,
  isSessionId,
  listSessionIds,
  makeSessionFolder,
  newSessionId,
  readSessionFile,
  removeSessionFolder,
  writeSessionFile,
} from '../../../src/platform/sessions/session-folder.ts';
import { isMarkRunning, markOf, ownMark } from '../../../src/platform/sessions/session-marks.ts';
import { heldIn } from '../../helpers/held-files.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

let state = '';
beforeEach(() => {
  state = tempFolder();
});

describe('names of sessions', () => {
  it('are twelve characters that are easy to tell apart, and never the same', () => {
    const ids = Array.from({ length: 2000 }, newSessionId);
    expect(new Set(ids).size).toBe(2000);
    expect(ids.filter((id) => !isSessionId(id))).toEqual([]);
  });

  it.each([
    '',
    'short',
    '../../etc/passwd',
    'abcdefghijkl',
    'ABCDEFGHIJKM',
    'abcdefghijk/',
    'abcdefghijkm\n',
    'abcdefghij01',
  ])('%j is none', (text) => {
    expect(isSessionId(text)).toBe(false);
  });
});

describe('a folder', () => {
  it('is private and listed', () => {
    const id = newSessionId();
    const folder = makeSessionFolder(state, id);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(state, 'sessions')).mode & 0o777).toBe(0o700);
    writeFileSync(join(state, 'sessions/other'), '');
    expect(listSessionIds(state)).toEqual([id]);
    expect(fileTime(folder)).toBeGreaterThan(0);
    removeSessionFolder(folder);
    expect(fileTime(folder)).toBeNull();
    expect(listSessionIds(join(state, 'missing'))).toEqual([]);
    expect(() => listSessionIds(join(state, 'sessions/other'))).toThrow(/ENOTDIR/);
  });

  it('is not made twice', () => {
    const id = newSessionId();
    makeSessionFolder(state, id);
    expect(() => makeSessionFolder(state, id)).toThrow(/EEXIST/);
  });

  it('has room for its end from the start, and the end is one file', () => {
    const folder = makeSessionFolder(state, newSessionId());
    const [reserved = ''] = readdirSync(folder);
    const { ino, size } = statSync(join(folder, reserved));
    expect(size).toBeGreaterThan(10_000);
    holdEndRoom(folder)('end.json', '{"exitCode":0}');
    expect(readdirSync(folder)).toEqual(['end.json']);
    expect(statSync(join(folder, 'end.json'))).toMatchObject({ ino, size });
    expect(JSON.parse(readSessionFile(folder, 'end.json') ?? '')).toEqual({ exitCode: 0 });
  });

  it('takes an end that passes the room for it', () => {
    const folder = makeSessionFolder(state, newSessionId());
    holdEndRoom(folder)('end.json', JSON.stringify('é'.repeat(10_000)));
    expect(JSON.parse(readSessionFile(folder, 'end.json') ?? '')).toHaveLength(10_000);
    expect(readSessionFile(folder, 'missing')).toBeNull();
  });

  it('takes an end where the room for it is gone', () => {
    const folder = makeSessionFolder(state, newSessionId());
    holdEndRoom(folder)('end.json', '1');
    holdEndRoom(folder)('end.json', '2');
    expect(readdirSync(folder)).toEqual(['end.json']);
    expect(readSessionFile(folder, 'end.json')).toBe('2');
  });

  it('holds nothing open of what was written', () => {
    const folder = makeSessionFolder(state, newSessionId());
    writeSessionFile(folder, 'session.json', '1');
    holdEndRoom(folder)('end.json', '1');
    expect(heldIn(folder)).toEqual([]);
  });

  it('is left as it was by what cannot be written', () => {
    const folder = makeSessionFolder(state, newSessionId());
    mkdirSync(join(folder, 'session.json'));
    const before = readdirSync(folder);
    expect(() => writeSessionFile(folder, 'session.json', 'one')).toThrow(/EISDIR/);
    expect(readdirSync(folder)).toEqual(before);
  });

  it.runIf(process.platform === 'linux')('is removed beginning with its record', async () => {
    const folder = makeSessionFolder(state, newSessionId());
    for (const name of Array.from({ length: 30 }, (_, index) => `out.${index}.0`))
      writeSessionFile(folder, name, 'x');
    writeSessionFile(folder, 'session.json', '{}');
    writeSessionFile(folder, 'out.30.0', 'x');
    const watched = watch(folder);
    const first = once(watched, 'change');
    removeSessionFolder(folder);
    expect(await first).toEqual(['rename', 'session.json']);
    watched.close();
  });

  it('is gone only where that is known', () => {
    const folder = makeSessionFolder(state, newSessionId());
    expect(isGone(folder)).toBe(false);
    writeFileSync(join(folder, 'file'), '');
    expect(isGone(join(folder, 'file/below'))).toBe(false);
    removeSessionFolder(folder);
    expect(isGone(folder)).toBe(true);
  });

  it('shows a file whole or not at all', () => {
    const folder = makeSessionFolder(state, newSessionId());
    writeSessionFile(folder, 'session.json', 'one');
    writeSessionFile(folder, 'session.json', 'two');
    expect(readFileSync(join(folder, 'session.json'), 'utf8')).toBe('two');
    expect(statSync(join(folder, 'session.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toHaveLength(2);
  });
});

describe('a process', () => {
  it('is known by more than its pid', () => {
    expect(isMarkRunning(ownMark())).toBe(true);
    expect(isMarkRunning({ ...ownMark(), startTicks: 1 })).toBe(false);
    expect(isMarkRunning(markOf(2_147_483_646))).toBe(false);
  });
});
