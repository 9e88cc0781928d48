import { appendFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requireUnchanged, takeSnapshot } from '../../../../src/platform/files/change/snapshot.ts';
import { wholeFileBytes } from '../../../../src/platform/files/file-bytes.ts';
import { sha256 } from '../../../../src/platform/files/sha256.ts';
import { write } from '../../../../src/tools/write/tool.ts';
import {
  callTool,
  type FileWorkspace,
  failureOf,
  makeWorkspace,
  planCall,
} from '../../../helpers/file-workspace.ts';

const sink = { output() {}, progress() {} };
const { signal } = new AbortController();

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace();
});

afterAll(() => ws.remove());

/** A sparse file: nothing of it is on disk. */
beforeEach(async () => {
  await writeFile(ws.at('huge.bin'), 'start');
  await truncate(ws.at('huge.bin'), wholeFileBytes + 1);
});

const longAgo = new Date(1_000_000_000_000);

describe('a file past 100 MiB', () => {
  it.each<[string, object, () => Promise<void>]>([
    ['that grew is not overwritten', {}, () => appendFile(ws.at('huge.bin'), 'x')],
    ['that shrank is not overwritten', {}, () => truncate(ws.at('huge.bin'), 3)],
    ['that was written to is not overwritten', {}, () => utimes(ws.at('huge.bin'), longAgo, longAgo)],
    ['that shrank gets no addition', { mode: 'append' }, () => truncate(ws.at('huge.bin'), wholeFileBytes)],
  ])('%s', async (_, extra, change) => {
    const plan = await planCall(write, { path: 'huge.bin', content: 'new', ...extra }, ws.context);
    await change();
    const { size } = await stat(ws.at('huge.bin'));
    await expect(plan.execute(signal, sink, {})).rejects.toThrow('it changed meanwhile');
    expect(await stat(ws.at('huge.bin'))).toMatchObject({ size });
  });

  it('is overwritten, and gets an addition, where it stayed', async () => {
    await callTool(write, { path: 'huge.bin', content: 'new', mode: 'append' }, ws.context);
    expect(await stat(ws.at('huge.bin'))).toMatchObject({ size: wholeFileBytes + 4 });
    await callTool(write, { path: 'huge.bin', content: 'new' }, ws.context);
    expect(await stat(ws.at('huge.bin'))).toMatchObject({ size: 3 });
  });

  it('gets an addition behind that of others', async () => {
    const input = { path: 'huge.bin', content: 'new', mode: 'append' };
    const plan = await planCall(write, input, ws.context);
    await appendFile(ws.at('huge.bin'), 'more');
    await plan.execute(signal, sink, {});
    expect(await stat(ws.at('huge.bin'))).toMatchObject({ size: wholeFileBytes + 8 });
  });

  it('has no hash that could be expected', async () => {
    const input = { path: 'huge.bin', content: 'new', expectedHash: '0'.repeat(64) };
    expect(await failureOf(write, input, ws.context)).toContain('it is too large for expectedHash');
  });
});

it('a hash may be expected in capital letters', async () => {
  await writeFile(ws.at('a.txt'), 'old');
  const expectedHash = sha256(Buffer.from('old')).toUpperCase();
  await callTool(write, { path: 'a.txt', content: 'new', expectedHash }, ws.context);
  expect(await stat(ws.at('a.txt'))).toMatchObject({ size: 3 });
});

describe('the file that a call was planned on', () => {
  const request = { action: 'write', mostBytes: wholeFileBytes, mayGrow: false };
  const unknown = { hash: null, digest: null, bytes: null, tail: null };
  const resolved = () => ({ path: ws.at('huge.bin'), given: 'huge.bin', inside: true });

  it.each(['ino', 'size', 'mtimeMs', 'ctimeMs'] as const)(
    'past 100 MiB is another with another %s',
    async (field) => {
      const planned = await takeSnapshot(resolved(), 'write', wholeFileBytes);
      await expect(requireUnchanged(resolved(), { ...request, planned })).resolves.toMatchObject({
        hash: null,
      });
      const stats = await stat(ws.at('huge.bin'));
      const other = { ...unknown, stats: Object.assign(stats, { [field]: stats[field] + 1 }) };
      await expect(requireUnchanged(resolved(), { ...request, planned: other })).rejects.toThrow(
        'it changed meanwhile',
      );
    },
  );

  it('past 100 MiB gets no addition where another one is', async () => {
    const stats = await stat(ws.at('huge.bin'));
    const planned = { ...unknown, stats: Object.assign(stats, { ino: stats.ino + 1 }) };
    const adding = requireUnchanged(resolved(), { ...request, planned, mayGrow: true });
    await expect(adding).rejects.toThrow('it changed meanwhile');
  });

  it('is the same with the same content, whenever that was written', async () => {
    await writeFile(ws.at('b.txt'), 'old');
    const plan = await planCall(write, { path: 'b.txt', content: 'newer' }, ws.context);
    await utimes(ws.at('b.txt'), longAgo, longAgo);
    await plan.execute(signal, sink, {});
    expect(await stat(ws.at('b.txt'))).toMatchObject({ size: 5 });
  });
});
