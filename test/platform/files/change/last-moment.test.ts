import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitChange } from '../../../../src/platform/files/change/commit.ts';
import { appendOnce, overwriteInPlace } from '../../../../src/platform/files/change/in-place.ts';
import { takeSnapshot } from '../../../../src/platform/files/change/snapshot.ts';
import { makePinnedFolders } from '../../../../src/platform/files/make-folders.ts';
import { type FileWorkspace, makeWorkspace } from '../../../helpers/file-workspace.ts';

let ws: FileWorkspace;

beforeEach(async () => {
  ws = await makeWorkspace({ 'a.txt': 'old\n' });
});

afterEach(() => ws.remove());

/** A change of a.txt during which `meddle` runs as the new content is on disk, but not yet in its place. */
async function changeWhile(meddle: (path: string) => void): Promise<void> {
  const target = { path: ws.at('a.txt'), given: 'a.txt', inside: true };
  const planned = await takeSnapshot(target, 'edit', 1000);
  const content = [Buffer.from('new\n')];
  const flags = { isAppend: false, mayGrow: false, createParents: false };
  const change = {
    target,
    action: 'edit',
    planned,
    content,
    ...flags,
    stateFolder: ws.context.folders.state,
  };
  let asked = 0;
  await commitChange(change, () => {
    asked += 1;
    if (asked === 2) meddle(target.path);
  });
}

/** Runs a script of sh on a path, at once. */
const sh = (script: string) => (path: string) => {
  expect(spawnSync('sh', ['-c', script, 'sh', path], { cwd: ws.root }).status).toBe(0);
};

describe.runIf(process.platform !== 'win32')('a file that changes while the new content is written', () => {
  it.each([
    ['that grows', 'echo more >>"$1"', 'it changed meanwhile', 'old\nmore\n'],
    ['that is cut', ': >"$1"', 'it changed meanwhile', ''],
    ['that another takes the place of', 'echo old >b && mv b "$1"', 'it changed meanwhile', 'old\n'],
    ['that becomes a link', 'mv "$1" b && ln -s b "$1"', 'it changed meanwhile', 'old\n'],
    ['that others may no longer read', 'chmod 600 "$1"', 'it changed meanwhile', 'old\n'],
    ['that gets another name', 'ln "$1" b', 'it changed meanwhile', 'old\n'],
    ['that is removed', 'rm "$1"', 'it was removed meanwhile', null],
  ])('%s stays as it is then', async (_, script, state, content) => {
    await expect(changeWhile(sh(script))).rejects.toThrow(
      `Cannot edit "a.txt": ${state}, expected the content this call was planned on; read it again`,
    );
    expect(await readFile(ws.at('a.txt'), 'utf8').catch(() => null)).toBe(content);
    expect((await readdir(ws.root)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('that becomes a named pipe is not opened for good', async () => {
    await expect(changeWhile(sh('rm "$1" && mkfifo "$1"'))).rejects.toThrow('it changed meanwhile');
    expect((await stat(ws.at('a.txt'))).isFIFO()).toBe(true);
  });

  it('is changed where it was only read, or got another name that it lost again', async () => {
    await changeWhile(sh('cat "$1" && ln "$1" b && rm b'));
    expect(await readFile(ws.at('a.txt'), 'utf8')).toBe('new\n');
  });

  it('nor is it overwritten in place', async () => {
    const file = { path: ws.at('a.txt'), shown: 'a.txt', action: 'edit', old: Buffer.from('old\n') };
    const stats = await stat(file.path);
    await appendFile(file.path, 'more\n');
    await expect(overwriteInPlace({ ...file, stats }, [Buffer.from('new\n')])).rejects.toThrow(
      'it changed meanwhile',
    );
    expect(await readFile(file.path, 'utf8')).toBe('old\nmore\n');
  });

  it('a pipe that somebody reads gets no addition', async () => {
    sh('rm "$1" && mkfifo "$1"')(ws.at('a.txt'));
    const reader = spawn('cat', [ws.at('a.txt')], { stdio: ['ignore', 'pipe', 'ignore'] });
    let got = '';
    reader.stdout.on('data', (part) => {
      got += part;
    });
    const holder = spawn('sh', ['-c', 'exec 3>"$1"; echo open; read line', 'sh', ws.at('a.txt')]);
    await once(holder.stdout, 'data');
    const added = appendOnce({ path: ws.at('a.txt'), shown: 'a.txt' }, Buffer.from('x'));
    await expect(added).rejects.toThrow('it is a named pipe, expected a regular file');
    holder.stdin.end();
    await once(reader, 'close');
    expect(got).toBe('');
  });
});

describe.runIf(process.platform !== 'win32')('folders of which a later one cannot be made', () => {
  it('are removed again', async () => {
    const tooLong = `${ws.at('one/two')}/${'x'.repeat(300)}`;
    await expect(makePinnedFolders(tooLong, 'write', 'x')).rejects.toThrow('ENAMETOOLONG');
    expect(await readdir(ws.root)).toEqual(['a.txt']);
  });

  it('stay where they were there before', async () => {
    await mkdir(ws.at('one'));
    const tooLong = `${ws.at('one/two')}/${'x'.repeat(300)}`;
    await expect(makePinnedFolders(tooLong, 'write', 'x')).rejects.toThrow('ENAMETOOLONG');
    expect(await readdir(ws.at('one'))).toEqual([]);
  });
});
