import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchMemory } from '../../../src/platform/search/memory-watch.ts';
import { oddIgnoreFile } from '../../../src/platform/search/odd-ignore-file.ts';
import { runRipgrep } from '../../../src/platform/search/ripgrep.ts';
import { type FileWorkspace, makeWorkspace } from '../../helpers/file-workspace.ts';

let ws: FileWorkspace;
const { signal } = new AbortController();

beforeAll(async () => {
  ws = await makeWorkspace({ 'sub/a.txt': 'word\n' });
});
afterAll(() => ws.remove());

const search = (timeoutMs: number, ...more: readonly string[]) =>
  runRipgrep(
    {
      args: ['--files', ...more, '--', './'],
      cwd: join(ws.root, 'sub'),
      env: {},
      cache: join(ws.base, 'cache'),
      signal,
      timeoutMs,
      graceMs: 500,
    },
    () => true,
  );

const odd: readonly (readonly [string, (path: string) => Promise<unknown> | unknown, string])[] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path]), 'it is a named pipe'],
  ['a link to a device', (path) => symlink('/dev/zero', path), 'it is a device'],
  [
    'a file that is too large',
    async (path) => {
      await writeFile(path, '');
      await truncate(path, 67_108_865);
    },
    'it is a file of 67108865 bytes',
  ],
];

describe('an ignore file that is', () => {
  it.each(odd)('%s is found, below and above', async (_, make, state) => {
    for (const path of ['sub/deep/.ignore', 'sub/.rgignore', '.gitignore'].map((one) => join(ws.root, one))) {
      execFileSync('mkdir', ['-p', join(path, '..')]);
      await make(path);
      const found = await oddIgnoreFile(join(ws.root, 'sub'));
      await rm(path);
      expect(`it is ${found?.kind}`).toBe(state);
      expect(found?.path).toBe(path);
    }
    expect(await oddIgnoreFile(join(ws.root, 'sub'))).toBeNull();
  });

  it.each(odd.slice(0, 2))(
    '%s is named where the time runs out',
    { tags: ['slow'] },
    async (_, make, state) => {
      const path = join(ws.root, 'sub/.rgignore');
      await make(path);
      await expect(search(300)).rejects.toThrow(`sub/.rgignore": ${state}, expected a list`);
      expect(await search(60_000, '--no-ignore')).toMatchObject({ by: 'itself', exitCode: 0 });
      await rm(path);
      expect(await search(60_000)).toMatchObject({ by: 'itself', exitCode: 0 });
    },
  );
});

it('the memory of a process is watched', { tags: ['slow'] }, async () => {
  const script = 'const kept = Buffer.alloc(300_000_000, 1); setInterval(() => kept.length, 1000)';
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
  const unwatch = watchMemory(child.pid ?? 0, 200_000_000, () => child.kill('SIGKILL'));
  const [, ended] = await once(child, 'exit');
  unwatch();
  expect(ended).toBe('SIGKILL');
});
