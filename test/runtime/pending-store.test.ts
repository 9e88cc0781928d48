import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ToolFailure } from '../../src/core/failure.ts';
import { PendingStore } from '../../src/runtime/approvals/pending-store.ts';
import type { PendingRecord } from '../../src/runtime/approvals/record.ts';
import type { ApprovalRequest } from '../../src/runtime/service.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const bun = join(import.meta.dirname, '../../node_modules/.bin/bun');
const taker = join(import.meta.dirname, '../fixtures/runtime/take-answer.ts');
const digest = 'ab'.repeat(32);

const questionOf = (of: string): ApprovalRequest => ({
  approvalId: `${of.slice(0, 12)}-${crypto.randomUUID().slice(0, 6)}`,
  tool: 'shell',
  title: 'touch x',
  reason: 'no rule allows it',
  cwd: '/work',
  host: 'local',
  display: [{ type: 'command', command: 'touch x', cwd: '/work', host: 'local' }],
  choices: [
    { id: 'allow_once', kind: 'allow_once', label: 'Allow once' },
    { id: 'reject_once', kind: 'reject_once', label: 'Reject' },
  ],
  expiresAt: '',
});

let folder: string;
let state: string;
let now: number;
let store: PendingStore;
beforeEach(() => {
  folder = tempFolder();
  state = join(folder, 'state');
  now = Date.parse('2026-01-01T00:00:00Z');
  store = new PendingStore({ state }, () => now);
});

const leave = (of = digest): Promise<PendingRecord> =>
  store.leave({
    digest: of,
    question: questionOf(of),
    ruleTool: 'shell',
    inputSession: null,
    client: 'tester',
    seconds: 60,
  });
const allow = { isAllowed: true, choice: 'allow_once', by: 'me' };
const reject = { isAllowed: false, choice: 'reject_once', by: 'me', feedback: 'use y' };
const file = ({ id }: PendingRecord): string => join(state, 'approvals', `${id}.json`);

describe('a pending approval', () => {
  it('is one private file that says everything', async () => {
    const record = await leave();
    expect(statSync(join(state, 'approvals')).mode & 0o777).toBe(0o700);
    expect(statSync(file(record)).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(state, 'approvals'))).toEqual([`${record.id}.json`]);
    expect(JSON.parse(readFileSync(file(record), 'utf8'))).toMatchObject({
      digest,
      state: 'waiting',
      title: 'touch x',
      client: 'tester',
      createdAt: '2026-01-01T00:00:00.000Z',
      expiresAt: '2026-01-01T00:01:00.000Z',
      answer: null,
    });
  });

  it('is the same one for the same call until it is over', async () => {
    const { id } = await leave();
    expect((await leave()).id).toBe(id);
    expect((await leave('cd'.repeat(32))).id).not.toBe(id);
    now += 61_000;
    expect((await leave()).id).not.toBe(id);
    expect(store.list().records).toHaveLength(1);
    expect(readdirSync(join(state, 'approvals'))).toHaveLength(1);
  });

  it.each([
    ['yes', allow, { state: 'allowed', answer: { choice: 'allow_once', by: 'me' } }],
    ['no', reject, { state: 'rejected', answer: { feedback: 'use y' } }],
  ])('hands its %s to the call once', async (_, resolution, expected) => {
    const { id } = await leave();
    expect(await store.takeAnswer(digest)).toBeNull();
    await store.resolve(id, resolution);
    expect(await store.takeAnswer(digest)).toMatchObject({ id, ...expected });
    expect(await store.takeAnswer(digest)).toBeNull();
    expect(store.list().records).toEqual([]);
  });

  it('gives no answer to a call with another digest, also one that begins alike', async () => {
    await store.resolve((await leave()).id, allow);
    expect(await store.takeAnswer(`${digest.slice(0, 12)}${'0'.repeat(52)}`)).toBeNull();
    expect(await store.takeAnswer('cd'.repeat(32))).toBeNull();
    expect(await store.takeAnswer(digest)).not.toBeNull();
  });

  it('removes what a killed writer left unfinished', async () => {
    const record = await leave();
    const unfinished = `${file(record)}.${crypto.randomUUID()}`;
    writeFileSync(unfinished, '{"version": 1');
    expect((await leave()).id).toBe(record.id);
    expect(readdirSync(join(state, 'approvals'))).toEqual([`${record.id}.json`]);
  });

  it('takes the first answer and no other', async () => {
    const { id } = await leave();
    const results = await Promise.allSettled([store.resolve(id, allow), store.resolve(id, reject)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await expect(store.resolve(id, reject)).rejects.toMatchObject({
      code: 'tool_failed',
      message: `Cannot resolve "${id}": me answered it already, expected a waiting approval`,
    });
  });

  it('is over when its time is, before and after its answer', async () => {
    const first = await leave();
    now += 60_000;
    await expect(store.resolve(first.id, allow)).rejects.toThrow('it ended at');
    const { id } = await leave();
    now += 59_000;
    await store.resolve(id, allow);
    now += 59_000;
    expect(store.list().records).toHaveLength(1);
    now += 1000;
    expect(store.list().records).toEqual([]);
    expect(await store.takeAnswer(digest)).toBeNull();
  });

  it('is over when the clock was set back so far that nobody knows its age', async () => {
    const { id } = await leave();
    await store.resolve(id, allow);
    now -= 30_000;
    expect(store.list().records).toHaveLength(1);
    now -= 3_600_000;
    expect(store.list().records).toEqual([]);
    expect(await store.takeAnswer(digest)).toBeNull();
    expect(await leave()).toMatchObject({ state: 'waiting' });
  });

  it('is found by an unambiguous beginning of its id', async () => {
    const { id } = await leave();
    expect(store.find(id.slice(0, 4)).id).toBe(id);
    expect(() => store.find('zzzz')).toThrow('there is none');
    for (const short of ['aba', ''])
      expect(() => store.find(short)).toThrow(
        `Cannot find "approval ${short}": that is too short, expected 4 characters of an id`,
      );
    const other = await leave(`${digest.slice(0, 12)}${'0'.repeat(52)}`);
    expect(() => store.find(id.slice(0, 5))).toThrow('2 begin so');
    expect(store.find(other.id).id).toBe(other.id);
  });

  it('is refused when hundreds wait', { tags: ['slow'] }, async () => {
    mkdirSync(join(state, 'approvals'), { recursive: true, mode: 0o700 });
    for (let index = 0; index < 500; index += 1)
      writeFileSync(join(state, 'approvals', `${index}.json`), '{}', { mode: 0o600 });
    await expect(leave()).rejects.toThrow('500 wait already');
  });
});

describe('a damaged store allows nothing', () => {
  const allowed = async (): Promise<PendingRecord> => {
    const record = await leave();
    await store.resolve(record.id, allow);
    return record;
  };
  it.each<readonly [name: string, damage: (record: PendingRecord) => void]>([
    ['is cut', (record) => writeFileSync(file(record), readFileSync(file(record), 'utf8').slice(0, -30))],
    ['is empty', (record) => writeFileSync(file(record), '')],
    [
      'has another state',
      (record) =>
        writeFileSync(file(record), readFileSync(file(record), 'utf8').replace('"allowed"', '"yes"')),
    ],
    [
      'has a field too many',
      (record) =>
        writeFileSync(
          file(record),
          readFileSync(file(record), 'utf8').replace('"version": 1', '"version": 1, "x": 1'),
        ),
    ],
    ['may be written by others', (record) => chmodSync(file(record), 0o666)],
    [
      'is a symlink',
      (record) => {
        writeFileSync(join(folder, 'copy'), readFileSync(file(record)), { mode: 0o600 });
        rmSync(file(record));
        symlinkSync(join(folder, 'copy'), file(record));
      },
    ],
  ])('when its record %s', async (_, damage) => {
    const record = await allowed();
    damage(record);
    await expect(store.takeAnswer(digest)).rejects.toMatchObject({ code: 'denied' });
    await expect(leave()).rejects.toMatchObject({ code: 'denied' });
    expect(() => store.find(record.id)).toThrow(ToolFailure);
    expect(store.list()).toMatchObject({ records: [], damaged: [{ name: `${record.id}.json` }] });
    // One failure, not one within another.
    expect(store.list().damaged[0]?.problem).not.toContain('expected');
    expect(await store.takeAnswer('cd'.repeat(32))).toBeNull();
  });

  it('when a record was renamed to answer another call', async () => {
    const record = await allowed();
    const other = `cdcdcdcdcdcd${record.id.slice(12)}`;
    writeFileSync(
      join(state, 'approvals', `${other}.json`),
      readFileSync(file(record), 'utf8').replaceAll(record.id, other),
      { mode: 0o600 },
    );
    await expect(store.takeAnswer('cd'.repeat(32))).rejects.toMatchObject({ code: 'denied' });
  });

  it('when others may write the folder', async () => {
    await allowed();
    chmodSync(join(state, 'approvals'), 0o777);
    await expect(store.takeAnswer(digest)).rejects.toMatchObject({ code: 'denied' });
    expect(() => store.isEmpty).toThrow(ToolFailure);
  });

  it('when the system refuses to look at it', async () => {
    writeFileSync(state, 'in the way');
    const denied = expect.objectContaining({ name: 'ToolFailure', code: 'denied' });
    expect(() => store.isEmpty).toThrow(denied);
    expect(() => store.list()).toThrow(denied);
    expect(() => store.find(digest)).toThrow(denied);
    await expect(store.takeAnswer(digest)).rejects.toMatchObject({ code: 'denied' });
  });

  it('when it cannot be locked', async () => {
    await allowed();
    rmSync(join(state, 'locks'), { recursive: true });
    writeFileSync(join(state, 'locks'), 'in the way');
    await expect(store.takeAnswer(digest)).rejects.toMatchObject({ code: 'denied' });
    await expect(store.resolve((await store.list().records[0])?.id ?? '', reject)).rejects.toMatchObject({
      code: 'denied',
    });
    expect(store.list().records).toMatchObject([{ state: 'allowed' }]);
  });
});

it.each([
  ['that is gone', (record: PendingRecord) => rmSync(file(record))],
  ['that is not what was written', (record: PendingRecord) => writeFileSync(file(record), '{}')],
])('a question %s is taken back without an answer', async (_, damage) => {
  const record = await leave();
  damage(record);
  expect(await store.withdraw(record.id)).toBeNull();
  expect(store.list()).toEqual({ records: [], damaged: [] });
});

it('a question is taken back also where it cannot be locked', async () => {
  const { id } = await leave();
  rmSync(join(state, 'locks'), { recursive: true });
  writeFileSync(join(state, 'locks'), 'in the way');
  expect(await store.withdraw(id)).toMatchObject({ id, state: 'waiting' });
  expect(store.list().records).toEqual([]);
});

describe('several processes', () => {
  it('exactly one takes an answer', { tags: ['slow'] }, async () => {
    now = Date.now();
    for (let round = 0; round < 3; round += 1) {
      await store.resolve((await leave()).id, allow);
      const children = Array.from({ length: 6 }, () => spawn(bun, [taker, state, digest]));
      const outputs = await Promise.all(
        children.map(
          (child) =>
            new Promise<string>((resolve) => {
              let text = '';
              child.stdout.on('data', (part: Buffer) => {
                text += part.toString();
              });
              child.on('close', () => resolve(text.trim()));
            }),
        ),
      );
      expect(outputs.sort()).toEqual(['none', 'none', 'none', 'none', 'none', 'taken']);
    }
  });
});
