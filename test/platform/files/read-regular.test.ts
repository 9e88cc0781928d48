import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readRegular } from '../../../src/platform/files/read-regular.ts';
import { safeOpen } from '../../../src/platform/files/regular-file.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
const platform = join(import.meta.dirname, '../../../src/platform');
const exchanger = join(import.meta.dirname, '../../fixtures/exchange.py');

let folder: string;
const at = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = tempFolder();
});

describe('readRegular', () => {
  it.each([
    ['a file', () => writeFileSync(at('x'), 'text'), 'text'],
    ['an empty file', () => writeFileSync(at('x'), ''), ''],
    ['as much as is taken', () => writeFileSync(at('x'), 'a'.repeat(100_000)), 'a'.repeat(100_000)],
    ['a byte more', () => writeFileSync(at('x'), 'a'.repeat(100_001)), null],
    [
      'a file that does not say its size',
      () => symlinkSync('/proc/self/comm', at('x')),
      expect.stringMatching(/\n$/),
    ],
    ['a folder', () => mkdirSync(at('x')), null],
    ['a pipe', () => execFileSync('mkfifo', [at('x')]), null],
    ['a device', () => symlinkSync('/dev/zero', at('x')), null],
  ])('%s', (_, make, expected) => {
    make();
    expect(readRegular(at('x'), 100_000).bytes?.toString() ?? null).toEqual(expected);
  });

  it.each([
    ['what is missing', at, 0, 'ENOENT'],
    ['a link that is not followed', () => '/proc/self/cwd', safeOpen, 'ELOOP'],
  ])('throws what the system says of %s', (_, path, flags, code) => {
    expect(() => readRegular(path('x'), 10, flags)).toThrow(code);
  });

  it('takes no more than is allowed of a file that does not say its size', () => {
    expect(readRegular('/proc/self/smaps', 100).bytes).toBeNull();
  });
});

/** What a function reads of a file that is swapped for a pipe all the time, each answer once. */
async function readSwapped(call: string, from: string, [file, pipe]: readonly [string, string]) {
  execFileSync('mkfifo', [pipe]);
  const swapping = spawn('python3', [exchanger, file, pipe]);
  swapping.stdin.on('error', () => {});
  await once(swapping.stdout, 'data');
  const program = `
    const module = await import(${JSON.stringify(join(platform, from))});
    const seen = new Set();
    for (let looks = 0; looks < 60_000 || seen.size < 2; looks += 1) seen.add(JSON.stringify(module.${call}));
    process.stdout.write(JSON.stringify([...seen].sort()));`;
  const child = spawnSync(bun, ['--eval', program], {
    encoding: 'utf8',
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  swapping.stdin.end();
  await once(swapping, 'close');
  expect(child).toMatchObject({ stderr: '', signal: null });
  return JSON.parse(child.stdout);
}

/** Whether the file system of temp folders can exchange two names. */
function canExchange(): boolean {
  const names = ['one', 'other'].map((name) => join(tempFolder(), name));
  for (const path of names) writeFileSync(path, '');
  return spawnSync('python3', [exchanger, ...names], { input: '' }).status === 0;
}

describe.skipIf(!canExchange())('a file that is swapped for a pipe between a look and the reading', () => {
  it.each([
    ['shortText', 'files/short-text.ts', 'null'],
    ['regularTextOrNull', 'files/text-file.ts', 'null'],
    ['textOf', 'facts/facts-git-folders.ts', '"["'],
  ])('is never waited for by %s', { tags: ['slow'] }, async (name, from, odd) => {
    writeFileSync(at('file'), 'text');
    const call = `${name}(${JSON.stringify(at('file'))})`;
    expect(await readSwapped(call, from, [at('file'), at('pipe')])).toEqual(['"text"', odd].sort());
  });

  it('is never waited for as the index of a repository', { tags: ['slow'] }, async () => {
    writeFileSync(at('index'), 'no links');
    const call = `gitLinksOf(${JSON.stringify(folder)}, 20)`;
    expect(await readSwapped(call, 'facts/facts-git-links.ts', [at('index'), at('pipe')])).toEqual([
      '[]',
      'null',
    ]);
  });
});
