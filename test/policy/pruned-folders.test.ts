import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foldersLeftOut } from '../../src/policy/profiles/find-left-out.ts';
import { readFindLine } from '../../src/policy/programs/find-line.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('folders of which find hands on nothing', () => {
  it.each<[string, readonly string[]]>([
    ["-not -path './deps/*'", ['./deps']],
    ["! -path './deps/**' -type f", ['./deps']],
    ["-name *.ts ! -path '*/deps/*' ! -path './.git/*'", ['deps', './.git']],
    ['-path ./deps -prune -o -type f -print', ['./deps']],
    ['-name deps -prune -o -print', ['deps']],
    ["-path '*/deps' -prune -o -print", ['deps']],
    ['-type d ( -name deps -o -name .git ) -prune -o -type f -print', ['deps', '.git']],
    ["( -path './deps/*' -o -path './out/*' ) -o -print", ['./deps', './out']],
    ["-path './deps/*' -o -name '*.ts' -print", ['./deps']],
    ["-path './deps/*'", []],
    ['-name deps', []],
    ["-not -path './deps'", []],
    ['-not -name deps', []],
    ["-not -path './deps/*.ts'", []],
    ["-not -path './deps*'", []],
    ["-not -path './[d]eps/*'", []],
    ["-not -ipath './deps/*'", []],
    ["-not -path './deps/*' -o -name '*.ts'", []],
    ['-name deps -o -name x -prune -o -print', []],
    ['-name deps -size 1 -prune -o -print', []],
    ['-type f -name deps -prune -o -print', []],
    ['-depth -name deps -prune -o -print', []],
    ['-mindepth 2 -name deps -prune -o -print', []],
    ["-name 'dep*' -prune -o -print", []],
  ])('%s: %j', (expression, expected) => {
    const words = (expression.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
    const { tree, primaries } = readFindLine(['find', '.', ...words]);
    const action = primaries.find(({ name }) => name === '-print') ?? null;
    const { names, paths } = foldersLeftOut(tree, action);
    expect([...names, ...paths].sort()).toEqual([...expected].sort());
  });
});

describe('very many files below a folder', { tags: ['slow'] }, () => {
  const bench = sharedBench(() => {
    bench.file('src/a.ts', 'TODO\n');
    bench.file('src/gen/b.ts', 'TODO\n');
    const deps = join(bench.workspace.cwd, 'deps');
    mkdirSync(deps);
    for (let index = 0; index < 8200; index += 1) writeFileSync(join(deps, `${index}.js`), '');
  });

  it.each([
    "find . -name '*.ts' -not -path './deps/*' -exec grep -l TODO {} +",
    "find . -path ./deps -prune -o -name '*.ts' -print | xargs grep -l TODO",
    "find . -type f -not -path '*/deps/*' | xargs wc -l",
    "for f in $(find . -name '*.ts' ! -path '*/deps/*'); do wc -l \"$f\"; done",
    'grep -rl TODO --exclude-dir=deps . | xargs wc -l',
    "find src -name '*.ts' | xargs wc -l",
  ])('%j runs unasked, as it leaves those out', async (script) => {
    expect(await bench.judge(script)).toMatchObject({ decision: 'allow' });
  });

  it.each<[string, RegExp]>([
    ["find . -name '*.ts' -exec grep -l TODO {} +", /^find: more than 8192 names lie below ".".*-type f/],
    ['find . -type f | xargs grep TODO', /^xargs: more than 8192 names lie below ".".*-not -path/],
    ['find src . -type f | xargs grep TODO', /^xargs: more than 8192 names lie below "."/],
    ["find . -not -path './src/*' | xargs grep TODO", /^xargs: more than 8192 names/],
    [
      "find src/.. -type f -not -path './deps/*' | xargs wc -l",
      /^xargs: more than 8192 names lie below "src\/..'?"/,
    ],
    ['for f in $(find . -name "*.ts"); do wc -l "$f"; done', /^wc: more than 8192 names lie below "."/],
  ])('%j is asked about, and told why', async (script, reason) => {
    expect(await bench.judge(script)).toMatchObject({
      decision: 'ask',
      reason: expect.stringMatching(reason),
    });
  });

  it('does not hide a file of secrets beside the folder that is left out', async () => {
    bench.file('keys/.env', 'X=1\n');
    const script = "find . -type f -not -path './deps/*' | xargs grep TODO";
    expect((await bench.judge(script)).reason).toContain('.env');
  });
});
