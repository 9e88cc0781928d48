import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Folders } from '../../src/platform/machine/folders.ts';
import { isTrusted, listTrusted, setTrusted } from '../../src/platform/store/trust-store.ts';
import { learn } from '../../src/runtime/approvals/learn.ts';
import { LearnedRules } from '../../src/runtime/approvals/learned-rules.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const text = '{"rules":[{"tool":"shell","allow":"make *"},{"tool":"shell","deny":"rm *"}]}\n';

let folder: string;
let folders: Folders;
let path: string;
beforeEach(() => {
  folder = tempFolder();
  folders = { config: join(folder, 'config'), state: join(folder, 'state'), cache: '', home: folder };
  path = join(folders.config, 'approvals.jsonc');
  mkdirSync(folders.config);
  mkdirSync(folders.state, { mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
  // Whatever the umask is.
  chmodSync(folders.config, 0o755);
});

/** The file is kept elsewhere, as people do with their configuration. */
function moveAway(): string {
  const real = join(folder, 'dotfiles', 'approvals.jsonc');
  mkdirSync(join(folder, 'dotfiles'), { mode: 0o755 });
  renameSync(path, real);
  symlinkSync(real, path);
  return real;
}

type Row = readonly [name: string, problem: RegExp, needsRoot: boolean, change: () => void];

describe('learned rules that others than the user could have written', () => {
  it.for<Row>([
    ['by their mode', /others may write it/, false, () => chmodSync(path, 0o606)],
    ['by the mode for their group', /others may write it/, false, () => chmodSync(path, 0o620)],
    ['by their folder', /others may write its folder/, false, () => chmodSync(folders.config, 0o777)],
    ['behind a symlink', /others may write it/, false, () => chmodSync(moveAway(), 0o666)],
    [
      "by a symlink's folder",
      /others may write its folder ".*dotfiles"/,
      false,
      () => {
        moveAway();
        chmodSync(join(folder, 'dotfiles'), 0o777);
      },
    ],
    ['by their owner', /belongs to another user/, true, () => chownSync(path, nobody, nobody)],
    [
      "by their symlink's owner",
      /belongs to another user/,
      true,
      () => {
        moveAway();
        lchownSync(path, nobody, nobody);
      },
    ],
    [
      "by their folder's owner",
      /its folder ".*config" belongs to another user/,
      true,
      () => chownSync(folders.config, nobody, nobody),
    ],
    [
      "by another group's folder",
      /others may write its folder/,
      true,
      () => {
        chownSync(folders.config, 0, nobody);
        chmodSync(folders.config, 0o775);
      },
    ],
  ])('stop everything: %s', async ([, problem, needsRoot, change], context) => {
    if (needsRoot && !isRoot) context.skip('only root can change an owner');
    expect(await new LearnedRules(path, []).current()).toHaveLength(2);
    change();
    await expect(new LearnedRules(path, []).current()).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringMatching(problem),
    });
    const lesson = {
      isYes: true,
      rules: [{ tool: 'shell', allow: 'a' }],
      by: 'me',
      approvalId: 'a',
      title: 'a',
    };
    await expect(learn(lesson, folders)).rejects.toMatchObject({ code: 'invalid_config' });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('stop also whoever has read them, once others may write the file', async () => {
    const rules = new LearnedRules(path, []);
    await rules.current();
    chmodSync(path, 0o666);
    await expect(rules.current()).rejects.toMatchObject({ code: 'invalid_config' });
  });

  it.each<readonly [name: string, change: () => void]>([
    ['readable by all', () => chmodSync(path, 0o644)],
    ['in a folder of the own group', () => chmodSync(folders.config, 0o775)],
    ['in a folder for all in which nobody replaces a file', () => chmodSync(folders.config, 0o1777)],
    ['behind a symlink of the user', () => void moveAway()],
  ])('is not said of those %s', async (_, change) => {
    change();
    expect(await new LearnedRules(path, []).current()).toHaveLength(2);
  });

  it('is not guessed of a file that cannot be looked at: it stops everything too', async () => {
    rmSync(path);
    symlinkSync(path, path);
    await expect(new LearnedRules(path, []).current()).rejects.toMatchObject({ code: 'invalid_config' });
  });
});

it('a store of trust that others may write trusts nothing, and is not replaced', async () => {
  await setTrusted(folders, '/project', 'ab');
  const store = join(folders.state, 'trust.json');
  expect(await listTrusted(folders)).toHaveLength(1);
  chmodSync(store, 0o666);
  expect(await listTrusted(folders)).toEqual([]);
  expect(await isTrusted(folders, '/project', '')).toBe(false);
  await expect(setTrusted(folders, '/other', 'cd')).rejects.toThrow(
    `Cannot trust "${store}": others may write it`,
  );
  expect(statSync(store).mode & 0o777).toBe(0o666);
});
