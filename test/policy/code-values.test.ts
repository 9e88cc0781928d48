/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import rows from '../fixtures/policy/code-values.json' with { type: 'json' };
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const length = 60_000;
const python = (code: string) => `python3 - <<'EOFX'\nimport os\n${code}\nEOFX`;

/** Lines that double what the one before holds. */
const doubled = (start: string, line: (before: string) => string) =>
  [`a0 = ${start}`, ...Array.from({ length: 60 }, (_, index) => `a${index + 1} = ${line(`a${index}`)}`)].join(
    '\n',
  );

describe('what expressions of code come to', () => {
  const bench = sharedBench(() => {
    bench.file('.env', 'A=1');
    bench.file('a.txt', 'a');
  });

  const decide = (script: string) =>
    bench.decide(script, { settings: yolo, rules: [{ deny: 'git push *' }], protectedPaths: [] });

  it.each(rows.refused)('is known to rules, the guard and files of secrets in %j', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each(rows.allowed)('is not taken for it in %j', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it('is read of a list that is longer than most, where nothing is done with its elements', async () => {
    const numbers = Array.from({ length: 600 }, (_, index) => index).join(', ');
    expect(await decide(python(`for x in [${numbers}]:\n    print(x)`))).toBe('allow');
  });

  it.each([
    ...[
      'a',
      '(',
      '[',
      '{',
      '"',
      '=',
      '.',
      '+',
      '/',
      ':',
      '\n',
      'a(',
      '[a',
      'a+',
      '"a"+',
      'f"{',
      'if ',
      'a?',
      '.a()',
    ].map((piece): [string, string] => [piece, `os.system(${piece.repeat(length / piece.length)}`]),
    ['texts that double', `${doubled('"aa"', (before) => `${before} + ${before}`)}\nos.system(a60)`],
    ['lists that double', `${doubled('["a"]', (before) => `[${before}, ${before}]`)}\nos.system(a60)`],
    ['functions that call themselves', `def f(a): f(a); os.system(a)\n${'f(f(a))\n'.repeat(2000)}`],
    ['variables of themselves', `${'x = f"{x}{x}"\n'.repeat(3000)}os.system(x)`],
    ['comprehensions', `os.system(${'[x for x in '.repeat(3000)}"a"`],
    ['times', `os.system("a"${'*4000'.repeat(50)})`],
    ['times of times', `x = [0] * 4096\n${'os.system(x * 4096)\n'.repeat(100)}`],
    ['parts of a long text', `x = "a" * 4096 * 20\n${'os.system(x[1:] + x[::-1])\n'.repeat(300)}`],
    [
      'texts in the place of each character',
      `os.system("${'a'.repeat(60_000)}".replace("a", "${'b'.repeat(60_000)}"))`,
    ],
    ['members', `x${'.a()'.repeat(12_000)}.unlink()`],
    ['lists that grow', `a = []\n${'a.append("c")\n'.repeat(4000)}os.system(a)`],
    ['names in blocks', `${'if x: a = "b"\n'.repeat(4000)}${'os.system(a)\n'.repeat(200)}`],
  ])('is found in bounded time: %j', { tags: ['slow'], timeout: 60_000 }, async (_, code) => {
    const { decision, reason } = await bench.judge(python(code), { settings: yolo });
    if (decision === 'deny') expect(reason).toContain('than are looked through');
    else expect(decision).toMatch(/^(?:allow|ask)$/);
  });

  it.each<[string, string]>([
    ['python3', 'import os; os.system("git push" + "x" * -1)'],
    ['node', 'require("child_process").execSync("git push" + "x".repeat(-1))'],
  ])('has nothing of a text that is there less than never: %s', async (program, code) => {
    const option = program === 'node' ? '-e' : '-c';
    expect(await decide(`${program} ${option} '${code}'`)).toBe('deny');
  });

  it.each([
    ['loops within each other', 'for a in L:\n for b in L:\n  for c in L:\n   os.system(a + b + c)'],
    ['ways to call', `def f(a, b=1): os.system(a)\n${'f("ls")\n'.repeat(300)}f("git push")`],
  ])('is refused where it may be more than is looked through: %s', async (_, code) => {
    const list = `L = [${Array.from({ length: 40 }, (__, index) => `"ls ${index}"`).join(', ')}]`;
    expect(await decide(python(`${list}\n${code}`))).toBe('deny');
  });
});
