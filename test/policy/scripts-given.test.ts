import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchOptions } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const programs =
  'bash sh dash zsh cat head tail wc grep rg sed sort jq tr ls rm git find xargs node date timeout sudo ssh awk';

const bench = sharedBench(() => {
  bench.stub(...programs.split(' '));
  for (const path of ['a.txt', '.env', '.env0', 'src/a.ts', 'src/b.ts']) bench.file(path, 'x\n');
  symlinkSync('/dev/stdin', join(bench.workspace.cwd, 'stream'));
});

/** The decision, with the reason unless it is allowed. */
async function told(script: string, options?: BenchOptions): Promise<string> {
  const { decision, reason } = await bench.judge(script, options);
  return decision === 'allow' ? decision : `${decision}: ${reason}`;
}

/** `bash`, with lines as the here-document that is its script. */
const fed = (lines: string, shell = 'bash') => `${shell} <<'END'\n${lines}\nEND`;

describe('a script that a shell reads from a here-document', () => {
  it.each([
    fed('git status\nls src'),
    fed('ls src', 'sh'),
    fed('ls src', 'bash -s'),
    fed('ls src', 'bash --norc -euo pipefail'),
    fed('ls src', 'timeout 5 bash'),
    'bash <<END\nls src\nEND',
    "bash <<'END' | head -3\nls src\nEND",
    "bash <<'END' 2>&1\nls src\nEND",
    fed('set -e\ncd src\nfor f in *.ts; do\n  echo "== $f"\n  head -5 "$f"\ndone'),
    fed('cat a.txt | tr a b | sort\nwc -l < a.txt\nwc -l src/*.ts'),
    fed('while read -r l; do echo "$l"; done < a.txt\nls src | while read -r f; do echo "$f"; done'),
    fed('grep -rn x src | head\ngit log --oneline -5\nnode --version\nfind src -type f'),
    fed('n=$(grep -c x a.txt)\necho "$n"\njq . a.txt\nsed -n \'1,5p\' a.txt'),
  ])('runs unasked: %s', async (script) => {
    expect(await told(script)).toBe('allow');
  });

  it.each([
    // What it leaves of `echo rm -rf x` is `rm -rf x`.
    'head -c 5\necho rm -rf x',
    'cat\nls',
    'read x\nls',
    'while read x; do echo "$x"; done\nls',
    'if read x; then ls; fi\nls',
    'mapfile -t a\nls',
    'echo $(head -c 5)\nls',
    'sort <(head -c 5)\nls',
    'head -c 5 | cat\nls',
    '{ head -c 5; }\nls',
    '(head -c 5)\nls',
    'for i in 1 2; do head -c 5; done\nls',
    'timeout 5 head -c 5\nls',
    "bash -c 'head -c 5'\nls",
    'bash -c \'head -c "$1"\' _ 5\nls',
    'head -c 5 -\nls',
    'cat a.txt -\nls',
    'head -c 5 /dev/stdin\nls',
    'head -c 5 /dev/fd/0\nls',
    'head -c 5 stream\nls',
    'head -c 5 strea?\nls',
    'head -c 5 < stream\nls',
    'head -c 5 < /dev/stdin\nls',
    'while read x; do echo "$x"; done < stream\nls',
    'find . -name a.txt -exec head -c 5 ";"\nls',
    'grep x\nls',
    'grep -f - a.txt\nls',
    'grep -f- a.txt\nls',
    'grep -R x src\nls',
    'rg x\nls',
    'jq .\nls',
    'jq -n input\nls',
    'sed -n 1p\nls',
    'awk 1 a.txt\nls',
    'tr a b\nls',
    'git shortlog\nls',
    'node -p 1\nls',
  ])('asks if a command in it may read on in the script: %j', async (lines) => {
    expect(await told(fed(lines))).toMatch(/^ask: bash: .* may read the rest of the script/);
  });

  it.each([
    fed('rm x'),
    fed('cat .env'),
    fed('ls', 'bash -i'),
    fed('ls', 'bash -l'),
    fed('ls', 'bash -O extglob'),
    fed('ls', 'bash a.txt'),
    fed('ls', 'bash -s x'),
    fed('ls', './bash'),
    fed('ls', 'zsh'),
    fed('ls', 'sudo bash'),
    fed('ls', 'ssh host bash'),
    fed('ls $HOME', 'sh'),
    fed('ls', 'BASH_ENV=a.txt bash'),
    fed('ls', 'PATH=. bash'),
    'bash <<END\nls $HOME\nEND',
    'bash <<END\n$(rm x)\nEND',
    "bash <<'END' > out\nls\nEND",
    "bash <<'END' < a.txt\nls\nEND",
    "bash <<'A'\nbash <<'B'\nls\nB\nA",
    fed('f() { ls; }\nf'),
    fed('exec < a.txt\nls'),
    fed('alias ls=rm\nls x'),
  ])('asks, still: %s', async (script) => {
    expect(await told(script)).toMatch(/^ask: /);
  });

  it('is refused for what a rule denies in it', async () => {
    const rules = [{ deny: 'git push *' }];
    expect(await bench.decide(fed('ls\ngit push'), { rules })).toBe('deny');
  });
});

describe('parameters given to the script of a shell', () => {
  it.each([
    'bash -c \'echo "$1"\' _ x',
    'bash -c \'ls "$@"\' _ src a.txt',
    'bash -c \'ls "$@"\' _',
    'bash -c \'for f in "$@"; do wc -l "$f"; done\' _ src/a.ts a.txt',
    'bash -c \'for f; do wc -l "$f"; done\' _ src/a.ts a.txt',
    'bash -c \'git log --oneline -n "$1" -- "$2"\' _ 5 src',
    'bash -euo pipefail -c \'f=$1; grep -c x "$f"\' _ a.txt',
    'bash -c \'cd "$1" && cat a.ts\' _ src',
    'sh -c \'wc -l "$1"\' _ a.txt',
    "bash -c 'cat $10' _ .env",
  ])('are judged as the words they are: %s', async (script) => {
    expect(await told(script)).toBe('allow');
  });

  it.each([
    'bash -c \'cat "$1"\' _ .env',
    'bash -c \'cat "${10}"\' _ 1 2 3 4 5 6 7 8 9 .env',
    'bash -c \'cat "$@"\' _ a.txt .env',
    'bash -c \'for f in "$@"; do cat "$f"; done\' _ a.txt .env',
    'bash -c \'for f; do rm "$f"; done\' _ a.txt',
    'bash -c \'cd "$1" && cat "$2"\' _ / etc/shadow',
    'bash -c \'rm "$1"\' _ a.txt',
    'bash -c \'"$1" a.txt\' _ rm',
    "bash -c '$1 a.txt' _ rm",
    'bash -c \'"$@"\' _ rm a.txt',
    'bash -c \'eval "$1"\' _ "rm x"',
    'bash -c \'echo "$1" | sh\' _ "rm x"',
    'bash -c \'bash -c "$1"\' _ "rm x"',
    'bash -c \'env "$1" ls\' _ LD_PRELOAD=./x.so',
    'bash -c \'export "$1"; ls\' _ PATH=.',
    'bash -c \'printf -v "$1" .; ls\' _ PATH',
    'bash -c \'read "$1" < a.txt; ls\' _ PATH',
    'bash -c \'x=a.txt; read "$1" < a.txt; cat "$x"\' _ x',
    'bash -c \'"$1" ..; cat a.txt\' _ cd',
    'bash -c \'set -- .env; cat "$1"\' _ a.txt',
    'bash -c \'shift; cat "$1"\' _ a.txt .env',
    'bash -c \'cat "${@:2}"\' _ a.txt .env',
    "bash -c 'cat $*' _ .env",
    "bash -c 'cat $@' _ .env",
    'bash -c \'cat "${!1}"\' _ HOME',
    'bash -c \'cat "$0"\' .env',
    'bash -c \'f() { cat "$1"; }; f .env\' _ a.txt',
    'bash -c \'git log "$1"\' _ --output=x',
    "bash -c 'sort $1' _ '-o x a.txt'",
    "bash -c 'echo $(($1))' _ 'x[$(rm a.txt)]'",
    "bash -c '[[ \"$1\" -eq 0 ]]' _ 'x[$(rm a.txt)]'",
    "bash -c 'test \"$1\" -eq 0' _ 'x[$(rm a.txt)]'",
    'bash -c \'printf "$1" PATH\' _ %n',
    'bash -c \'ls "$1"\' _ "$X"',
    'bash -c \'ls "$1"\' _ $(cat a.txt)',
    'bash -c \'ls "$1"\' _ > out',
    'PATH=. bash -c \'ls "$1"\' _ x',
    'bash -lc \'ls "$1"\' _ x',
    "sh -c 'ls $1' _ x",
    // To some shells that is the tenth one.
    'sh -c \'cat "$10"\' _ .env 2 3 4 5 6 7 8 9 .env',
  ])('do not hide what they do: %s', async (script) => {
    expect(await told(script)).toMatch(/^ask: /);
  });

  it('are found where a rule denies what they make', async () => {
    const rules = [{ deny: 'git push *' }];
    expect(await bench.decide('bash -c \'git "$1"\' _ push', { rules })).toBe('deny');
  });

  it('leave a rule for the whole command as it was', async () => {
    const script = 'bash -c \'rm "$1"\' _ a.txt';
    expect(await bench.decide(script, { rules: [{ allow: script }] })).toBe('allow');
  });
});
