import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchOptions } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const decide = (script: string, options?: BenchOptions) => bench.decide(script, options);

const bench = sharedBench(() => {
  bench.stub(...'find grep wc cat head sed ls sort xargs rm sh bash dash jq touch'.split(' '));
  for (const path of [
    'src/a.ts',
    'src/b.ts',
    'kept/.env',
    'kept/a.ts',
    'odd/a b.ts',
    'odd/$(id).ts',
    'led/a.ts',
  ])
    bench.file(path, 'x\n');
  symlinkSync(join(bench.workspace.cwd, 'kept/.env'), join(bench.workspace.cwd, 'led/b.ts'));
});

describe('a shell that find or xargs starts with names', () => {
  it.each([
    "find src -name '*.ts' -exec sh -c 'wc -l \"$1\"' _ {} \\;",
    'find src -type f -exec sh -c \'echo "== $1"; head -5 "$1"\' sh {} \\;',
    'find src -type f -exec sh -c \'jq . "$1" > /dev/null || echo "$1"\' _ {} \\;',
    'find src -type f -exec sh -c \'cat "$@" | wc -l\' _ {} +',
    'find src -type f -exec bash -c \'for f; do wc -l "$f"; done\' _ {} +',
    'find src -type f | xargs bash -c \'for f do head -3 "$f"; done\' _',
    'find src -type f -exec bash -c \'for f in "$@"; do echo "$f: $(wc -l < "$f")"; done\' _ {} +',
    'find src -type f -exec bash -c \'f=a; if grep -q x "$1"; then echo "$1"; fi\' _ {} \\;',
    'find src -type f | xargs -I{} sh -c \'grep -c x "$1"\' _ {}',
    'find src -type f -print0 | xargs -0 sh -c \'wc -l "$@"\' _',
    'ls src | xargs -n1 sh -c \'echo "name: $1"\' _',
    'find src -type f -exec sh -c "ls -la \\"\\$1\\"" _ {} \\;',
  ])('runs unasked: %s', async (script) => {
    const { decision, reason } = await bench.judge(script);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    ['takes a name for a part of its script', "find src -type f -exec sh -c 'wc -l {}' \\;"],
    [
      'takes a name for a part of its script, too',
      'find src -type f -exec sh -c \'wc -l {}; cat "$1"\' _ {} \\;',
    ],
    ['takes a name for a part of its script, by xargs', "ls | xargs -I{} sh -c 'wc -l {}'"],
    ['takes another mark for a part of its script', "ls | xargs -I% sh -c 'wc -l %' _ %"],
    ['takes a name for its script', 'find src -type f -exec sh -c {} \\;'],
    ['takes a name for its script, added', 'find src -type f | xargs sh -c'],
    ['takes a name for its file', 'find src -type f -exec sh {} \\;'],
    ['takes a name for its own', 'find src -type f -exec sh -c \'"$0"\' {} \\;'],
    ['runs a name', 'find src -type f -exec sh -c \'"$1"\' _ {} \\;'],
    ['runs a name, by another shell', 'find src -type f -exec sh -c \'sh "$1"\' _ {} \\;'],
    ['evaluates a name', 'find src -type f -exec sh -c \'eval "$1"\' _ {} \\;'],
    ['reads it without quotes', "find src -type f -exec sh -c 'wc -l $1' _ {} \\;"],
    ['reads another parameter', 'find src -type f -exec sh -c \'cat "$2"\' _ {} \\;'],
    ['has more words', 'find src -type f -exec sh -c \'cat "$2"\' _ {} .env \\;'],
    ['has more words before', 'find src -type f -exec sh -c \'cat "$1"\' _ .env {} \\;'],
    ['shifts them', 'find src -type f -exec sh -c \'shift; cat "$1"\' _ {} +'],
    ['sets them', 'find src -type f -exec bash -c \'set -- .env; cat "$1"\' _ {} \\;'],
    [
      'loops over what it sets',
      'find src -type f -exec bash -c \'set -- .env; for f; do cat "$f"; done\' _ {} +',
    ],
    ['loops over secrets', 'find kept -type f -exec bash -c \'for f; do cat "$f"; done\' _ {} +'],
    [
      'loops over what another is handed',
      'find src -exec bash -c "bash -c \'for f; do cat \\$f; done\'" _ {} +',
    ],
    ['loops without quotes', "find odd -type f -exec bash -c 'for f; do cat $f; done' _ {} +"],
    ['loops and removes', 'find src -type f -exec bash -c \'for f; do rm "$f"; done\' _ {} +'],
    ['goes elsewhere', 'find src -type f -exec bash -c \'cd kept; cat "$1"\' _ {} \\;'],
    ['has a function', 'find src -type f -exec bash -c \'f() { cat "$1"; }; f .env\' _ {} \\;'],
    [
      'starts one that is handed nothing',
      'find src -type f -exec bash -c \'bash -c "cat \\"\\$1\\""\' _ {} \\;',
    ],
    ['writes', 'find src -type f -exec sh -c \'echo x > "$1"\' _ {} \\;'],
    ['writes beside it', 'find src -type f -exec sh -c \'sort "$1" > out\' _ {} \\;'],
    ['removes', 'find src -type f -exec sh -c \'rm "$1"\' _ {} \\;'],
    ['removes by find', 'find src -type f -exec sh -c \'wc -l "$1"\' _ {} \\; -delete'],
    ['changes the name', 'find src -type f -exec bash -c \'cat "${1%.ts}.env"\' _ {} \\;'],
    ['adds to the name', 'find src -type f -exec sh -c \'cat "$1.key"\' _ {} \\;'],
    ['reads secrets', 'find kept -type f -exec sh -c \'cat "$1"\' _ {} \\;'],
    ['reads a secret of its own', "find src -type f -exec sh -c 'cat kept/.env' _ {} \\;"],
    ['reads behind links', 'find led -exec sh -c \'cat "$1"\' _ {} \\;'],
    ['has names of several words', 'find odd -type f -exec sh -c \'cat "$1"\' _ {} \\;'],
    ['has names that files hold', 'cat src/a.ts | xargs sh -c \'cat "$1"\' _'],
    ['has names that end otherwise', 'find src -type f -print0 | xargs sh -c \'cat "$1"\' _'],
    ['has options', 'find src -type f -exec sh -xc \'cat "$1"\' _ {} \\;'],
    ['is one of the workspace', 'find src -type f -exec ./sh -c \'cat "$1"\' _ {} \\;'],
    [
      'reads away what its own loop reads',
      'find src -type f -exec bash -c \'find src -type f | while read -r f; do head -c 3; cat "$f"; done\' _ {} \\;',
    ],
    [
      'reads what its loop reads',
      'find src -type f -exec bash -c \'while read -r f; do cat "$f"; done < "$1"\' _ {} \\;',
    ],
    ['is computed', 'find src -type f -exec sh -c "$X" _ {} \\;'],
    ['lies in another folder', 'find src -type f -execdir sh -c \'cat "$1"\' _ {} \\;'],
    ['is started by another name', 'find src -type f -exec env sh -c \'cat "$1"\' _ {} \\;'],
    ['comes after what plants it', 'touch src/x; find src -type f -exec sh -c \'cat "$1"\' _ {} \\;'],
    ['has what its words cannot hold', 'BASH_ENV=x find src -type f -exec bash -c \'cat "$1"\' _ {} \\;'],
  ])('is asked about where it %s: %s', async (_, script) => {
    expect(await decide(script)).toBe('ask');
  });

  it.each(['rm *', 'sh *', 'cat *'])('no rule such as %s reaches into it', async (allow) => {
    const script = 'find src -type f -exec sh -c \'rm "$1"; cat kept/.env\' _ {} \\;';
    expect(await decide(script, { rules: [{ allow }] })).toBe('ask');
  });

  it.each([
    ['deny', 'find src -type f -exec sh -c \'cat "$1"\' _ {} \\;'],
    ['deny', 'find src -type f | xargs sh -c \'cat "$@"\' _'],
  ])('a deny rule is heard: %s', async (expected, script) => {
    expect(await decide(script, { rules: [{ deny: 'cat *' }] })).toBe(expected);
  });
});
