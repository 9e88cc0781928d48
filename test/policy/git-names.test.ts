/** @module-tag forms */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn } from '../helpers/git-in.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const environment = new Set<string>();
const decide = (script: string, folder: string) =>
  bench.decide(script, { exec: { cwd: join(bench.workspace.cwd, folder) } });

const bench = sharedBench(
  () => {
    bench.stub(...'find grep wc cat head sort xargs rm sh'.split(' '));
    for (const path of [
      ...['repo/a.ts', 'repo/src/b.ts', 'repo/.env', 'sec/a.ts', 'sec/keys/id_rsa', 'linked/a.ts'],
      ...['odd/x --y/a.ts', 'dash/-x.ts', 'deep/a.ts', 'deep/sub/.env', 'plain/a.ts'],
    ])
      bench.file(path, 'x\n');
    symlinkSync(join(bench.workspace.home, '.ssh/id_rsa'), join(bench.workspace.cwd, 'linked/plan'));
    const kept = { repo: ['a.ts', 'src/b.ts'], deep: ['a.ts'] };
    for (const folder of ['repo', 'sec', 'linked', 'odd', 'dash', 'deep', 'plain']) {
      const git = (...args: readonly string[]) =>
        gitIn(join(bench.workspace.cwd, folder), bench.workspace.home, ...args);
      git('init', '-q');
      git('add', '-f', '--', ...(folder === 'repo' || folder === 'deep' ? kept[folder] : ['.']));
      if (folder === 'deep') git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
    }
  },
  { inherited: (name) => (environment.has(name) ? undefined : null) },
);

describe('names that git prints of what it keeps', () => {
  it.each([
    'git grep -l TODO | xargs wc -l',
    'git grep -lz TODO | xargs -0 wc -l',
    "git grep -il -e TODO -e FIXME -- '*.ts' src | sort | head -5 | xargs grep -n TODO",
    'git grep --files-without-match TODO | xargs cat',
    'wc -l $(git grep -l TODO)',
    'for f in $(git grep -l TODO); do head -3 "$f"; done',
    'for f in $(git ls-files src); do git log -1 --format=%cr -- "$f"; done',
    'git ls-files | while read -r f; do git log -1 --format=%cr -- "$f"; done',
    'git ls-files -z | xargs -0 -n1 git log --oneline -3 --',
    'git ls-files | xargs -I{} git blame -s -- {}',
    "find src -name '*.ts' -exec git log -1 --format=%cr -- {} \\;",
  ])('%s runs unasked', async (script) => {
    expect(await decide(script, 'repo')).toBe('allow');
    environment.add('GIT_DIR');
    if (script.startsWith('git')) expect(await decide(script, 'repo')).toBe('ask');
    environment.clear();
  });

  it.each([
    ['a secret that git keeps', 'sec', 'git grep -l TODO | xargs cat'],
    [
      'a secret that git keeps, whose changes are shown',
      'sec',
      'for f in $(git ls-files); do git log -p -- "$f"; done',
    ],
    ['a link that git keeps', 'linked', 'git grep -l TODO | xargs cat'],
    ['names of two words', 'odd', 'git grep -l TODO | xargs cat'],
    ['names that are options', 'dash', 'git grep -l TODO | xargs cat'],
    ['names that are options, ended', 'dash', 'git grep -lz TODO | xargs -0 cat'],
    ['names of another repository within', 'deep', 'git grep -l TODO | xargs cat'],
    ['no repository', '', 'git grep -l TODO | xargs cat'],
    ['another folder than the top', 'repo', 'cd src && git grep -l TODO | xargs cat'],
    ['what git does not keep', 'repo', 'git grep -l --untracked TODO | xargs cat'],
    ['what git does not keep, without it', 'repo', 'git grep -l --no-index TODO | xargs cat'],
    ['repositories within', 'repo', 'git grep -l --recurse-submodules TODO | xargs cat'],
    ['lines', 'repo', 'git grep TODO | xargs cat'],
    ['counts', 'repo', 'git grep -lc TODO | xargs cat'],
    ['colours', 'repo', 'git grep -l --color=always TODO | xargs cat'],
    ['a revision before them', 'repo', 'git grep -l TODO HEAD | xargs cat'],
    ['a revision before them, with paths', 'repo', 'git grep -l TODO HEAD -- src | xargs cat'],
    ['what may be a revision', 'repo', 'git grep -l TODO src | xargs cat'],
    ['files above', 'repo', 'git grep -l TODO -- .. | xargs cat'],
    ['files of the top', 'repo', "git grep -l TODO -- ':/' | xargs cat"],
    ['patterns of a file', 'repo', 'git grep -l -f a.ts | xargs cat'],
    ['names that end otherwise', 'repo', 'git grep -lz TODO | xargs cat'],
    ['a pager', 'repo', 'git grep -l -O TODO | xargs cat'],
    ['another folder', 'repo', 'git -C ../sec grep -l TODO | xargs cat'],
    ['what is removed', 'repo', 'git grep -l TODO | xargs rm'],
    ['what a shell reads', 'repo', 'git grep -l TODO | xargs sh'],
    ['a file for a commit', 'repo', 'for f in $(git ls-files); do git log -1 "$f"; done'],
    ['a file for an option', 'repo', 'for f in $(git ls-files); do git log $f -- a.ts; done'],
    [
      'a file for what is written',
      'repo',
      'for f in $(git ls-files); do git log --output "$f" -- a.ts; done',
    ],
    ['a file that is given back', 'repo', 'for f in $(git ls-files); do git checkout -- "$f"; done'],
    ['a file that is taken away', 'repo', 'git ls-files | xargs git rm --'],
    ['a file that is added', 'repo', 'git ls-files | xargs git add --'],
    ['a secret beside them', 'repo', 'find . -type f -exec git log -p -- {} \\;'],
    ['names of an older state', 'plain', 'git diff --name-only HEAD~1 | xargs wc -l'],
    ['names of an older state, staged', 'plain', 'git diff --name-only --cached | xargs wc -l'],
    ['names of two states', 'plain', 'git diff --name-only main...feature | xargs wc -l'],
    ['names of a commit', 'plain', 'git show --name-only --format= HEAD | xargs wc -l'],
    ['names of commits', 'plain', 'git log --name-only --format= -5 | sort -u | xargs wc -l'],
  ])('%s, in %s, is asked about: %s', async (_, folder, script) => {
    expect(await decide(script, folder)).toBe('ask');
  });
});

describe('commits that git prints for another git', () => {
  it.each([
    'git log --format=%H -5 | xargs -n1 git show --stat',
    'git log --format=%h -5 | head -3 | xargs -I{} git show --stat {}',
    'git rev-list --max-count=3 HEAD | xargs git diff-tree --no-commit-id --name-only -r',
    'git rev-list HEAD -- src | tail -1 | xargs git log -1 --format=%cr',
  ])('%s runs unasked', async (script) => {
    expect(await decide(script, 'repo')).toBe('allow');
  });

  it.each([
    ['moves', 'git log --format=%H -5 | xargs -n1 git checkout'],
    ['goes back', 'git rev-list -1 HEAD | xargs git reset --hard'],
    ['makes a branch', 'git rev-list -1 HEAD | xargs git branch new'],
    ['makes a tag', 'git rev-list -1 HEAD | xargs git tag v1'],
    ['is another program', 'git log --format=%H -5 | xargs cat'],
    ['is a commit', 'git log --format=%H -5 | xargs -I{} git {}'],
    ['takes a part of a word', 'git log --format=%H -5 | xargs -I{} git show {}:.env'],
    ['writes', 'git log --format=%H -5 | xargs git show --output'],
    ['sets what git runs', 'git log --format=%H -5 | xargs git -c core.pager=x show'],
    ['ends otherwise', 'git log --format=%H -5 | xargs -0 git show'],
    ['has subjects', 'git log --format=%s -5 | xargs git show'],
    ['has more than hashes', "git log --format='%H %s' -5 | xargs git show"],
    ['has names', 'git log --format=%H --name-only -5 | xargs git show'],
    ['has signatures', 'git log --format=%H --show-signature -5 | xargs git show'],
    ['has changed lines', "git log --format=%H -5 | sed 's/^/--output=/' | xargs git show"],
    ['is handed to a shell', "git log --format=%H -5 | xargs -I{} sh -c 'git show {}'"],
    ['sets a variable', 'git log --format=%H -5 | GIT_DIR=x xargs git show'],
    ['writes what it shows', 'git log --format=%H -5 | xargs git show > out'],
  ])('are asked about where it %s: %s', async (_, script) => {
    expect(await decide(script, 'repo')).toBe('ask');
  });

  it('are asked about where rules for what they start alone allow it', async () => {
    const rules = [{ allow: 'git checkout *' }];
    const at = { rules, exec: { cwd: join(bench.workspace.cwd, 'repo') } };
    expect(await bench.decide('git log --format=%H -5 | xargs git checkout', at)).toBe('ask');
    const denied = { ...at, rules: [{ deny: 'git show *' }] };
    expect(await bench.decide('git log --format=%H -5 | xargs git show', denied)).toBe('deny');
  });
});
