/** @module-tag forms */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchOptions } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const decide = (script: string, options?: BenchOptions) => bench.decide(script, options);

const bench = sharedBench(
  () => {
    const programs =
      'find grep wc cat head ls sort xargs test tar unzip gzip bzip2 xz zstd lzma lzip lzop lz4 lrzip compress uncompress rm touch';
    bench.stub(...programs.split(' '), '[');
    for (const path of [
      'src/a.ts',
      'src/b.ts',
      'docs/c.md',
      '.env',
      'a b',
      'a',
      'b',
      'packs/x.tgz',
      'h:x/y.tgz',
    ])
      bench.file(path, 'x\n');
    bench.file('odd/a b.ts', 'x');
    bench.file('dash/-x.ts', 'x');
    bench.file('led/a.ts', 'x');
    symlinkSync(join(bench.workspace.cwd, '.env'), join(bench.workspace.cwd, 'led/out.ts'));
    symlinkSync(join(bench.workspace.cwd, '.env'), join(bench.workspace.cwd, 'led/out'));
  },
  { inherited: () => null },
);

describe('names that are written for xargs', () => {
  it.each([
    'echo src/a.ts | xargs wc -l',
    'echo src/a.ts src/b.ts docs/c.md | xargs wc -l',
    'echo src/*.ts | xargs grep -n foo',
    "printf '%s\\n' src/a.ts src/b.ts | xargs wc -l",
    "printf '%s\\n' src/*.ts | xargs -I{} head -3 {}",
    "printf '%s\\0' src/a.ts src/b.ts | xargs -0 wc -l",
    'echo "src/a.ts" | xargs -I{} cat {}',
    "printf '%s\\n' src/a.ts docs/c.md | grep ts | sort | xargs cat",
    'echo src docs | xargs ls',
    'echo src/a.ts | xargs -n1 head -1',
    'for f in src/a.ts src/b.ts; do echo "$f" | xargs wc -l; done',
    'cat $(echo src/a.ts)',
  ])('%s runs unasked', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    ['are secrets', 'echo .env | xargs cat'],
    ['are secrets among others', "printf '%s\\n' src/a.ts .env | xargs cat"],
    ['are secrets of the system', "printf '%s\\n' /etc/shadow | xargs cat"],
    ['lead to a secret', 'echo led/out | xargs cat'],
    ['lead to a secret, by a wildcard', 'echo led/*.ts | xargs cat'],
    ['may reach a secret', 'echo .e* | xargs cat'],
    ['are one name', 'echo a b | xargs -I{} cat {}'],
    ['are one name, by a delimiter', "echo a b | xargs -d '\\n' cat"],
    ['are one name, by a delimiter that is attached', "echo a b | xargs -d'\\n' cat"],
    ['are one name, by a long delimiter', "echo a b | xargs --delimiter='\\n' cat"],
    ['are one name of a loop', 'echo a b | while read -r f; do cat "$f"; done'],
    ['are one name of a shell', 'echo a b | xargs -I{} sh -c \'cat "$1"\' _ {}'],
    ['are one name by a wildcard', 'echo src/*.ts | xargs -I{} cat {}'],
    ['are taken apart', "echo 'odd/a b.ts' | xargs cat"],
    ['are taken apart, by a wildcard', 'echo odd/* | xargs cat'],
    ['are options', 'echo -n src/a.ts | xargs cat'],
    ['are options of what is started', "printf '%s\\n' --files0-from=.env | xargs wc"],
    ['are options by a wildcard', 'cd dash && echo * | xargs cat'],
    ['are options by a wildcard, one each', "cd dash && printf '%s\\n' * | xargs cat"],
    ['have quotes', 'echo \'"out"\' | xargs cat'],
    ['have backslashes', "echo 'led/o\\ut' | xargs cat"],
    ['have backslashes of echo', "echo 'led/o\\0165t' | xargs cat"],
    ['have a tilde', "echo '~/.ssh/id_rsa' | xargs cat"],
    ['have a variable', 'echo "$X" | xargs cat'],
    ['have another format', "printf 'led/out' | xargs cat"],
    ['have another format with words', "printf '%b\\n' src/a.ts | xargs cat"],
    ['have a format with more', "printf '%s.env\\n' '' | xargs cat"],
    ['have a format with an end', "printf '%s\\n%s' src/a.ts led/out | xargs cat"],
    ['go to a variable', "printf -v X '%s\\n' src/a.ts | xargs cat"],
    ['end otherwise', "printf '%s\\0' src/a.ts | xargs cat"],
    ['end otherwise, the other way', "printf '%s\\n' src/a.ts | xargs -0 cat"],
    ['are removed', 'echo src/a.ts | xargs rm'],
    ['are run', 'echo src/a.ts | xargs sh'],
    ['are a script of the workspace', 'echo src/a.ts | xargs ./run'],
    ['come from a function', 'echo() { cat .env; }; echo src/a.ts | xargs cat'],
    ['come from an alias', "shopt -s expand_aliases; alias echo='cat .env;'\necho src/a.ts | xargs cat"],
    ['are made a link before', 'ln -sf .env src/a.ts; echo src/a.ts | xargs cat'],
    ['are none', "echo '' | xargs cat"],
    ['are outside and perhaps devices', 'echo /dev/sda | xargs cat'],
  ])('are asked about where they %s: %s', async (_, script) => {
    expect(await decide(script)).not.toBe('allow');
  });
});

describe('what find looks at one by one', () => {
  it.each([
    "find src -name '*.ts' -exec test -s {} \\; -print",
    'find src -type f ! -exec test -x {} \\; -exec wc -l {} +',
    "find src -name '*.ts' -exec [ -s {} ] \\; -print",
    "find . -name '*.zip' -exec unzip -l {} \\;",
    "find . -name '*.tgz' -exec tar tzf {} \\;",
    'find packs -type f -exec tar -tzf {} \\; -print',
    'find . -name "*.tar" -exec tar -tvf {} src \\;',
  ])('%s runs unasked', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    ['unpacks', "find . -name '*.zip' -exec unzip {} \\;"],
    ['unpacks, of tar', "find . -name '*.tgz' -exec tar xzf {} \\;"],
    ['packs', "find . -name '*.tgz' -exec tar czf {} src \\;"],
    ['runs a program', "find . -name '*.tgz' -exec tar tf {} -I sh \\;"],
    ['unpacks the second', "find . -name '*.zip' -exec unzip -l {} +"],
    ['is on another machine', "find h:x -name '*.tgz' -exec tar tzf {} \\;"],
    ['is on another machine, among others', "find packs h:x -name '*.tgz' -exec tar tzf {} \\;"],
    ['packs by a name', "find . -name '*.tgz' -exec tar {} \\;"],
    ['is within an option', "find . -name '*.tgz' -exec tar -t --file={} \\;"],
    ['is handed on by xargs', "find . -name '*.tgz' | xargs -n1 tar tzf"],
    ['is a secret', 'find . -type f -exec tar tf {} \\;'],
    ['is computed', 'find src -exec test -s $X {} \\;'],
    ['evaluates', 'find src -exec test -v {} \\;'],
    ['removes behind a test', 'find src -exec test -s {} \\; -delete'],
    ['removes behind a test, by a command', 'find src -exec test -s {} \\; -exec rm {} \\;'],
    ['runs elsewhere', 'find src -execdir test -s {} \\;'],
    ['is one of the workspace', 'find src -exec ./test -s {} \\;'],
  ])('is asked about where it %s: %s', async (_, script) => {
    expect(await decide(script)).toBe('ask');
  });
});

describe('the reason why names are asked about', () => {
  it.each([
    ['cat docs/c.md | xargs wc -l', 'xargs: the names that it is handed are not known before it runs'],
    ['find src | xargs grep -r foo', 'xargs: what it hands to grep may be more than files to be read'],
    [
      'find odd | xargs cat',
      'xargs: "a b.ts" below "odd" may be several words or an option to it; names that end with NUL stay whole (-print0,',
    ],
    ['find src -exec grep -r foo {} +', 'find: what it hands to grep may be more than files to be read'],
    ['find src | xargs rm', 'xargs starts rm: no rule or profile allows it'],
    ['echo src/a.ts | xargs -n1 ./run', 'xargs starts ./run: there is no such'],
    ['find src | xargs -E x cat', 'xargs: no rule or profile allows it'],
    ['find src -exec rm {} +', 'find starts rm: no rule or profile allows it'],
    ['find src -exec sh -c \'rm "$1"\' _ {} \\;', 'find starts sh: rm: no rule or profile allows it'],
    ["find src | xargs sh -c 'for f; do cat $f; done' _", 'xargs starts sh: its script uses a construct'],
    [
      "find src | xargs -I{} sh -c 'cat {}'",
      'xargs starts sh: no rule allows it, and its script is only known',
    ],
    [
      "bash -lc 'ls'",
      'bash: no rule allows it, and with -lc it runs start-up files first (bash -c is judged',
    ],
    ["sh -xc 'ls'", 'sh: no rule allows it, and with -xc it changes how the script is read (sh -c is judged'],
    ['find src -name x -delete', 'find: -delete removes what is found'],
    ['echo .env | xargs cat', '".env" usually holds secrets and no rule names it'],
  ])('of %s is: %s', async (script, reason) => {
    expect((await bench.judge(script)).reason.slice(0, reason.length)).toBe(reason);
  });

  it('tells how git leaves out what is gone', async () => {
    const gone = 'as files may be gone (--diff-filter=d leaves those out)';
    expect((await bench.judge('git diff --name-only HEAD~1 | xargs wc -l')).reason).toContain(gone);
    expect((await bench.judge('git diff --name-only a...b | xargs wc -l')).reason).not.toContain(gone);
  });
});
