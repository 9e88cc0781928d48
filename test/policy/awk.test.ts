/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const length = 60_000;

describe('programs of awk', () => {
  const bench = sharedBench(() => {
    bench.file('.env', 'A=1');
    bench.file('a.txt', 'a');
  });

  const decide = (script: string) =>
    bench.decide(script, { settings: yolo, rules: [{ deny: 'git push *' }] });

  it.each([
    `awk 'BEGIN{f=".env"; while ((getline l < f) > 0) print l}'`,
    `awk 'BEGIN{f=".e" "nv"; print "A=2" > f}'`,
    `awk -v f=.env 'BEGIN{getline l < f; print l}'`,
    `echo .env | awk '{getline l < $1; print l}'`,
    `awk 'BEGIN{c="cat "; system(c ".env")}'`,
  ])('reach no secrets by what their variables hold in %j', async (script) => {
    expect(await decide(script)).toBe('deny');
    expect(await decide(script.replaceAll('.env', 'a.txt').replace('.e" "nv', 'a." "txt'))).toBe('allow');
  });

  // What stands before a slash tells a pattern from a division; a quote in a pattern begins no text.
  it.each([
    'if (1) /"/',
    'while (i++ < 1) /"/',
    'for (; i++ < 1;) /"/',
    'if (0) x; else /"/',
    'do /"/; while (0)',
    'length /"/',
    'length/"/',
    'print /"/',
    'printf /"/',
    'x = 1 - /"/',
    'x = 2 < /"/',
    'x = -/"/',
    'x = 1 ^ /"/',
    'x = $/"/',
    '/[/"]/',
    '/[]/"]/',
    '/[^]/"]/',
    '/[[:alpha:]/"]/',
  ])('are read behind the pattern of %j', async (statement) => {
    expect(await decide(`awk 'BEGIN{${statement}; system("git push x")}'`)).toBe('deny');
  });

  it.each(['x = length / 2; y = 3 / 4', 'x = (1) / 2; y = a[1] / 2', 'f(1) / 2', 'i++ / 2; i / 3'])(
    'are read behind the division of %j',
    async (statement) => {
      expect(await decide(`awk 'BEGIN{${statement}; system("git push x")}'`)).toBe('deny');
      expect(await decide(`awk 'BEGIN{${statement}; print "git push x"}'`)).toBe('allow');
    },
  );

  it.each([
    ...[
      'print ',
      'print > ',
      'print "a" | ',
      '"a" | getline ',
      'getline < ',
      'sub(',
      'split(a,',
      'a (',
      '/a/ ',
      '{',
    ].map((piece): [string, string] => [piece, piece]),
    ['names given themselves', 'a = a a; '],
    ['commands', 'system(c); '],
    ['pipes', 'printf "a" | "sh"\n'],
    ['functions of functions', 'function f(a) { return f(a) } '],
  ])('are read in bounded time: %j', { tags: ['slow'], timeout: 60_000 }, async (_, piece) => {
    const script = `awk 'BEGIN { ${piece.repeat(length / piece.length)}'`;
    const { decision, reason } = await bench.judge(script, { settings: yolo });
    if (decision === 'deny') expect(reason).toContain('than are looked through');
    else expect(decision).toMatch(/^(?:allow|ask)$/);
  });

  it.each([
    [
      'lines',
      `printf '${'git\\n'.repeat(16)}' | awk '${'{a[NR] = a[NR] $0; b = b $0; print | "sh"} '.repeat(400)}'`,
    ],
    [
      'records',
      `printf '${'a;'.repeat(2000)}' | awk 'BEGIN {RS = ";"} {${'s = s $0; '.repeat(400)} system(s)}'`,
    ],
    ['entries of each other', `awk 'BEGIN {${'a[b[1]] = 1; b[a[1]] = a[2]; '.repeat(1500)} system(a[1])}'`],
    ['names', `echo x | awk '{${'abc = '.repeat(10_000)} $0; system(abc)}'`],
  ])(
    'are judged with what they read in bounded time: %s',
    { tags: ['slow'], timeout: 60_000 },
    async (_, script) => {
      expect(['allow', 'deny']).toContain(await decide(script));
    },
  );

  it('are judged for each of many lines that they read', { tags: ['slow'], timeout: 60_000 }, async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `log ${index}`).join('\n');
    expect(await decide(`awk '$2 > 5 {print $1}' <<'EOF'\n${lines}\nEOF`)).toBe('allow');
    expect(await decide(`awk '{system("git " $1)}' <<'EOF'\n${lines}\npush\nEOF`)).toBe('deny');
  });
});
