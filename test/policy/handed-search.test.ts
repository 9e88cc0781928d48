import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn } from '../helpers/git-in.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const decide = (script: string, folder: string) =>
  bench.decide(script, { exec: { cwd: join(bench.workspace.cwd, folder) } });

const bench = sharedBench(
  () => {
    bench.stub(...'find git rg grep ls du xargs wc'.split(' '));
    for (const path of ['open/src/a.ts', 'open/b.ts', 'keyed/src/a.ts', 'keyed/id_rsa', 'linked/a.ts'])
      bench.file(path, 'x\n');
    for (const path of ['odd/src/a.ts', 'odd/src/b.ts/id_rsa', 'deep/src/a.ts', 'deep/src/b.ts/c.md'])
      bench.file(path, 'x\n');
    symlinkSync(join(bench.workspace.cwd, 'keyed'), join(bench.workspace.cwd, 'linked/b.ts'));
    for (const folder of ['open', 'keyed', 'linked', 'odd'])
      gitIn(join(bench.workspace.cwd, folder), bench.workspace.home, 'init', '-q');
    for (const folder of ['open', 'linked'])
      gitIn(join(bench.workspace.cwd, folder), bench.workspace.home, 'add', '.');
    gitIn(join(bench.workspace.cwd, 'keyed'), bench.workspace.home, 'add', 'src');
  },
  { inherited: () => null },
);

describe('rg, which searches a folder that it is handed, and this one where it is handed nothing', () => {
  it.each([
    ['open', 'git ls-files | xargs rg -n x'],
    ['open', "rg -n x $(git ls-files '*.ts')"],
    ['open', "find . -name '*.ts' | xargs rg -n x"],
    ['open', "find src -name '*.ts' -exec rg -n x {} +"],
    ['open', 'for f in $(git ls-files); do rg -c x "$f"; done'],
    ['deep', "find src -name '*.ts' | xargs rg -n x"],
    ['keyed', 'rg -l x src | xargs -r rg -n y'],
    ['keyed', "find src -name '*.ts' -exec rg -n x {} +"],
    ['keyed', 'find src -type f | while read -r f; do rg -n x "$f"; done'],
    ['keyed', 'rg -l x src | xargs rg -n y src'],
    ['keyed', 'rg -l x src | xargs ls'],
  ])('in %s %s runs unasked', async (folder, script) => {
    expect(await decide(script, folder)).toBe('allow');
  });

  it.each([
    ['keyed', 'rg -l x src | xargs rg -n y'],
    ['keyed', 'rg -n y $(rg -l x src)'],
    ['keyed', 'f=$(rg -l x src | head -1); rg -n y $f'],
    ['keyed', 'git ls-files | xargs rg -n x'],
    ['odd', "find src -name '*.ts' | xargs rg -n x"],
    ['odd', "find src -name '*.ts' -exec rg -n x {} +"],
    ['odd', "for f in $(find src -name '*.ts'); do rg -n x $f; done"],
    ['linked', 'git ls-files | xargs -r rg -n x'],
    ['linked', "find . -name '*.ts' | xargs -r rg -n x"],
  ])('in %s %s is asked about', async (folder, script) => {
    expect(await decide(script, folder)).toBe('ask');
  });
});
