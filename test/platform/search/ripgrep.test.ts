import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/platform/files/sha256.ts';
import { NullSplitter, PathRecordReader } from '../../../src/platform/search/null-records.ts';
import { ripgrepPath, runRipgrep } from '../../../src/platform/search/ripgrep.ts';
import { unpackedProgram } from '../../../src/platform/search/ripgrep-unpack.ts';
import { type FileWorkspace, makeWorkspace } from '../../helpers/file-workspace.ts';
import { endAll, processesWith, waitFor } from '../../helpers/processes.ts';

let ws: FileWorkspace;
let cache: string;
let file: { path: string; version: string; sha256: string };
const { signal } = new AbortController();

beforeAll(async () => {
  ws = await makeWorkspace({ 'a.txt': 'word\n', 'b.txt': 'word\n' });
});

afterAll(() => ws.remove());

beforeEach(async () => {
  cache = join(ws.base, `cache-${Math.random().toString(36).slice(2)}`);
  const path = await ripgrepPath(cache);
  file = { path, version: '1.2.3', sha256: sha256(await readFile(path)) };
});

/** Changes a byte and puts size and times back. */
async function damageBehindTimes(path: string): Promise<void> {
  const { atime, mtime, size } = await lstat(path);
  const copy = await open(path, 'r+');
  await copy.write(Buffer.from([0]), 0, 1, size - 1);
  await copy.write(Buffer.from('x'), 0, 1, 0);
  await copy.close();
  await utimes(path, atime, mtime);
}

describe('an embedded program', () => {
  it('is unpacked once, for its user alone', async () => {
    const path = await ripgrepPath(cache, file);
    expect(path).toBe(join(cache, `rg-1.2.3-${file.sha256.slice(0, 16)}`));
    const stats = await lstat(path);
    expect(stats.mode & 0o7777).toBe(0o700);
    expect((await lstat(cache)).mode & 0o7777).toBe(0o700);
    expect(await ripgrepPath(cache, file)).toBe(path);
    expect((await lstat(path)).ino).toBe(stats.ino);
    expect(spawnSync(path, ['--version']).stdout.toString()).toContain('ripgrep');
    expect(await readdir(cache)).toEqual([basename(path), `${basename(path)}.checked`]);
  });

  it('is not read again as long as nobody touches it', async () => {
    const path = await ripgrepPath(cache, file);
    await writeFile(path, 'other');
    const { ino, size, mtimeNs, ctimeNs } = await lstat(path, { bigint: true });
    await writeFile(`${path}.checked`, `${ino} ${size} ${mtimeNs} ${ctimeNs}`);
    expect(await ripgrepPath(cache, file)).toBe(path);
    expect(await readFile(path, 'utf8')).toBe('other');
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['damaged', (path) => writeFile(path, 'junk')],
    ['damaged behind its times', damageBehindTimes],
    ['cut off', (path) => writeFile(path, '')],
    ['open to others', (path) => chmod(path, 0o777)],
    ['set-user-id', (path) => chmod(path, 0o4700)],
    ['removed', (path) => rm(path)],
  ])('is unpacked again when it is %s', async (_name, spoil) => {
    const path = await ripgrepPath(cache, file);
    await ripgrepPath(cache, file);
    await spoil(path);
    expect(await ripgrepPath(cache, file)).toBe(path);
    expect(sha256(await readFile(path))).toBe(file.sha256);
    expect((await lstat(path)).mode & 0o7777).toBe(0o700);
  });

  it.each<[string, (path: string) => Promise<unknown>, string]>([
    [
      'a symbolic link',
      (path) => symlink('/bin/true', path),
      'it is a symbolic link, expected the file this program unpacked',
    ],
    ['a folder', (path) => mkdir(path), 'it is no file'],
  ])('is refused when it is %s', async (_name, make, message) => {
    const path = await ripgrepPath(cache, file);
    await rm(path);
    await make(path);
    await expect(ripgrepPath(cache, file)).rejects.toThrow(message);
  });

  it.runIf(process.getuid?.() === 0)('is refused when it belongs to another user', async () => {
    await chown(await ripgrepPath(cache, file), 1234, 1234);
    await expect(ripgrepPath(cache, file)).rejects.toThrow('it belongs to another user');
  });

  it('goes elsewhere when others may write to its folder', async () => {
    await mkdir(cache);
    await chmod(cache, 0o777);
    const path = await ripgrepPath(cache, file);
    expect(path.startsWith(cache)).toBe(false);
    expect((await lstat(path)).mode & 0o7777).toBe(0o700);
    await rm(path);
  });

  it('goes elsewhere when it cannot be written into its folder', async () => {
    // A folder whose path leaves room for the program's name, and none for the name under which it is written.
    const deep = 'd'.repeat(4029 - cache.length).replace(/d{200}(?=dd)/g, `${'d'.repeat(199)}/`);
    const folder = join(cache, deep);
    const path = await ripgrepPath(folder, file);
    expect(path.startsWith(cache)).toBe(false);
    expect(await ripgrepPath(folder, file)).toBe(path);
    await rm(path);
  });

  it('is unpacked once for all who ask at a time', async () => {
    const program = { name: 'rg', sha256: file.sha256, cache };
    const copy = unpackedProgram(file.path, program);
    expect(unpackedProgram(file.path, program)).toBe(copy);
    expect(await readdir(join(await copy, '..'))).toEqual([basename(await copy)]);
  });

  it('takes away what processes that are gone left unfinished', async () => {
    const name = `rg-1.2.3-${file.sha256.slice(0, 16)}`;
    const part = (pid: number) => `${name}.${pid}-${crypto.randomUUID()}`;
    const [left, fresh, kept] = [part(2 ** 22 + 1), part(2 ** 22 + 1), part(process.ppid)];
    await mkdir(cache, { mode: 0o700 });
    for (const entry of [left, fresh, kept]) await writeFile(join(cache, entry), 'half');
    const before = new Date(Date.now() - 120_000);
    for (const entry of [left, kept]) await utimes(join(cache, entry), before, before);
    await ripgrepPath(cache, file);
    // What is fresh may be a process's of another PID namespace.
    expect((await readdir(cache)).sort()).toEqual([name, fresh, kept].sort());
  });

  it('may be packed, and is refused where that is damaged', { tags: ['slow'] }, async () => {
    const program = gzipSync(await readFile(file.path));
    const packed = { ...file, path: join(ws.base, 'rg.gz') };
    await writeFile(packed.path, program);
    expect(sha256(await readFile(await ripgrepPath(`${cache}-1`, packed)))).toBe(file.sha256);
    for (const damaged of [program.subarray(0, 1000), program.subarray(0, 2)]) {
      await writeFile(packed.path, damaged);
      await expect(ripgrepPath(`${cache}-${damaged.length}`, packed)).rejects.toThrow('its SHA-256 is not');
    }
  });

  it('is not unpacked when it is not the built one', async () => {
    const other = { ...file, sha256: '0'.repeat(64) };
    await expect(ripgrepPath(cache, other)).rejects.toThrow('its SHA-256 is not the built one');
    expect(await readdir(cache)).toEqual([]);
  });

  it('may be unpacked by several processes at once', { tags: ['slow'] }, async () => {
    const bun = resolve(import.meta.dirname, '../../../node_modules/.bin/bun');
    const script = resolve(import.meta.dirname, '../../fixtures/files/unpack.ts');
    const children = Array.from({ length: 6 }, () => spawn(bun, [script, cache, file.path, file.sha256]));
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'close'))[0]));
    expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
    const name = `rg-1.2.3-${file.sha256.slice(0, 16)}`;
    expect((await readdir(cache)).filter((entry) => entry !== `${name}.checked`)).toEqual([name]);
  });

  it('that is missing is named', async () => {
    await expect(ripgrepPath(cache, null)).rejects.toMatchObject({ code: 'program_missing' });
  });
});

describe.runIf(process.platform === 'linux')('a search that something else ended', () => {
  it('is a failure, not a search that found nothing', async () => {
    const fifo = join(ws.base, 'nobody-writes');
    spawnSync('mkfifo', [fifo]);
    const args = ['x', '--', fifo];
    const run = { args, cwd: ws.root, env: {}, cache, signal, timeoutMs: 20_000, graceMs: 100 };
    const search = runRipgrep(run, () => true);
    const said = expect(search).rejects.toThrow(
      'Cannot finish "rg": SIGKILL ended it, expected it to come to its end; the system may be short of memory or of processes (ulimit -u)',
    );
    await waitFor(() => processesWith(fifo).length > 0, 'rg');
    endAll(processesWith(fifo));
    await said;
  });
});

describe('runRipgrep', () => {
  const run = (args: readonly string[], more: object = {}) => ({
    args,
    cwd: ws.root,
    env: { HOME: ws.base, BUN_OPTIONS: '--inspect', RIPGREP_CONFIG_PATH: join(ws.base, 'rc') },
    cache,
    signal,
    timeoutMs: 20_000,
    graceMs: 100,
    ...more,
  });

  it('reads to the end, whatever configuration there is', async () => {
    await writeFile(join(ws.base, 'rc'), '--files-without-match\n');
    const chunks: Uint8Array[] = [];
    const end = await runRipgrep(run(['--sort=path', '--regexp=word', '--', './']), (chunk) => {
      chunks.push(chunk);
      return undefined;
    });
    expect(Buffer.concat(chunks).toString()).toBe('./a.txt\0word\n./b.txt\0word\n');
    expect(end).toEqual({ by: 'itself', exitCode: 0, stderr: '' });
  });

  it('stops when enough was taken', async () => {
    const end = await runRipgrep(run(['--regexp=word', '--', './']), () => false);
    expect(end).toMatchObject({ by: 'enough' });
  });

  it('throws what the taker throws', async () => {
    const call = runRipgrep(run(['--regexp=word', '--', './']), () => {
      throw new RangeError('mine');
    });
    await expect(call).rejects.toThrow('mine');
  });

  it('kills it when the call is cancelled in the middle', async () => {
    const abort = new AbortController();
    const endless = ['--regexp=x', '--text', '--', '/dev/zero'];
    const ended = runRipgrep(run(endless, { signal: abort.signal }), () => undefined);
    setImmediate(() => abort.abort());
    expect(await ended).toMatchObject({ by: 'cancel', exitCode: null });
  });

  it('gives what ripgrep complains about', async () => {
    const end = await runRipgrep(run(['--regexp=(', '--', './']), () => undefined);
    expect(end).toMatchObject({
      by: 'itself',
      exitCode: 2,
      stderr: expect.stringContaining('unclosed group'),
    });
  });
});

describe('records', () => {
  const record = fc.record({
    path: fc.string({ unit: fc.constantFrom('a', '/', '\n', ':', '日', '-'), minLength: 1, maxLength: 8 }),
    body: fc.string({ unit: fc.constantFrom('1', ':', '-', 'x', '\0', '日'), maxLength: 30 }),
  });
  const cuts = fc.array(fc.nat(200), { maxLength: 6 });
  const chunked = (bytes: Buffer, at: readonly number[]): readonly Buffer[] => {
    const edges = [0, ...at.map((edge) => Math.min(edge, bytes.length)).sort((a, b) => a - b), bytes.length];
    return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
  };

  it('are the same however the output is cut', { tags: ['slow'] }, () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 6 }), cuts, (records, at) => {
        const found: { path: string; body: string }[] = [];
        const reader = new PathRecordReader(1000, ({ path, data, start, end }) =>
          found.push({ path, body: data.toString('utf8', start, end) }),
        );
        const bytes = Buffer.from(records.map(({ path, body }) => `${path}\0${body}\n`).join(''));
        for (const chunk of chunked(bytes, at)) reader.push(chunk);
        reader.finish();
        expect(found).toEqual(records);
      }),
      { numRuns: 1000 },
    );
  });

  it('drop what is too long and count it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 5 }), cuts, (lengths, at) => {
        const found: number[] = [];
        const reader = new PathRecordReader(20, ({ start, end, dropped }) =>
          found.push(end - start + dropped),
        );
        const bytes = Buffer.from(lengths.map((length) => `p\0${'x'.repeat(length)}\n`).join(''));
        for (const chunk of chunked(bytes, at)) reader.push(chunk);
        expect(found).toEqual(lengths);
      }),
      { numRuns: 1000 },
    );
  });

  it('leave out what is said about binary files', () => {
    const said = './b.bin: binary file matches (found "\\0" byte around offset 4)\n';
    const paths: string[] = [];
    const reader = new PathRecordReader(100, ({ path }) => paths.push(path));
    reader.push(Buffer.from(`${said}./a\x001:x\n${said}./c\nd\x001:x\n${said}`));
    reader.finish();
    expect(paths).toEqual(['./a', './c\nd']);
    expect(reader.binary).toEqual(['./b.bin', './b.bin', './b.bin']);
  });

  it('end in NUL', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '日'), maxLength: 5 })),
        cuts,
        (texts, at) => {
          const found: string[] = [];
          const splitter = new NullSplitter((text) => found.push(text));
          for (const chunk of chunked(Buffer.from(texts.map((text) => `${text}\0`).join('')), at))
            splitter.push(chunk);
          expect(found).toEqual(texts);
        },
      ),
    );
  });
});
