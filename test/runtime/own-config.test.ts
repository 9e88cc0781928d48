import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openConfig } from '../../src/runtime/open-config.ts';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const other = 65_534;
const isRoot = process.getuid?.() === 0;

let home: string;
let config: string;
let path: string;
beforeEach(() => {
  home = tempFolder();
  config = join(home, '.config', 'agent-tools');
  path = join(config, 'config.json');
  mkdirSync(config, { recursive: true });
  writeFileSync(path, '{"shell":{"timeoutSeconds":7}}');
  // Whatever the umask is.
  chmodSync(config, 0o755);
  chmodSync(path, 0o644);
});

const open = (file: string | null = null) =>
  openConfig({
    env: {},
    folders: { config, state: join(home, 'state'), cache: join(home, 'cache'), home },
    cwd: home,
    file,
    flags: {},
  });

/** The file is kept elsewhere, as people do with their configuration. */
function moveAway(): string {
  const folder = join(home, 'dotfiles');
  mkdirSync(folder, { mode: 0o755 });
  renameSync(path, join(folder, 'config.json'));
  symlinkSync(join(folder, 'config.json'), path);
  return folder;
}

describe("the user's configuration", () => {
  it.for<readonly [name: string, problem: RegExp, needsRoot: boolean, change: () => void]>([
    ['by its mode', /others may write it/, false, () => chmodSync(path, 0o646)],
    [
      'by the mode for another group',
      /others may write it/,
      true,
      () => {
        chownSync(path, 0, other);
        chmodSync(path, 0o664);
      },
    ],
    ["by the mode for root's group", /others may write it/, true, () => chmodSync(path, 0o664)],
    ['by its folder', /others may write its folder/, false, () => chmodSync(config, 0o777)],
    [
      'behind a symlink',
      /others may write its folder ".*dotfiles"/,
      false,
      () => chmodSync(moveAway(), 0o777),
    ],
    ['by its owner', /belongs to another user/, true, () => chownSync(path, other, other)],
  ])('is refused when others could have written it: %s', async ([, problem, needsRoot, change], context) => {
    if (needsRoot && !isRoot) context.skip('only root can change an owner');
    expect((await open()).settings.shell.timeoutSeconds).toBe(7);
    change();
    await expect(open()).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringMatching(problem),
    });
    // It holds locks for whatever file stands in for it.
    const chosen = join(home, 'chosen.json');
    writeFileSync(chosen, '{}');
    await expect(open(chosen)).rejects.toMatchObject({ code: 'invalid_config' });
  });

  it.each<readonly [name: string, change: () => void]>([
    ['it may be read by all', () => chmodSync(path, 0o444)],
    ['its folder is sticky', () => chmodSync(config, 0o1777)],
    ['it is a symlink', () => void moveAway()],
    ['it is not there', () => rmSync(path)],
  ])('counts when %s', async (_, change) => {
    change();
    await expect(open()).resolves.toBeDefined();
  });

  it('is not asked who could have written it when the command line names it', async () => {
    const chosen = join(home, 'chosen.json');
    writeFileSync(chosen, '{"shell":{"timeoutSeconds":9}}');
    chmodSync(chosen, 0o666);
    expect((await open(chosen)).settings.shell.timeoutSeconds).toBe(9);
  });

  it("counts for another user when it is root's, or that user's alone with the group of the same number", {
    tags: ['slow'],
  }, ({ skip }) => {
    const canRun = isRoot && spawnSync(binary, ['--version'], { uid: other, gid: other }).status === 0;
    if (!canRun) skip('needs root, and a checkout that other users may read');
    chmodSync(home, 0o755);
    const env = {
      ...cleanEnv(home),
      XDG_STATE_HOME: join(home, 'state'),
      XDG_CACHE_HOME: join(home, 'cache'),
    };
    for (const folder of ['state', 'cache']) {
      mkdirSync(join(home, folder));
      chownSync(join(home, folder), other, other);
    }
    const show = (gid: number) =>
      spawnSync(binary, ['config', 'show'], { env, cwd: home, uid: other, gid, encoding: 'utf8' });
    expect(show(other)).toMatchObject({ status: 0, stdout: expect.stringMatching(/timeoutSeconds\s+7/) });
    chownSync(path, other, other);
    chmodSync(path, 0o664);
    expect(show(other)).toMatchObject({ status: 0 });
    expect(show(12_345)).toMatchObject({ status: 2, stderr: expect.stringContaining('chmod go-w') });
  });
});

it('a folder that all may write counts on a file system that nobody may write', { tags: ['slow'] }, ({
  skip,
}) => {
  chmodSync(config, 0o777);
  const inside = ['--dev-bind', '/', '/', '--ro-bind', config, config, binary, 'config', 'show'];
  if (spawnSync('bwrap', ['--dev-bind', '/', '/', 'true']).status !== 0) skip('needs bubblewrap');
  const env = cleanEnv(home);
  expect(spawnSync(binary, ['config', 'show'], { env, cwd: home }).status).toBe(2);
  expect(spawnSync('bwrap', inside, { env, cwd: home, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/timeoutSeconds\s+7/),
  });
});
