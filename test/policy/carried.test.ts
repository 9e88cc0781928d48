/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import rows from '../fixtures/policy/carried.json' with { type: 'json' };
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

/** Rows in which CMD stands for a command, or CMD0 and CMD1 for its program and its arguments. */
function carrying(row: string, program: string, words: string): string {
  return row.replaceAll('CMD0', program).replaceAll('CMD1', words).replaceAll('CMD', `${program} ${words}`);
}

describe('what other programs start', () => {
  const bench = sharedBench();

  const judge = (script: string) =>
    bench.judge(script, { settings: yolo, rules: [{ deny: 'rm *' }], protectedPaths: [] });

  it.each(rows.carried)('is seen in %j', async (row) => {
    expect((await judge(carrying(row, 'rm', 'x'))).rule?.text).toBe('rm *');
    const disaster = carrying(row, 'rm', '-rf /');
    const guarded = await bench.judge(disaster, { settings: yolo, protectedPaths: [] });
    expect(guarded).toMatchObject({ decision: 'deny', rule: { text: 'guard' } });
  });

  it.each([
    ['starters of starters', `echo x | ${'sudo '.repeat(12_000)}sh`, 'deny'],
    ['quotes that do not end', `awk '${'"a\\'.repeat(20_000)} system('`],
    ['interpreters that read', 'echo a; python3 -; '.repeat(2000)],
    [
      'functions that call each other',
      `f() { ${'g "$@"; '.repeat(300)}}; g() { ${'f "$@"; '.repeat(300)}}; f x`,
    ],
    ['texts that grow', `x=a; ${'x=${x//a/aa}; '.repeat(300)} git $x`, 'deny'],
    [
      'texts that grow at once',
      `x=${'a'.repeat(3000)}; x=\${x//a/${'b'.repeat(3000)}}; git \${x//b/}`,
      'deny',
    ],
    [
      'long texts that change',
      `x=${'a'.repeat(60_000)}push; ${'x=${x//a/b}; x=${x//b/a}; '.repeat(1500)} git $x`,
      'deny',
    ],
    [
      'clusters with texts attached',
      `perl ${`-${'l'.repeat(3000)}'x' `.repeat(20)}; rsync -${'a'.repeat(60_000)}'`.slice(0, -1),
    ],
    ['old options of tar', `tar ${'I'.repeat(60_000)} x`],
    ['texts of PowerShell', `pwsh -c '${'$x = "a"; iex "$x"; '.repeat(2500)}'`, 'deny'],
    ['names of PowerShell', `pwsh -c '$${'x'.repeat(60_000)}'`],
    ['arrays of zsh', `zsh -c '${'abc=(a b); $abc; '.repeat(3000)}'`],
    ['code that is timed', `python3 -m timeit ${'1 -s 2 '.repeat(5000)}`, 'deny'],
    ['addresses of code', `node ${'--import data:text/javascript,%20 '.repeat(1500)}`],
    ['a text with many words behind it', `env -S 'A=1 ls' ${'-S x '.repeat(3000)}`],
    ['a long cluster of options', `bash -c -${'o'.repeat(60_000)} x`],
    ['blanks behind a variable of fish', `fish -c 'set x ${' '.repeat(60_000)}"'`],
    ['delimiters in a class of sed', `sed '/[${'/'.repeat(60_000)}' f`],
    ['parameters', `bash -c '${'"$@" '.repeat(5000)}' _ ${'abc '.repeat(5000)}`],
    ['parameters that are set', `set -- ${'x '.repeat(5000)}; ${'"$@"; '.repeat(3000)}`],
    ['lists that grow', `${'a+=(x y z); '.repeat(3000)} "\${a[@]}"`, 'deny'],
    ['substitutions in each other', `${'eval "$(echo "'.repeat(500)}x${'")"'.repeat(500)}`, 'deny'],
    ['decoders', `${'echo aGVsbG8=; base64 -d; rev; tr a-z b-y; '.repeat(500)} sh`, 'deny'],
    ['recipes that start themselves', `printf 'a:\\n\\tmake\\n' > Makefile; ${'make; '.repeat(3000)}`],
    ['blank lines of a configuration', `cat > .git/config <<'E'\n${'\n'.repeat(100_000)}\nE\ngit x`],
    ['a long word of a builtin that computes', `printf %s ${'x'.repeat(60_000)}`],
    ['names of elements in each other', `printf %s ${'a['.repeat(30_000)}`],
    ['lines of a console', `psql <<'E'\n${'\n'.repeat(50_000)}${'\\! '.repeat(15_000)}\nE`],
    ['blanks before a text that code prints', `sh -c "$(python3 -c '${' '.repeat(12_000)}x')"`],
    ['blanks behind a text that node prints', `node -e 'console.log(1)${' '.repeat(200_000)}x'`],
    ['blanks behind the print of Perl', `perl -e 'print${' '.repeat(400_000)}x'`],
    ['blanks in a pattern of Perl', `perl -ne 'print if /a?${' '.repeat(600_000)}x/'`],
    ['brackets of a path of git', `git diff -- '${'['.repeat(400_000)}'`],
    ['backslashes before no name', `printf %s '${'\\'.repeat(400_000)}' | sh`],
    ['blank lines of a crontab', `crontab - <<< '${'\n'.repeat(60_000)}'`],
  ])('is looked for in %s in bounded time', { tags: ['slow'] }, async (_, script, own = 'allow') => {
    expect((await judge(script)).decision).toBe(own);
  });

  it.each([
    ['base64', 'base64 -d'],
    ['base64', 'base64 --decode'],
    ['base64', 'openssl enc -d -base64'],
    ['hex', 'xxd -r -p'],
  ] as const)('is seen in %s that %s decodes', async (encoding, decoder) => {
    const text = Buffer.from('rm x').toString(encoding);
    for (const script of [
      `echo ${text} | ${decoder} | sh`,
      `$(${decoder} <<< ${text})`,
      `eval "$(echo ${text} | ${decoder})"`,
      `X=${text}; echo "$X" | ${decoder} | bash`,
      `bash <(echo ${text} | ${decoder})`,
    ])
      expect((await judge(script)).rule?.text).toBe('rm *');
    expect((await judge(`echo ${text} | ${decoder} > x.md`)).decision).toBe('allow');
  });

  it.each(rows.perhaps)('is feared behind a program that nobody knows in %j', async (script) => {
    const guarded = await bench.judge(script, { settings: yolo, protectedPaths: [] });
    expect(guarded).toMatchObject({ decision: 'deny', rule: { text: 'guard' } });
  });

  it.each(rows.neighbours)('is not taken for it in %j', async (script) => {
    expect((await judge(script)).decision).toBe('allow');
  });
});
