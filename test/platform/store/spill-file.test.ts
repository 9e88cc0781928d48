import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SpillFile } from '../../../src/platform/store/spill-file.ts';
import { sweepSpills } from '../../../src/platform/store/spill-folder.ts';
import { heldIn } from '../../helpers/held-files.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

let root = '';
beforeEach(() => {
  root = tempFolder();
});

const open = (folder: string, name = 'call-1') =>
  new SpillFile({ folder, name, limit: 1_000_000, keepMinutes: 30 });
const some = new Uint8Array(1000).fill(0x61);
const sizesIn = (folder: string): readonly number[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => lstatSync(join(folder, name)).size) : [];

describe('SpillFile', () => {
  it('makes a file only its user can read, in a folder only they can enter', async () => {
    const folder = join(root, 'state', 'spill');
    const file = open(folder);
    file.push(some);
    const { path } = await file.keep();
    expect(path).toBe(join(folder, 'call-1.spill'));
    expect(lstatSync(path ?? '').mode & 0o777).toBe(0o600);
    for (const made of [folder, join(root, 'state')]) expect(lstatSync(made).mode & 0o777).toBe(0o700);
  });

  it('touches nothing before it has something worth a file', async () => {
    const file = open(join(root, 'spill'));
    file.push(some);
    await file.discard();
    expect(existsSync(join(root, 'spill'))).toBe(false);
    expect(await open(join(root, 'spill')).keep()).toEqual({ path: null, bytes: 0, problem: null });
  });

  it('goes on after a piece without bytes, also where all before it is written', async () => {
    const file = open(join(root, 'spill'));
    for (let round = 0; round < 200; round += 1) file.push(some);
    await expect.poll(() => sizesIn(join(root, 'spill'))).toEqual([200_000]);
    file.push(new Uint8Array(0));
    for (let round = 0; round < 200; round += 1) file.push(some);
    expect((await file.keep()).bytes).toBe(400_000);
  });

  it('removes a file that was begun', async () => {
    const file = open(join(root, 'spill'));
    for (let round = 0; round < 500; round += 1) file.push(some);
    await file.discard();
    expect(readdirSync(join(root, 'spill'))).toEqual([]);
  });

  it.runIf(process.platform === 'linux').each(['keep', 'discard'] as const)(
    'holds nothing open after %s',
    async (end) => {
      const file = open(join(root, 'spill'));
      for (let round = 0; round < 500; round += 1) file.push(some);
      await expect.poll(() => heldIn(root)).toEqual([join(root, 'spill', 'call-1.spill')]);
      await file[end]();
      expect(heldIn(root)).toEqual([]);
    },
  );

  it.each([
    ['../../escape', '------escape.spill'],
    ['a b/c.d\0e', 'a-b-c-d-e.spill'],
    ['x'.repeat(500), `${'x'.repeat(200)}.spill`],
  ])('keeps inside its folder whatever the name: %j', async (name, expected) => {
    const file = open(join(root, 'spill'), name);
    file.push(some);
    expect((await file.keep()).path).toBe(join(root, 'spill', expected));
  });

  it.each([
    ['a link to another folder', (folder: string) => symlinkSync(root, folder), 'it is a link'],
    [
      'others may write it',
      (folder: string) => {
        mkdirSync(folder);
        chmodSync(folder, 0o777);
      },
      'others may write it',
    ],
  ])('refuses a folder when it is %s', async (_, make, reason) => {
    const folder = join(root, 'spill');
    make(folder);
    const file = open(folder);
    file.push(some);
    const { path, problem } = await file.keep();
    expect(path).toBeNull();
    expect(problem).toContain(reason);
    expect(readdirSync(folder).filter((name) => name.endsWith('.spill'))).toEqual([]);
  });

  it('does not follow a link that stands where the file goes', async () => {
    const folder = join(root, 'spill');
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(root, 'precious'), 'data');
    symlinkSync(join(root, 'precious'), join(folder, 'call-1.spill'));
    const file = open(folder);
    file.push(some);
    expect(await file.keep()).toMatchObject({
      path: null,
      problem: expect.stringContaining('it was created meanwhile'),
    });
    expect(readFileSync(join(root, 'precious'), 'utf8')).toBe('data');
    expect(lstatSync(join(folder, 'call-1.spill')).isSymbolicLink()).toBe(true);
  });

  it('keeps what fitted when the disk takes no more', () => {
    const source = join(import.meta.dirname, '../../../src/platform/store/spill-file.ts');
    const program = `
      import { SpillFile } from ${JSON.stringify(source)};
      const file = new SpillFile({ folder: process.argv[1], name: 'full', limit: 1e9, keepMinutes: 30 });
      for (let round = 0; round < 3000; round += 1) {
        file.push(new Uint8Array(1000).fill(97));
        await file.pressure();
      }
      process.stdout.write(JSON.stringify(await file.keep()));`;
    const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
    const limited = ['-c', 'ulimit -f 1024; exec "$@"', 'sh', bun, '--eval', program, root];
    const { stdout, stderr } = spawnSync('bash', limited, {
      encoding: 'utf8',
      // A shell complains of a locale that is not installed.
      env: { ...process.env, LC_ALL: 'C' },
    });
    expect(stderr).toBe('');
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ path: join(root, 'full.spill'), bytes: 1024 * 1024 });
    expect(result.problem).toBe('the content passes the file size limit');
    expect(readFileSync(result.path).length).toBe(1024 * 1024);
  });
});

describe('sweepSpills', () => {
  const old = new Date(Date.now() - 31 * 60_000);
  const put = (folder: string, name: string, isOld: boolean) => {
    writeFileSync(join(folder, name), 'x');
    if (isOld) utimesSync(join(folder, name), old, old);
  };

  it('removes old files of ours and nothing else', async () => {
    put(root, 'old.spill', true);
    put(root, 'new.spill', false);
    put(root, 'old.txt', true);
    put(root, 'a b.spill', true);
    mkdirSync(join(root, 'folder.spill'));
    utimesSync(join(root, 'folder.spill'), old, old);
    symlinkSync(join(root, 'old.txt'), join(root, 'link.spill'));
    expect(await sweepSpills(root, 30)).toBe(1);
    expect(readdirSync(root).sort()).toEqual(
      ['a b.spill', 'folder.spill', 'link.spill', 'new.spill', 'old.txt'].sort(),
    );
  });

  it.each([
    ['missing', () => join(root, 'missing')],
    ['a file', () => join(root, 'old.spill')],
    [
      'a link',
      () => {
        symlinkSync(root, join(root, 'link'));
        return join(root, 'link');
      },
    ],
  ])('does nothing to a folder that is %s', async (_, folder) => {
    put(root, 'old.spill', true);
    expect(await sweepSpills(folder(), 30)).toBe(0);
    expect(existsSync(join(root, 'old.spill'))).toBe(true);
  });

  it('runs when a new file is begun', async () => {
    put(root, 'old.spill', true);
    const file = open(root);
    file.push(some);
    await file.keep();
    await expect.poll(() => readdirSync(root)).toEqual(['call-1.spill']);
  });

  it('does not run again for every file that is begun after it', { tags: ['slow'] }, async () => {
    const folder = join(root, 'busy');
    const begin = async (): Promise<void> => {
      const file = open(folder);
      file.push(some);
      await file.keep();
      rmSync(join(folder, 'call-1.spill'));
    };
    mkdirSync(folder, { mode: 0o700 });
    put(folder, 'first.spill', true);
    await begin();
    // The sweep that this began has listed the folder by then.
    await expect.poll(() => existsSync(join(folder, 'first.spill'))).toBe(false);
    put(folder, 'old.spill', true);
    for (let index = 0; index < 20; index += 1) await begin();
    expect(existsSync(join(folder, 'old.spill'))).toBe(true);
  });
});
