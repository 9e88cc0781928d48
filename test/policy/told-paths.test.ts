/** @module-tag forms */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchOptions } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const find = "find src -name '*.ts'";

describe('paths that a script works out', () => {
  const bench = sharedBench(
    () => {
      bench.stub('rg', 'npm');
      for (const path of [
        'src/a.ts',
        'src/b.ts',
        'src/id_rsa',
        'tests/a.ts',
        'docs/a.md',
        'sec/.env',
        'sec/id_rsa',
        '.env',
      ])
        bench.file(path, 'x');
      const secret = bench.file(join(bench.workspace.home, '.ssh/id_rsa'), 'x');
      symlinkSync('src', join(bench.workspace.cwd, 'to-src'));
      symlinkSync(secret, join(bench.workspace.cwd, 'docs/b.ts'));
      symlinkSync(secret, join(bench.workspace.cwd, 'docs/led'));
    },
    { inherited: () => null },
  );
  const decide = (script: string, options?: BenchOptions) => bench.decide(script, options);

  it.each([
    'ROOT="$(pwd)"; ls "$ROOT/src"',
    'ROOT="$(pwd)/src"; cat "$ROOT/a.ts"',
    'd=$(pwd); cd src; ls "$d"',
    'cat "$(realpath src/a.ts)"',
    'ls -l "$(readlink -f src)"',
    'p=$(realpath src/a.ts); cd docs; cat "$p"',
    'ls -la "$(dirname src/a.ts)"',
    'ls "$(npm root -g)"; ls -d "$(npm prefix)/src" | head',
    'f=src/a.ts; ls "$(dirname "$f")"; cat "tests/$(basename "$f")"',
    'cat "src/$(basename docs/a.md .md).ts"',
    'd=$(dirname src/a.ts); cat "$d/b.ts"',
    'f=src/a.ts; cat "${f%.ts}.ts" "${f#src/}" "${f##*/}" "${f%/*}/b.ts" "${f%%.*}.ts"',
    'f=src/a.ts; wc -l ${f%.ts}.ts',
    'echo "${PWD##*/}"; ls "${PWD%/*}"',
    'for f in src/*.ts; do t="tests/${f##*/}"; cat "$t"; done',
    'for f in src/*.ts; do t=tests/${f##*/}; [ -f "$t" ] && wc -l < "$t"; done',
    'for f in src/*.ts; do diff "$f" "tests/$(basename "$f")"; done',
    'for f in src/*.ts; do n=$(basename "$f"); cat "docs/${n%.ts}.md"; done',
    'for f in src/a.ts src/b.ts; do cat "tests/${f##*/}"; done',
    'for f in src/*; do ls -l "sec/${f##*/}"; done',
    `files=$(${find}); echo "$files" | while read -r f; do wc -l "$f"; done`,
    `files="$(${find} | sort)"; printf '%s\\n' "$files" | while IFS= read -r f; do wc -l "$f"; done`,
    `files=$(${find}); while read -r f; do wc -l "$f"; done <<< "$files"`,
    `files=$(${find}); echo "$files" | head -3 | xargs wc -l`,
    `mapfile -t fs < <(${find}); wc -l "\${fs[@]}"`,
    `readarray -t fs < <(${find} | sort); echo "\${#fs[@]}"; for f in "\${fs[@]}"; do wc -l "$f"; done`,
  ])('are judged as the paths they are: %j', async (script) => {
    const { decision, reason } = await bench.judge(script);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    'ls $(npm root -g)',
    'ls "$(npm root x)"',
    'cat "$(npm root -g)/x"',
    'cd "$(npm prefix)" && ls',
    'ROOT=$(pwd); ROOT=/etc; cat "$ROOT/shadow"',
    'ROOT=$(pwd)/sec; cat "$ROOT/.env"',
    'ROOT=$(cd /etc && pwd); cat "$ROOT/shadow"',
    'cd sec; ROOT=$(pwd); cat "$ROOT/.env"',
    'pwd() { echo /etc; }; ROOT=$(pwd); cat "$ROOT/x"',
    'cat "$(realpath .env)"',
    'p=$(realpath .env); cat "$p"',
    'cat "$(realpath docs/led)"',
    'cat "$(readlink -f docs/b.ts)"',
    'cat "$(realpath to-src/id_rsa)"',
    'cat "$(realpath none)"',
    'rg x $(realpath docs)',
    'rm "$(realpath src/a.ts)"',
    'cat x > "$(realpath src/a.ts)"',
    'cat "$(./realpath src/a.ts)"',
    'PATH=.; cat "$(realpath src/a.ts)"',
    'cat "$(dirname sec/x)/.env"',
    'cat "$(basename a/.env)"',
    'sort "$(basename a/-ox)"',
    'dirname() { echo .env; }; cat "$(dirname src/a.ts)"',
    'cat "$(dirname src/a.ts; echo .env)"',
    'cat "$(echo .env | dirname src/a.ts | cat)"',
    'f=sec/x; cat "${f%/*}/.env"',
    'f=sec/x; cat "${f%x}.env"',
    'f=src/a.ts; f=.env; cat "${f%.ts}"',
    'f=src/a.ts; read f < docs/a.md; cat "${f%.ts}"',
    'f=src/a.ts; cat "${f%[a-z]*}"',
    'f=src/a.ts; cat "${f%$x}"',
    'f=src/a.ts; cat "${f/src/sec}"',
    'f=a-ox; sort "${f#a}"',
    'f=cat.ts; ${f%.ts} src/a.ts',
    'for f in src/*.ts; do cat "docs/${f##*/}"; done',
    'for f in src/*; do cat "sec/${f##*/}"; done',
    'for f in src/*.ts; do cat "${f##*/}"; done',
    'for f in src/*.ts; do sort "-${f##*/}"; done',
    'for f in src/*.ts; do cat tests/${f##*/}; done',
    'for f in src/.*; do grep -r x "tests/${f##*/}"; done',
    'for f in src/*; do grep -r x "tests/$(basename "$f")"; done',
    'for f in src/*; do n=${f##*/}; cat "sec/${n#a}"; done',
    'for f in src/*; do n=${f##*/}; cat "sec/${n%b}.env"; done',
    'for f in src/*; do n=${f##*/}; n=.env; cat "sec/$n"; done',
    'for f in src/*; do cat ".${f##*/}"; done',
    'for f in src/*.ts; do cp "$f" "tests/${f##*/}"; done',
    'for f in src/*.ts; do echo x > "tests/${f##*/}"; done',
    'for f in src/*.ts; do rm "tests/${f##*/}"; done',
    'for f in src/*.ts; do grep --file="tests/${f##*/}" x src/a.ts; done',
    'for f in src/*; do git log -p -- "sec/${f##*/}"; done',
    'for f in src/*.ts; do cd "tests/${f##*/}"; cat .env; done',
    `files=$(${find}); cd sec; echo "$files" | while read -r f; do cat "$f"; done`,
    'files=$(find src -print0); echo "$files" | while read -r f; do cat "$f"; done',
    'files=$(find src -print0); echo "$files" | while read -r -d \'\' f; do cat "$f"; done',
    'files=$(find src -print0); echo "$files" | xargs -0 cat',
    `files=$(${find}); echo "$files" | while read -r -d '' f; do cat "$f"; done`,
    `files=$(${find}); echo "x $files" | xargs cat`,
    `files=$(${find}); echo x "$files" | xargs cat`,
    `files=$(${find}); echo -e "$files" | xargs cat`,
    `files=$(${find}); files=$(cat docs/a.md); echo "$files" | xargs cat`,
    `files=$(${find}); echo "$files" | sed s/src/sec/ | while read -r f; do cat "$f"; done`,
    `files=$(${find}); echo "$files" | while read -r f; do rm "$f"; done`,
    `files=$(${find} -type f); echo "$files" | while read -r f; do grep -r x $f; done`,
    'files=$(find sec); echo "$files" | while read -r f; do cat "$f"; done',
    'files=$(find sec); while read -r f; do cat "$f"; done <<< "$files"',
    'files=$(cat docs/a.md); while read -r f; do cat "$f"; done <<< "$files"',
    `files=$(${find}); cat "$files"`,
    'mapfile -t fs < <(find sec); cat "${fs[@]}"',
    'mapfile -t fs < <(cat docs/a.md); cat "${fs[@]}"',
    'mapfile -t fs < <(find src -print0); cat "${fs[@]}"',
    `mapfile -t fs < <(${find}); cd sec; cat "\${fs[@]}"`,
    `mapfile -t fs < <(${find}); fs+=(.env); cat "\${fs[@]}"`,
    `mapfile -t fs < <(${find}); read -a fs < docs/a.md; cat "\${fs[@]}"`,
    `mapfile -t fs < <(${find}); rm "\${fs[@]}"`,
    `mapfile -t fs < <(${find}); cat "\${fs[0]}"`,
    `mapfile -t fs < <(${find}); cat $fs`,
    `true || mapfile -t fs < <(${find}); cat "\${fs[@]}"`,
    `mapfile -t fs < <(${find}) & cat "\${fs[@]}"`,
    `mapfile -t fs < <(${find}) < docs/a.md; cat "\${fs[@]}"`,
  ])('are asked about, or what is done to them: %j', async (script) => {
    expect(await decide(script)).not.toBe('allow');
  });

  it('asks where another command may make what a name leads to a secret', async () => {
    const script = 'mytool; for f in src/*; do cat "docs/${f##*/}"; done';
    expect(await decide(script, { rules: [{ allow: 'mytool' }] })).not.toBe('allow');
  });

  it('reads long names in linear time', async () => {
    const long = 'a/'.repeat(30_000);
    const started = performance.now();
    await decide(`f=${long}b; ls "\${f%/*}" "$(dirname ${long}b)"`);
    await decide(`ls "$(basename ${'a'.repeat(60_000)}/b)"`);
    await decide(`n=3; (( ${'(1)+'.repeat(14_000)} n ))`);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
