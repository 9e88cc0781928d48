import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namedByConfig } from '../../../src/hosts/sandbox/sandbox-git-config.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

/** What the configuration of `ws` names, with files by their paths below a home. */
function named(files: Readonly<Record<string, string>>) {
  const home = tempFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const configs = [join(home, 'ws/.git/config'), join(home, '.gitconfig')];
  const found = namedByConfig({ configs, top: join(home, 'ws'), home });
  const short = (paths: readonly string[]) => paths.map((path) => path.replace(home, '~'));
  return { files: short(found.files), hooks: short(found.hooks) };
}

const own = 'ws/.git/config';

describe('what a configuration of git names', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[], readonly string[]]>([
    ['nothing', { [own]: '[core]\n\tbare = false\n' }, [], []],
    ['no file at all', {}, [], []],
    ['an include from its folder', { [own]: '[include]\n\tpath = ../.gitconf\n' }, ['~/ws/.gitconf'], []],
    ['one under a condition', { [own]: '[includeIf "gitdir:/x/"]\n path = "a b"\n' }, ['~/ws/.git/a b'], []],
    ['one below the home', { [own]: '[INCLUDE] Path=~/ws/c # why\n' }, ['~/ws/c'], []],
    [
      'what an included file includes, and its hooks',
      {
        [own]: '[include]\n\tpath = ../c/one\n',
        'ws/c/one': '[include]\n\tpath = two\n[core]\n\thooksPath = c/hooks\n',
        'ws/c/two': '[include]\n\tpath = one\n',
      },
      ['~/ws/c/one', '~/ws/c/two'],
      ['~/ws/c/hooks'],
    ],
    ['hooks from the top', { [own]: '[core]\n\thooksPath = .husky/_\n' }, [], ['~/ws/.husky/_']],
    [
      'hooks of every repository',
      { '.gitconfig': '[core]\n\thookspath = .githooks\n' },
      [],
      ['~/ws/.githooks'],
    ],
    ['no hooks by an empty value', { [own]: '[core]\n\thooksPath =\n[include]\n\tpath =\n' }, [], []],
    ['what cannot be read', { [own]: '[core\nhooksPath = x\n' }, [], []],
  ])('%s', (_, files, included, hooks) => {
    expect(named(files)).toEqual({ files: included, hooks });
  });
});
