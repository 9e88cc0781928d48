import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitIn } from '../helpers/git-in.ts';
import { type PolicyBench, policyBench } from '../helpers/policy-bench.ts';

/** Folders with a repository of their own, each with all its files kept. */
const layouts: Readonly<Record<string, readonly string[]>> = {
  letters: ['a.md', 'docs/über.md', '日本.txt', 'Åre/ça-va.md', '✅/x.md'],
  blanks: ['a.md', 'docs/a b.md', "it's.md", 'docs/ü x.md', 'q"r".txt'],
  option: ['a.md', '-r', 'x/y.md'],
  optionBelow: ['a.md', 'x/-r'],
  star: ['a.md', 'a*'],
  ideographic: ['a.md', 'a\u3000b.md'],
  hidden: ['a.md', 'a\u202eb.md'],
  secret: ['a.md', 'ü.env', 'docs/x.md'],
  secretBelow: ['ü/.env', 'docs/x.md'],
};

let bench: PolicyBench;
let other: PolicyBench;

function lay(place: PolicyBench): PolicyBench {
  place.stub(...'bash sh find grep rg wc cat head awk sort ls xargs rm sed git echo'.split(' '));
  for (const [folder, names] of Object.entries(layouts)) {
    for (const name of names) place.file(join(folder, name), 'x\n');
    const git = (...args: readonly string[]) =>
      gitIn(join(place.workspace.cwd, folder), place.workspace.home, ...args);
    git('init', '-q');
    git('add', '-f', '--', '.');
  }
  writeFileSync(join(place.folder, 'outside'), 'x\n');
  return place;
}

beforeAll(() => {
  bench = lay(policyBench({ inherited: () => null }));
  other = lay(policyBench({ inherited: (name) => (name === 'LC_ALL' ? 'ja_JP.SJIS' : null) }));
});
afterAll(() => {
  bench.remove();
  other.remove();
});

const decide = (folder: string, script: string, place = bench) =>
  place.decide(script, { exec: { cwd: join(place.workspace.cwd, folder) } });

describe('names with letters beyond ASCII', () => {
  it.each([
    "find . -name '*.md' | xargs wc -l",
    'find . -type f | grep -v node_modules | xargs grep -n x',
    'find . -name \'*.md\' | while read -r f; do wc -l "$f"; done',
    "wc -l $(find . -name '*.md')",
    'for f in $(find . -type f); do head -3 "$f"; done',
    'grep -rl x . | xargs wc -l',
    'rg -l x | xargs wc -l',
    'git ls-files -z | xargs -0 wc -l',
    "git ls-files -z '*.md' | xargs -0 cat",
    'git diff --name-only -z | xargs -0 wc -l',
    'find . -type f -print0 | xargs -0 sh -c \'wc -l "$@"\' _',
    'cat *.md docs/*.md',
  ])('stay as they are: %s', async (script) => {
    expect(await decide('letters', script)).toBe('allow');
  });

  it.each([
    ['git prints as numbers', 'git ls-files | xargs wc -l'],
    ['git prints as numbers, in a loop', 'for f in $(git ls-files); do wc -l "$f"; done'],
    ['some programs list with marks instead', 'ls | xargs wc -l'],
    ['some programs list with marks instead, in a loop', 'for f in $(ls docs); do wc -l "docs/$f"; done'],
    ['go to a program that changes files', 'find . -type f | xargs rm'],
  ])('still ask where they are such as %s: %s', async (_title, script) => {
    expect(await decide('letters', script)).toBe('ask');
  });

  it.each([
    "find . -name '*.md' | xargs wc -l",
    "wc -l $(find . -name '*.md')",
    'grep -rl x . | xargs wc -l',
  ])('ask in a locale that reads them otherwise: %s', async (script) => {
    expect(await decide('letters', script, other)).toBe('ask');
  });

  it.each([
    ['ideographic', "find . -name '*.md' | xargs wc -l"],
    ['ideographic', "wc -l $(find . -name '*.md')"],
    ['hidden', "find . -name '*.md' | xargs wc -l"],
    ['blanks', "find . -name '*.md' | xargs wc -l"],
  ])('are not blanks, nor what turns text around: %s, %s', async (folder, script) => {
    expect(await decide(folder, script)).toBe('ask');
  });

  it.each([
    ['secret', 'find . -type f | xargs cat'],
    ['secret', 'find . -type f | grep -v "u.env" | xargs cat'],
    ['secret', 'find . -type f | grep -v "/..env" | xargs cat'],
    ['secret', 'find . -type f | grep -vi "x.env" | xargs cat'],
    ['secret', 'find . -type f -name "?.env" | xargs cat'],
    ['secret', 'git ls-files -z | xargs -0 cat'],
    ['secretBelow', 'find . -type f | xargs cat'],
    ['secretBelow', 'git ls-files -z | xargs -0 cat'],
  ])('are looked at for secrets: %s, %s', async (folder, script) => {
    expect(await decide(folder, script)).toBe('ask');
  });
});

describe('names that end with a NUL', () => {
  it.each([
    ['blanks', 'git ls-files -z | xargs -0 wc -l'],
    ['blanks', "git ls-files -z '*.md' | xargs -0 -I{} head -3 {}"],
    ['blanks', 'git grep -lz x | xargs -0 wc -l'],
    ['blanks', 'grep -rlZ x | xargs -0 wc -l'],
    ['blanks', 'rg -l0 x | xargs -0 wc -l'],
    ['blanks', 'grep -lZ x *.md | xargs -0 wc -l'],
    ['blanks', "printf '%s\\0' *.md | xargs -0 wc -l"],
    ['optionBelow', 'git ls-files -z | xargs -0 wc -l'],
    ['hidden', 'git ls-files -z | xargs -0 wc -l'],
  ])('stay whole: %s, %s', async (folder, script) => {
    expect(await decide(folder, script)).toBe('allow');
  });

  it.each([
    ['option', 'git ls-files -z | xargs -0 wc -l'],
    ['option', "git ls-files -z '*.md' | xargs -0 wc -l"],
    ['option', 'grep -rlZ x | xargs -0 wc -l'],
    ['option', 'grep -lZ x * | xargs -0 wc -l'],
    ['star', 'git ls-files -z | xargs -0 git log --'],
    ['blanks', 'git ls-files -z | xargs wc -l'],
    ['blanks', 'git ls-files | xargs -0 wc -l'],
    ['blanks', 'git ls-files | xargs wc -l'],
    ['blanks', 'git ls-files -z | xargs -0 rm'],
    ['blanks', 'git ls-files -z | xargs -0 awk 1'],
    ['secret', 'git ls-files -z | xargs -0 grep x'],
  ])(
    'ask where one may be an option, a wildcard or a secret, or is taken apart: %s, %s',
    async (folder, script) => {
      expect(await decide(folder, script)).toBe('ask');
    },
  );

  it('names what may be an option', async () => {
    const { reason } = await bench.judge('git ls-files -z | xargs -0 wc -l', {
      exec: { cwd: join(bench.workspace.cwd, 'option') },
    });
    expect(reason).toBe('xargs: "-r" below "." may be an option or a wildcard to it');
  });
});
