import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Audit, type AuditOptions } from '../../src/runtime/audit/audit.ts';
import { renderEntry } from '../../src/runtime/audit/read-trail.ts';
import { verifyTrail } from '../../src/runtime/audit/verify.ts';
import { auditEntry as entry } from '../helpers/audit-entry.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let path: string;
beforeEach(() => {
  path = join(tempFolder(), 'state/audit.jsonl');
});

const open = (parts: Partial<AuditOptions> = {}): Audit =>
  new Audit({ path, enabled: true, required: false, env: {}, ...parts });
const lines = (): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');

describe('a call that begins', () => {
  const notes = (): string[] => readdirSync(`${path}.d/begun`);
  const gone = '999999999-1-1-0';
  const lost = entry({ status: 'lost', exitCode: null, bytes: 0, durationMs: null });
  const leave = (name: string, text: string): void => {
    mkdirSync(`${path}.d/begun`, { recursive: true });
    writeFileSync(join(`${path}.d/begun`, name), text);
  };
  const ends = (): string[][] =>
    lines().map((line) => {
      const { status, input } = JSON.parse(line);
      return [status, input.command];
    });

  it('is noted where the trail is required, without its secrets, until its line is there', async () => {
    const audit = open({ required: true, env: { API_TOKEN: 'hunter2-hunter2' } });
    expect(await audit.check()).toBeNull();
    const note = audit.begin({ ...lost, input: { command: 'echo hunter2-hunter2' } });
    expect(notes()).toHaveLength(1);
    expect(statSync(note ?? '').mode & 0o777).toBe(0o600);
    expect(readFileSync(note ?? '', 'utf8')).not.toContain('hunter2');
    expect(await audit.record(entry(), note)).toBeNull();
    expect(notes()).toEqual([]);
    expect(ends()).toEqual([['completed', 'ls']]);
  });

  it('is not noted elsewhere', async () => {
    for (const audit of [open(), open({ required: true, enabled: false })]) {
      expect(await audit.check()).toBeNull();
      expect(audit.begin(lost)).toBeNull();
    }
    expect(existsSync(`${path}.d`)).toBe(false);
  });

  it('gets its line by the next writer when its own is gone, once, and oldest first', async () => {
    leave(gone, JSON.stringify({ ...lost, time: '2026-01-02', input: { command: 'second' } }));
    leave('999999999-1-2-0', JSON.stringify({ ...lost, time: '2026-01-01', input: { command: 'first' } }));
    await open().record(entry());
    await open().record(entry());
    const ran = ['completed', 'ls'];
    expect(ends()).toEqual([['lost', 'first'], ['lost', 'second'], ran, ran]);
    expect(notes()).toEqual([]);
    expect((await verifyTrail(path)).breaks).toEqual([]);
    expect(renderEntry(lines()[0] ?? '')).toContain('lost');
  });

  it('is left alone while its writer runs, or may run where nobody here sees it', async () => {
    const audit = open({ required: true });
    await audit.check();
    audit.begin(lost);
    leave('1-5-1-1', JSON.stringify(lost));
    await open().record(entry());
    expect(ends()).toEqual([['completed', 'ls']]);
    expect(notes()).toHaveLength(2);
    const yesterday = new Date(Date.now() - 90_000_000);
    utimesSync(`${path}.d/begun/1-5-1-1`, yesterday, yesterday);
    await open().record(entry());
    expect(ends().map(([status]) => status)).toEqual(['completed', 'lost', 'completed']);
    expect(notes()).toHaveLength(1);
  });

  it('did not begin when its note was cut', async () => {
    leave(gone, '{"time":"2026-0');
    leave('README', 'no note at all');
    await open().record(entry());
    expect(ends()).toEqual([['completed', 'ls']]);
    expect(notes()).toEqual(['README']);
  });

  it('is refused when it cannot be noted, and stays noted when it cannot be written down', async () => {
    const audit = open({ required: true });
    await audit.check();
    writeFileSync(`${path}.d/begun`, 'in the way');
    expect(() => audit.begin(lost)).toThrow(
      /is required and cannot be written \(a part of the path is not a folder\)/,
    );
    unlinkSync(`${path}.d/begun`);
    const note = audit.begin(lost);
    unlinkSync(path);
    mkdirSync(path);
    expect(await audit.record(entry(), note)).toMatch(/it is a folder/);
    expect(notes()).toHaveLength(1);
  });
});
