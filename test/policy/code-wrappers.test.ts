import { describe, expect, it } from 'vitest';
import { denyBench } from '../helpers/deny-bench.ts';

describe('functions of code that put a program before what they are given', () => {
  const decide = denyBench('git push *');
  const python = (code: string) => `python3 - <<'E'\nimport subprocess\n${code}\nE`;

  it.each([
    python('def git(*a):\n    subprocess.run(["git", *a])\ngit("push", "origin")'),
    python(
      'def git(*args, **kw):\n    return subprocess.run(["git", "-C", ".", *args], **kw)\ngit("push", "x")',
    ),
    python('def run(cmd):\n    subprocess.run(["git"] + cmd)\nrun(["push", "x"])'),
    python('run = lambda *a: subprocess.run(["git", *a])\nrun("push", "x")'),
    `node -e "const {execFileSync}=require('child_process'); const git=(...a)=>execFileSync('git',a); git('push','x')"`,
    `ruby -e 'def g(*a) system("git",*a) end; g "push", "x"'`,
  ])('are followed in %s', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    python('def git(*a):\n    subprocess.run(["git", *a])\ngit("status")\nprint("push")'),
    python('def push(*a):\n    subprocess.run(["docker", *a])\npush("push", "x")'),
    python('def note(*a):\n    print("git", *a)\nnote("push", "x")'),
  ])('are not taken for others in %s', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    ['letters', 'a'.repeat(60_000)],
    ['names', 'a '.repeat(30_000)],
    ['definitions', 'def f(*a): subprocess.run(["git", *a])\n'.repeat(1200)],
    ['blanks', `def f${' '.repeat(60_000)}`],
    ['calls', `def f(*a): subprocess.run(["git", *a])\n${'f("x")\n'.repeat(8000)}`],
  ])('are looked for in bounded time among %s', { tags: ['slow'] }, async (_, code) => {
    expect(await decide(python(code))).toMatch(/^(?:allow|ask|deny)$/);
  });
});
