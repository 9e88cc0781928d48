/** @module-tag forms */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchOptions } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const decide = (script: string, options?: BenchOptions) => bench.decide(script, options);

const bench = sharedBench(
  () => {
    bench.stub(
      ...'find grep wc cat head tail sed ls sort xargs rm sh basename git touch awk jq rg strings'.split(' '),
    );
    for (const path of [
      'src/a.ts',
      'src/b.ts',
      'lib/c.ts',
      'a.md',
      'b.md',
      'odd/a b.ts',
      'dash/-x.ts',
      'mix/d.ts/x',
    ])
      bench.file(path, 'x\n');
    for (const path of [
      'star/*.ts',
      'lines/a\nb.ts',
      'kept/x.ts',
      'kept/.env',
      'tilde/~x.ts',
      'mix/e.ts',
      'led/a.ts',
    ])
      bench.file(path, 'x\n');
    symlinkSync(join(bench.workspace.cwd, 'kept/.env'), join(bench.workspace.cwd, 'led/b.ts'));
    symlinkSync(join(bench.workspace.cwd, 'kept'), join(bench.workspace.cwd, 'led/c.ts'));
  },
  { inherited: () => null },
);

describe('files that ls is given', () => {
  it.each([
    'head -n 5 $(ls src/*.ts)',
    'ls src/*.ts | xargs -n1 wc -l',
    'ls -1t src/*.ts lib/*.ts | head -2 | xargs wc -l',
    'ls *.md | xargs -I{} head -1 {}',
    'cat $(ls a.md b.md)',
    'for f in $(ls src/*.ts | sort); do grep -n x "$f" /dev/null; done',
    'ls src/*.ts | while read -r f; do wc -l "$f"; done',
    'for d in $(ls -d */); do ls $d; done',
    'ls -d src lib | xargs ls',
    'ls none/*.ts | xargs echo',
    'ls odd/* | xargs echo',
    'cat $(ls kept/*.ts)',
  ])('are read: %s', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    ['are folders, too', 'cat $(ls mix/*.ts)'],
    ['lead to folders', 'cat $(ls led/c.ts a.md)'],
    ['lead to secrets', 'ls led/[ab].ts | xargs cat'],
    ['are secrets', 'cat $(ls kept/.e* kept/*.ts)'],
    ['are two words', 'wc -l $(ls odd/*.ts)'],
    ['are two words to xargs', 'ls odd/*.ts | xargs wc -l'],
    ['are two lines', 'ls lines/*.ts | xargs wc -l'],
    ['are wildcards', 'wc -l $(ls star/*.ts)'],
    ['have tildes in front', 'cd tilde && wc -l $(ls *.ts)'],
    ['are options', 'cd dash && ls *.ts | xargs cat'],
    ['are told with more', 'cat $(ls -l src/*.ts)'],
    ['are told with all below', 'cat $(ls -R src/*.ts)'],
    ['are computed', 'cat $(ls $X/*.ts)'],
    ['lie elsewhere', 'cat $(cd kept && ls *.ts)'],
    ['are removed', 'rm $(ls src/*.ts)'],
    ['are run', 'ls src/*.ts | xargs sh'],
    ['are written', 'ls src/*.ts | xargs touch'],
    ['are searched with all below', 'ls -d */ | xargs grep -r x'],
    ['hold secrets', 'ls -d kept/* kept/.e* | xargs cat'],
  ])('are asked about where they %s: %s', async (_, script) => {
    expect(await decide(script)).toBe('ask');
  });
});

describe('the one line that commands print', () => {
  it.each([
    'cat "$(ls -t src/*.ts | head -1)"',
    'f=$(find src -name a.ts -print -quit); head -5 "$f"; wc -l < "$f"',
    'cat "$(find src -name "*.ts" -not -name b.ts -print -quit)"',
    'tail -5 $(ls -t src/*.ts | head -n 1)',
    'f=$(ls -t src/*.ts | head -1); cat "$f"; wc -l $f; echo "latest: $f"',
    'latest="$(ls -t *.md | tail -n1)" && head -20 "$latest"',
    'f=$(find src -name \'*.ts\' | sort | head -1); [ -n "$f" ] && grep -n x "$f"',
  ])('is one file: %s', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    "files=$(find src -name '*.ts'); wc -l $files",
    'files=$(ls src/*.ts); for f in $files; do echo "$f"; head -3 "$f"; done',
    'files=$(ls src/*.ts); echo "$files" | wc -l',
  ])('and all that they print are several: %s', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    'cat "$(ls -t src/*.ts)"',
    'files=$(ls src/*.ts); cat "$files"',
    'cat "$(ls -t src/*.ts | head -2)"',
    'cat "$(ls -t src/*.ts | head -c 1)"',
    'cat "$(ls -t src/*.ts | head -1)x"',
    'f=$(find src -name a.ts ! -print -quit); cat "$f"',
    'f=$(find src -name a.ts -print -o -quit); cat "$f"',
    'f=$(find src -name a.ts -print -name b.ts -print -quit); cat "$f"',
    'f=$(find src -name a.ts -print0 -print -quit); cat "$f"',
    'f=$(find src -name a.ts -print -quit | tr a b); cat "$f"',
    'f=$(find odd -name "*.ts" -print -quit); cat "$f"',
    'f=$(find . -name ".e*" -print -quit); cat "$f"',
    'f=$(find src -name a.ts -print -quit); rm "$f"',
    'cat "x$(ls -t src/*.ts | head -1)"',
    'cat "$(cat a.md | head -1)"',
    'cat "$(echo /etc/shadow | head -1)"',
    'cat "$(ls -t odd/*.ts | head -1)"',
    'cat "$(ls led/*.ts | head -1)"',
    'f=$(cat a.md | head -1); cat "$f"',
    'f=$(ls src/*.ts | head -1); cd lib; cat "$f"',
    'f=$(ls src/*.ts | head -1); f=$(cat a.md); cat "$f"',
    'f=$(ls src/*.ts | head -1); read f; cat "$f"',
    'f=$(ls src/*.ts | head -1); f+=/../../.env; cat "$f"',
    'f=$(ls src/*.ts | head -1) cat "$f"',
    'f=$(ls src/*.ts | head -1); cat "${f%.ts}"',
    'f=$(ls src/*.ts | head -1); cat "$f.key"',
    'f=$(ls src/*.ts | head -1); rm "$f"',
    'f=$(ls src/*.ts | head -1); "$f"',
    'f=$(ls src/*.ts | head -1); sh "$f"',
    'f=$(ls src/*.ts | head -1); echo x > "$f"',
    'f=$(ls src/*.ts | head -1; cat a.md); cat "$f"',
    'f=$(ls src/*.ts | head -1)$(cat a.md); cat "$f"',
    'if ls; then f=$(ls src/*.ts | head -1); fi; cat "$f"',
    'f=$(ls src/*.ts | head -1) & cat "$f"',
    'f=$(ls -t odd/*.ts | head -1); cat "$f"',
    'f=$(ls src/*.ts | head -1); IFS=/; cat $f',
    'files=$(ls src/*.ts); rm $files',
    'files=$(cat a.md); wc -l $files',
    'files=$(ls odd/*.ts); wc -l $files',
    'grep -r x $(ls -d */ | head -1)',
  ])('does not allow %s', async (script) => {
    expect(await decide(script)).toBe('ask');
  });
});

describe('programs that read each file that they are handed', () => {
  it.each([
    "find src -name '*.ts' -exec awk 'FNR==1{print FILENAME}' {} +",
    "find src -type f -print0 | xargs -0 awk 'END{print NR}'",
    "find src -name '*.ts' -exec jq . {} \\;",
    'find src -type f | while read -r f; do jq -r .name "$f"; awk 1 "$f"; done',
    "find src -type f | xargs -d '\\n' wc -l",
    'cat a.md | xargs -I{} echo "line: {}"',
    'ls | xargs -I % echo %.bak',
    'find src -type f | xargs -I{} grep -H "x{}" {}',
    "find src -type f -exec echo 'file:{}' \\;",
    "find src -type f | xargs -d'\\n' sort -u",
    'find src -type f | xargs strings | head',
    'rg -l x src | xargs rg -n y',
    'grep -rl x src | xargs rg -c y',
  ])('runs unasked: %s', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    ['writes', 'find src -type f -exec awk \'{print > "out"}\' {} +'],
    ['runs another', 'find src -type f -exec awk \'{system("id")}\' {} +'],
    ['takes a name for its program', 'find src -type f -exec awk {} \\;'],
    ['takes a name for a file of its program', 'find src -type f -exec awk -f {} a.md \\;'],
    ['takes a name for a variable', "ls | xargs awk '{print}'"],
    ['takes a name for its filter', 'find src -type f -exec jq {} \\;'],
    ['takes a name for a file of its filter', 'find src -type f -exec jq -f {} a.md \\;'],
    ['reaches the environment', 'find src -type f -exec jq env {} \\;'],
    ['reads secrets', 'find kept -type f -exec jq . {} \\;'],
    ['reads secrets, another', 'find kept -type f | xargs sort'],
    ['writes what it sorts', 'find src -type f | xargs sort -o'],
    ['searches folders', 'find kept | xargs rg --hidden x'],
    ['searches given folders', 'ls -d */ | xargs rg --hidden x'],
    ['takes names apart otherwise', 'find src -type f | xargs -d a cat'],
    ['takes names apart at slashes', 'find src -type f | xargs -d / cat'],
    ['takes names apart by what is computed', 'find src -type f | xargs -d "$X" cat'],
    ['takes a part of a name', 'find src -type f | xargs -I{} cat {}.key'],
    ['takes a part of another folder', 'ls src | xargs -I{} cat kept/{}'],
    ['takes a name within an option', 'find src -type f | xargs -I{} grep -f{} x a.md'],
    ['takes a name within a long option', 'find src -type f | xargs -I{} grep --file={} a.md'],
    ['takes a part of what may be an option', 'ls | xargs -I{} ls {}x'],
    ['takes a name within its script', "find src -type f | xargs -I{} sed -n 's/x/{}/p' a.md"],
    ['takes a name within its program', "find src -type f | xargs -I{} awk '/{}/' a.md"],
    ['takes a name within a script of a shell', "ls | xargs -I{} sh -c 'wc -l {}'"],
    ['is what a name is a part of', 'find src -type f -exec ./{} \\;'],
    ['is what a name is a part of, another', 'ls | xargs -I{} l{} x'],
    ['is a shell', "find src -type f | xargs -d '\\n' sh"],
  ])('is asked about where it %s: %s', async (_, script) => {
    expect(await decide(script)).toBe('ask');
  });
});
