/** @module-tag forms */
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn } from '../helpers/git-in.ts';
import type { BenchOptions } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const programs =
  'find grep wc cat head tail sed stat file ls du basename dirname echo sort uniq xargs git rm sh env nice touch npm timeout diff date';
const files = [
  ...['src/a.ts', 'src/deep/b.ts', 'docs/c.md', 'kept/.env', 'kept/d.ts', 'odd/a b.ts', 'star/*.ts'],
  ...['page/[id]/x.ts', 'dash/-exec', 'tilde/~x', 'plus/+1', 'repo/a.ts', 'repo/src/b.ts', 'repo/.env'],
  ...['sec/keys/id_rsa', 'sec/keys/a.ts', 'led/a', 'hid/x', 'lines/a\nb.ts', 'elsewhere/src/a.ts'],
];

const decide = (script: string, options?: BenchOptions) => bench.decide(script, options);

const bench = sharedBench(
  () => {
    bench.stub(...programs.split(' ').filter((name) => name !== 'git'));
    for (const path of files) bench.file(path, 'x\n');
    bench.file(join(bench.workspace.home, '.ssh/id_rsa'), 'x');
    symlinkSync(join(bench.workspace.home, '.ssh/id_rsa'), join(bench.workspace.cwd, 'led/out'));
    rmSync(join(bench.workspace.cwd, 'elsewhere/src/a.ts'));
    symlinkSync(join(bench.workspace.home, '.ssh/id_rsa'), join(bench.workspace.cwd, 'elsewhere/src/a.ts'));
    for (const [folder, names] of Object.entries({ repo: ['a.ts', 'src/b.ts'], sec: ['.'] })) {
      const git = (...args: readonly string[]) =>
        gitIn(join(bench.workspace.cwd, folder), bench.workspace.home, ...args);
      git('init', '-q');
      git('add', '-f', '--', ...names);
    }
  },
  { inherited: () => null },
);

describe('a command that the shell gives the names that others print', () => {
  it.each([
    "wc -l $(find src -name '*.ts')",
    'wc -l `find src -type f`',
    'cat $(find src -type f | grep a | sort)',
    'grep -n foo $(grep -rl bar src)',
    'cat $(grep -rln bar src)',
    'head -3 $(ls src)',
    'timeout 5 wc -l $(find src -type f)',
    'wc -l $(find src -type f) 2>/dev/null | sort -n | tail -1',
    'ls -l $(find src -type f)',
    'basename $(find src -type f)',
    'cd src && wc -l $(find . -type f)',
    'cat docs/c.md $(find src -type f)',
    'for f in $(find src -name \'*.ts\'); do wc -l "$f"; done',
    'for f in $(find src -type f); do echo "== $f"; head -5 $f; done',
    'for f in $(find src -type f | sort); do grep -c foo "$f" /dev/null; done',
    'for f in $(ls src); do basename "$f"; done',
    'for f in $(grep -rl foo src); do cat "${f}"; done; ls',
    'for f in $(find src -type f); do sed -n 1,5p "$f" | grep x; done',
    "cat $(find kept -name '*.ts')",
  ])('%s runs unasked', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    'cat $(git ls-files)',
    "wc -l $(git ls-files '*.ts')",
    "for f in $(git ls-files '*.ts'); do wc -l $f; done",
    'cd src && cat $(git ls-files)',
    'cat $(git diff --name-only)',
    "wc -l $(git diff --name-only -- '*.ts')",
    "git diff --name-only --diff-filter=ACM HEAD~1 | grep '\\.ts$' | xargs -r grep -n foo",
    'git diff --name-only --diff-filter=d main -- src | while read -r f; do wc -l "$f"; done',
    'git diff --cached --name-only --diff-filter=AM -z | xargs -0 wc -l',
  ])('%s runs unasked beside a secret that git does not keep', async (script) => {
    expect(await decide(script, { exec: { cwd: join(bench.workspace.cwd, 'repo') } })).toBe('allow');
  });

  it.each([
    ['may be gone from the index', 'cat $(git diff --name-only HEAD)'],
    ['may be gone from what is staged', 'cat $(git diff --name-only --cached)'],
    ['are gone', 'cat $(git diff --name-only --diff-filter=D HEAD)'],
    ['are of other states too', 'cat $(git diff --name-only --diff-filter=MD HEAD)'],
    ['are of two commits', 'cat $(git diff --name-only --diff-filter=AM HEAD~1 HEAD)'],
    ['are of a range', 'cat $(git diff --name-only --diff-filter=AM main...HEAD)'],
    ['are of one commit against another', "cat $(git diff --name-only --diff-filter=AM 'HEAD^!')"],
    ['begin elsewhere', 'cd src && cat $(git diff --name-only)'],
    ['begin with a word', 'cat $(git diff --name-only --src-prefix=/etc/)'],
    ['come with more', 'cat $(git diff --name-status)'],
    ['are no names', 'cat $(git diff)'],
    ['are chosen from above', 'cat $(git diff --name-only -- ..)'],
  ])('is asked about where the names that git compares %s: %s', async (_, script) => {
    expect(await decide(script, { exec: { cwd: join(bench.workspace.cwd, 'repo') } })).toBe('ask');
  });

  it.each([
    'cat $(git ls-files)',
    'cat $(git diff --name-only)',
    'for f in $(git ls-files keys); do cat "$f"; done',
  ])('%s is asked about beside a secret that git keeps', async (script) => {
    expect(await decide(script, { exec: { cwd: join(bench.workspace.cwd, 'sec') } })).toBe('ask');
  });

  it.each([
    ['removes', 'rm $(find src -type f)'],
    ['is what is printed', '$(find src -type f)'],
    ['is a shell', 'sh $(find src -type f)'],
    ['is unknown', 'frobnicate $(find src -type f)'],
    ['takes a name for its script', 'sed $(find src -type f)'],
    ['takes a name for its pattern', 'grep $(find src -type f)'],
    ['takes a name for a list', 'grep foo -f $(find src -type f)'],
    ['takes a name within an option', 'grep --file=$(find src -type f) a'],
    ['takes a part of a name', 'cat $(find src -type f).bak'],
    ['takes more before a name', 'cat /etc/$(find src -type f)'],
    ['takes all names as one', 'cat "$(find src -type f)"'],
    ['searches all below', 'grep -r foo $(find src -type d)'],
    ['compares', 'diff $(find src -type f)'],
    ['writes', 'wc -l $(find src -type f) > out'],
    ['has names of secrets', 'cat $(find kept -type f)'],
    ['has names of two words', 'cat $(find odd -type f)'],
    ['has names with wildcards', 'cat $(find star -type f)'],
    ['has names with classes', 'cat $(find page -type f)'],
    ['has names of two lines', 'cat $(find lines -type f)'],
    ['has names that are options', 'cd dash && cat $(ls)'],
    ['has names with tildes in front', 'cd tilde && cat $(ls)'],
    ['has names with signs in front', 'cd plus && tail $(ls)'],
    ['has links', 'cat $(find led)'],
    ['follows links', 'cat $(find -L src -type f)'],
    ['has names that end otherwise', 'cat $(find src -type f -print0)'],
    ['has what files hold', 'cat $(cat docs/c.md)'],
    ['has what a file holds', 'cat $(<docs/c.md)'],
    ['has what is written', 'cat $(echo /etc/shadow)'],
    ['has names and more', 'cat $(find src -type f; cat docs/c.md)'],
    ['has names or more', 'cat $(find src -type f || cat docs/c.md)'],
    ['has names behind another', 'cat $(cat docs/c.md && find src -type f)'],
    ['has names of another folder', 'cat $(cd elsewhere && find src -type f)'],
    ['has names in the background', 'cat $(find src -type f & cat docs/c.md)'],
    ['has names of a group', 'cat $({ find src; cat docs/c.md; })'],
    ['has names of a subshell', 'cat $( (find src; cat docs/c.md) )'],
    ['has names that are changed', "cat $(find src -type f | sed 's,^,/etc/,')"],
    ['has errors for names', 'cat $(find src -type f 2>&1)'],
    ['has names that another reads away', 'cat docs/c.md | cat $(head -c 3; find src)'],
    ['has two lists', 'cat $(find src -type f) $(find docs -type f)'],
    ['has another computed word', 'cat $(find src -type f) $X'],
    ['takes them apart otherwise', 'IFS=/; cat $(find src -type f)'],
    ['takes them apart otherwise, in a loop', 'for f in $(find src -type f); do IFS=/; cat $f; done'],
    ['takes them apart otherwise, by a loop', 'for IFS in /; do cat $(find src -type f); done'],
    ['takes them apart otherwise, by a wrapper', 'env IFS=/ cat $(find src -type f)'],
    ['expands them otherwise', 'shopt -s dotglob; cat $(find src -type f)'],
    ['goes elsewhere with them', 'for f in $(find src -type f); do (cd elsewhere && cat "$f"); done'],
    [
      'goes elsewhere with them, by another way',
      'for f in $(find src -type f); do cd elsewhere; cat "$f"; done',
    ],
    ['sets the variable', 'for f in $(find src -type f); do f=/etc/shadow; cat "$f"; done'],
    ['reads the variable', 'for f in $(find src -type f); do read f < docs/c.md; cat "$f"; done'],
    [
      'sets the variable in another way',
      'for f in $(find src -type f); do printf -v f /etc/shadow; cat "$f"; done',
    ],
    [
      'loops with it once more',
      'for f in $(find src -type f); do for f in /etc/shadow $X; do cat "$f"; done; done',
    ],
    ['has it behind the loop', 'for f in $(find src -type f); do ls; done; cat "$f"'],
    ['has a part of the variable', 'for f in $(find src -type f); do cat "${f#src}"; done'],
    ['has more than the variable', 'for f in $(find src -type f); do cat "$f.bak"; done'],
    ['has more before the variable', 'for f in $(find src -type f); do cat "/etc/$f"; done'],
    ['has another variable in it', 'for f in $(find src -type f); do cat "${!f}"; done'],
    ['loops over more', 'for f in $(find src -type f) $X; do cat "$f"; done'],
    ['removes in a loop', 'for f in $(find src -type f); do rm "$f"; done'],
    ['evaluates it', 'for f in $(find src -type f); do eval "cat $f"; done'],
    ['runs beside what writes', 'touch src/x; cat $(find src -type f)'],
    ['runs beside what writes in a loop', 'for f in $(find src -type f); do cat "$f"; touch src/x; done'],
    ['runs where nobody knows', 'cd "$X"; cat $(find . -type f)'],
  ])('is asked about where it %s: %s', async (_, script) => {
    expect(await decide(script)).toBe('ask');
  });

  it('lists what is here where it may be given nothing', async () => {
    const rules = [{ tool: 'glob', deny: 'hid/**' }];
    expect(await decide('wc -l $(find src -type f)', { rules })).toBe('allow');
    expect(await decide('ls $(find src -type f)', { rules })).toBe('ask');
    expect(await decide('for f in $(find src -type f); do ls "$f"; done', { rules })).toBe('allow');
  });

  it('is one that rules deny', async () => {
    for (const deny of ['cat *', 'find *'])
      expect(await decide('cat $(find src -type f)', { rules: [{ deny }] })).toBe('deny');
  });

  it('tells what it writes', async () => {
    const rules = [{ tool: 'write', allow: 'out' }];
    expect(await decide('wc -l $(find src -type f) > out', { rules })).toBe('allow');
    expect(await decide('wc -l $(find src -type f) > other', { rules })).toBe('ask');
  });
});
