import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/platform/files/sha256.ts';
import { Audit, type AuditOptions, auditPath } from '../../src/runtime/audit/audit.ts';
import type { AuditEntry } from '../../src/runtime/audit/entry.ts';
import { lastLines, renderEntry } from '../../src/runtime/audit/read-trail.ts';
import { verifyTrail } from '../../src/runtime/audit/verify.ts';
import { auditEntry as entry } from '../helpers/audit-entry.ts';
import { contextFor } from '../helpers/file-context.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const bun = join(import.meta.dirname, '../../node_modules/.bin/bun');
const writer = join(import.meta.dirname, '../fixtures/runtime/audit-writer.ts');

let folder: string;
let path: string;
beforeEach(() => {
  folder = tempFolder();
  path = join(folder, 'state/audit.jsonl');
});

const open = (parts: Partial<AuditOptions> = {}): Audit =>
  new Audit({ path, enabled: true, required: false, env: {}, ...parts });
const lines = (): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');

async function fill(count: number, parts: Partial<AuditOptions> = {}): Promise<void> {
  const audit = open(parts);
  for (let index = 0; index < count; index += 1)
    await audit.record(entry({ input: { command: `echo ${index}` } }));
}

it.each([
  [null, '/base/state/audit/audit.jsonl'],
  ['/var/log/calls.jsonl', '/var/log/calls.jsonl'],
  ['~/calls.jsonl', '/base/home/calls.jsonl'],
  ['calls.jsonl', '/base/state/calls.jsonl'],
])('audit.path %j is %s', (given, expected) => {
  const { settings } = contextFor('/base');
  const folders = { config: '', state: '/base/state', cache: '', home: '/base/home' };
  expect(auditPath({ ...settings, audit: { ...settings.audit, path: given } }, folders)).toBe(expected);
});

describe('the trail', () => {
  it('is one private JSON line a call, each with the hash of the one before', async () => {
    await fill(3);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700);
    const parsed = lines().map((line) => JSON.parse(line));
    expect(parsed[0]).toMatchObject({ ...entry(), input: { command: 'echo 0' }, prev: '0'.repeat(64) });
    expect(new Set(parsed.map(({ prev }) => prev)).size).toBe(3);
    expect(await verifyTrail(path)).toEqual({
      files: 1,
      lines: 3,
      last: { line: 3, sha256: sha256(lines()[2] ?? '') },
      included: null,
      breaks: [],
    });
  });

  it('writes calls that end together in one go and in order', async () => {
    const audit = open();
    const notices = await Promise.all(
      Array.from({ length: 200 }, (_, index) => audit.record(entry({ bytes: index }))),
    );
    expect(new Set(notices)).toEqual(new Set([null]));
    expect(lines().map((line) => JSON.parse(line).bytes)).toEqual(
      Array.from({ length: 200 }, (_, index) => index),
    );
    expect((await verifyTrail(path)).breaks).toEqual([]);
  });

  it('goes on over files that are moved aside', async () => {
    await fill(40, { rotateBytes: 2000 });
    const report = await verifyTrail(path);
    expect(report).toMatchObject({ lines: 40, breaks: [] });
    expect(report.files).toBeGreaterThan(3);
    expect((await lastLines(path, 25, null)).lines.map((line) => JSON.parse(line).input.command)).toEqual(
      Array.from({ length: 25 }, (_, index) => `echo ${index + 15}`),
    );
  });

  it('follows on the moved files when the newest is missing', async () => {
    await fill(30, { rotateBytes: 2000 });
    const before = (await verifyTrail(path)).lines;
    unlinkSync(path);
    await fill(1);
    const report = await verifyTrail(path);
    expect(report.lines).toBeLessThan(before + 1);
    // What was removed from the end cannot be known, but the rest stays one chain.
    expect(report.breaks).toEqual([]);
  });

  it('writes nothing when it is switched off', async () => {
    expect(await open({ enabled: false }).record(entry())).toBeNull();
    expect(existsSync(join(folder, 'state'))).toBe(false);
  });
});

describe('verify', () => {
  const replaced = (from: string, to: string) => () =>
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(from, () => to),
    );
  it.each<readonly [name: string, damage: () => void, line: number, problem: RegExp]>([
    ['a changed line', replaced('echo 1"', 'echo 9"'), 3, /does not follow on the line before/],
    [
      'a removed line',
      () =>
        writeFileSync(
          path,
          lines()
            .filter((_, index) => index !== 2)
            .map((line) => `${line}\n`)
            .join(''),
        ),
      3,
      /does not follow/,
    ],
    [
      'a removed beginning',
      () => writeFileSync(path, `${lines().slice(1).join('\n')}\n`),
      1,
      /follows on a line that is not there/,
    ],
    [
      'an added line',
      () => writeFileSync(path, `${[lines()[0], '{"prev":"x"}', ...lines().slice(1)].join('\n')}\n`),
      2,
      /does not follow/,
    ],
    [
      'lines in another order',
      () => writeFileSync(path, `${[...lines()].reverse().join('\n')}\n`),
      1,
      /not there/,
    ],
    [
      'no JSON',
      () => writeFileSync(path, `${lines().slice(0, 2).join('\n')}\nhello\n`),
      3,
      /no line of a trail/,
    ],
    ['a torn end', () => truncateSync(path, statSync(path).size - 20), 5, /stopped in the middle/],
    ['a missing newline', () => truncateSync(path, statSync(path).size - 1), 5, /end is missing/],
    ['another trail', () => appendFileSync(path, `${lines()[0]}\n`), 6, /a new trail begins here/],
  ])('names %s', async (_, damage, line, problem) => {
    await fill(5);
    damage();
    const [first] = (await verifyTrail(path)).breaks;
    expect(first).toMatchObject({ file: path, line });
    expect(first?.problem).toMatch(problem);
  });

  it('misses files that were removed', async () => {
    await fill(40, { rotateBytes: 2000 });
    unlinkSync(`${path}.d/000001`);
    expect((await verifyTrail(path)).breaks[0]).toEqual({
      file: `${path}.d/000002`,
      line: 1,
      problem: 'the files before it are not there',
    });
    unlinkSync(`${path}.d/000003`);
    expect((await verifyTrail(path)).breaks[1]).toMatchObject({ file: `${path}.d/000004`, line: 1 });
  });

  it('says that an empty trail is whole', async () =>
    expect(await verifyTrail(path)).toEqual({
      files: 0,
      lines: 0,
      last: null,
      included: null,
      breaks: [],
    }));

  it('finds the line of a hash in whichever file it is, and none that was cut off', async () => {
    await fill(40, { rotateBytes: 2000 });
    const first = readFileSync(`${path}.d/000001`, 'utf8').split('\n')[1] ?? '';
    const { last } = await verifyTrail(path);
    expect(last?.line).toBe(40);
    expect((await verifyTrail(path, { sought: sha256(first) })).included).toBe(2);
    expect((await verifyTrail(path, { sought: last?.sha256 ?? '' })).included).toBe(40);
    writeFileSync(
      path,
      lines()
        .slice(0, -1)
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect(await verifyTrail(path, { sought: last?.sha256 ?? '' })).toMatchObject({
      last: { line: 39 },
      included: null,
      breaks: [],
    });
    writeFileSync(path, readFileSync(path, 'utf8').trimEnd());
    expect(await verifyTrail(path)).toMatchObject({
      last: null,
      breaks: [{ problem: 'its end is missing' }],
    });
  });
});

describe('trouble', () => {
  it('a line that a crash cut is told of and blocks nothing', async () => {
    await fill(2);
    appendFileSync(path, '{"time":"2026-');
    await fill(2);
    expect(lines()).toHaveLength(5);
    expect((await verifyTrail(path)).breaks).toEqual([
      { file: path, line: 3, problem: 'it is no line of a trail' },
    ]);
  });

  it('gigabytes without an end of a line are passed over by reader and writer', {
    tags: ['slow'],
  }, async () => {
    await fill(2);
    const length = 300_000_000 - statSync(path).size;
    truncateSync(path, 300_000_000);
    const before = process.memoryUsage.rss();
    const { breaks, last } = await verifyTrail(path);
    expect(breaks).toEqual([{ file: path, line: 3, problem: `its ${length} bytes are no line of a trail` }]);
    expect(last).toBeNull();
    expect((await lastLines(path, 1, null)).lines).toEqual([`(${length} bytes that are no line of a trail)`]);
    await fill(2);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
    expect(await verifyTrail(path)).toMatchObject({ lines: 5, last: { line: 5 }, breaks: [{ line: 3 }] });
  });

  it('is walked no further once that is not wanted', async () => {
    await fill(2);
    truncateSync(path, 40_000_000);
    const controller = new AbortController();
    const verified = verifyTrail(path, { signal: controller.signal });
    controller.abort();
    expect(await verified).toMatchObject({ lines: 2 });
  });

  it('a named pipe in its place is named', async () => {
    mkdirSync(join(folder, 'state'));
    execFileSync('mkfifo', [path]);
    const sentence = `this call is not in the audit trail: ${path} is a named pipe`;
    expect(await open().record(entry())).toBe(sentence);
    expect((await open({ required: true }).check())?.message).toContain('is required and is a named pipe');
  });

  it('a trail that cannot be written is a notice, and refuses what comes when it is required', async () => {
    mkdirSync(path, { recursive: true });
    expect(await open().check()).toBeNull();
    expect(await open().record(entry())).toMatch(
      /^this call is not in the audit trail: .*audit\.jsonl cannot be written \(it is a folder\)$/,
    );
    const required = open({ required: true });
    expect(await required.check()).toMatchObject({
      code: 'denied',
      message: expect.stringContaining('is required and cannot be written (it is a folder)'),
    });
    rmSync(path, { recursive: true });
    expect(await required.check()).toBeNull();
  });

  it('is refused until it was written again after a failure', async () => {
    const audit = open({ required: true });
    mkdirSync(join(folder, 'state'));
    writeFileSync(`${path}.d`, 'in the way of the lock');
    expect(await audit.record(entry())).toMatch(/cannot be written/);
    expect(await audit.check()).not.toBeNull();
    unlinkSync(`${path}.d`);
    expect(await audit.check()).not.toBeNull();
    expect(await audit.record(entry())).toBeNull();
    expect(await audit.check()).toBeNull();
  });

  it.runIf(process.getuid?.() !== 0)('a folder without permission is a notice', async () => {
    mkdirSync(join(folder, 'state'));
    chmodSync(join(folder, 'state'), 0o500);
    expect(await open().record(entry())).toMatch(/permission denied/);
  });

  it('a full disk takes back what it cut', async () => {
    await fill(2);
    const before = readFileSync(path, 'utf8');
    const script = 'ulimit -f 1; trap "" XFSZ; exec "$@"';
    const child = spawn('/bin/bash', ['-c', script, 'sh', bun, writer, path, '40', 'full'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (part: Buffer) => {
      stderr += part.toString();
    });
    const [code] = await once(child, 'close');
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/the content passes the file size limit/);
    expect(readFileSync(path, 'utf8').startsWith(before)).toBe(true);
    expect((await verifyTrail(path)).breaks).toEqual([]);
  });
});

describe('several processes', () => {
  it('keep one intact chain, also over files', { tags: ['slow'] }, async () => {
    const children = Array.from({ length: 6 }, (_, index) =>
      spawn(bun, [writer, path, '60', `writer ${index}`, '20000']),
    );
    const codes = await Promise.all(children.map((child) => once(child, 'close').then(([code]) => code)));
    expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await verifyTrail(path)).toMatchObject({ lines: 360, breaks: [] });
    expect(readdirSync(`${path}.d/lock`)).toEqual([]);
  });

  it('are not stopped by one that is killed at any moment', { tags: ['slow'] }, async () => {
    const children = Array.from({ length: 3 }, (_, index) =>
      spawn(bun, [writer, path, '0', `killed ${index}`]),
    );
    await Promise.all(children.map((child) => once(child.stdout, 'data')));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(children.map((child) => once(child, 'close')));
    expect(await open().record(entry())).toBeNull();
    const { breaks } = await verifyTrail(path);
    for (const one of breaks) expect(one.problem).toMatch(/no line of a trail|stopped in the middle/);
    expect((await lastLines(path, 1, null)).lines[0]).toContain('"client":"tester"');
  });
});

it.each<readonly [Partial<AuditEntry>, caller: string, subject: string]>([
  [{}, 'rpc:tester', 'ls'],
  [{ input: { argv: ['git', 'log'] }, client: '' }, 'rpc', 'git log'],
  [{ tool: 'write', input: { path: 'a.txt' }, approver: 'me' }, 'rpc:tester', 'a.txt  [me]'],
  [{ tool: 'glob', input: { pattern: '*' } }, 'rpc:tester', '{"pattern":"*"}'],
  [{ input: null }, 'rpc:tester', '-'],
])('a line as a person reads it: %j', (parts, caller, subject) => {
  const columns = renderEntry(JSON.stringify(entry(parts)));
  expect([columns[1], columns.at(-1)]).toEqual([caller, subject]);
});
