import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a path with a name in it that ls prints', () => {
  const bench = sharedBench(
    () => {
      for (const path of [
        'src/a.ts',
        'src/b.ts',
        'other/a.ts',
        'packages/one/package.json',
        'packages/two/.env',
      ])
        bench.file(path, 'x\n');
      for (const path of ['hidden/.env', 'hidden/a', 'odd/a b', 'dash/-r', 'linked/a', '.env', 'keys/id_rsa'])
        bench.file(path, 'x\n');
      symlinkSync('../.env', join(bench.workspace.cwd, 'linked/b'));
    },
    { inherited: () => null },
  );

  it.each([
    'ls src | while read -r f; do wc -l "src/$f"; done',
    'for f in $(ls src/); do head -3 ./src/$f; done',
    'ls src | while read -r f; do echo "$f: $(wc -l < "src/$f")"; done',
    'ls -1 src | grep ts | sort | while IFS= read -r f; do echo "== $f"; grep -n x "src/$f"; done',
    'for d in $(ls packages); do cat "packages/$d/package.json"; done',
    'for d in $(ls packages); do ls packages/$d; done',
    'ls hidden | while read -r f; do cat "hidden/$f"; done',
    'cd src && ls | while read -r f; do stat "./$f"; wc -c "./$f"; done',
    'ls dash | while read -r f; do stat "other/$f"; done',
  ])('%s runs unasked', async (script) => {
    const { decision, reason } = await bench.judge(script);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    'ls src | while read -r f; do wc -l "other/$f"; done',
    'ls | while read -r f; do cat "src/$f"; done',
    'ls src other | while read -r f; do wc -l "src/$f"; done',
    'ls src/* | while read -r f; do wc -l "src/$f"; done',
    'ls -R src | while read -r f; do wc -l "src/$f"; done',
    'ls -A hidden | while read -r f; do cat "hidden/$f"; done',
    'ls odd | while read -r f; do cat "odd/$f"; done',
    'ls keys | while read -r f; do cat "keys/$f"; done',
    'ls linked | while read -r f; do cat "linked/$f"; done',
    'for d in $(ls packages); do cat "packages/$d/.env"; done',
    'ls src | while read -r f; do cat "src/$f/../../.env"; done',
    'for d in $(ls packages); do cat packages/$d*; done',
    'for d in $(ls packages); do cat packages/$d.env; done',
    'ls src | while read -r f; do cat src-"$f"; done',
    'ls src | while read -r f; do diff "src/$f" "other/$f"; done',
    'ls src | while read -r f; do cat "src/$f"; read -r f; done',
    'ls src | while read -r f; do cat "src/$f"; cat; done',
    'ls src | while read -r f; do cd src; cat "src/$f"; done',
    'ls src | while read -r f; do rm "src/$f"; done',
    'ls src | while read -r f; do echo x > "src/$f"; done',
    'ls packages | while read -r f; do grep -r x "packages/$f"; done',
    'cat "linked/$(ls linked | grep z | head -1)/b"',
    'cat "linked/$(ls linked | head -1)"',
    'cat linked/$(ls src)',
  ])('%s is asked about', async (script) => {
    expect(await bench.decide(script)).toBe('ask');
  });
});
