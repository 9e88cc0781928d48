/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import { denyBench } from '../helpers/deny-bench.ts';

describe('what is written to descriptors that exec opens', () => {
  const decide = denyBench('git push *');

  it.each([
    'exec 3>d; echo "git push" >&3; sh d',
    'exec 3>>d; echo "git push" 1>&3; exec 3>&-; sh d',
    'exec 3<>d; printf "git push\\n" >&3; . ./d',
    'exec 2>d; echo "git push" >&2; sh d',
    'exec >d; echo "git push"; sh d',
    'exec >d 2>&1; echo "git push"; sh d',
    'exec &>d; echo "git push"; sh d',
    'exec 1<>d; echo "git push"; sh d',
    'exec {out}>d; echo "git push" >&$out; sh d',
    `exec {out}>d; echo "git push" >&"\${out}"; sh d`,
    'f() { exec 3>d; echo "git push" >&3; }; f; sh d',
    'exec 4>d; exec 3>&4; echo "git push" >&3; sh d',
    'exec 3>d; { echo "git push"; } >&3; sh d',
    'exec 3>d; if true; then echo "git push" >&3; fi; sh d',
  ])('is run by %j', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    'exec 3>d; echo "git push" >&2; sh d',
    'exec 3>d; echo "git push" >&4; sh d',
    'exec 3>d; echo "git push" >&3; exec 3>e; echo "git status" >&3; sh e',
    'exec 3>d; echo ok >&3; echo "git push"; sh d',
    'echo "git push" >&2; sh 2',
    'echo "git push" 2>&-; sh d',
  ])('is not run by %j', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    [
      'lines to standard error',
      `f() { ${'echo "a $1 [b]" >&2; '.repeat(600)}}; ${'f x; f "$y"; '.repeat(50)}`,
    ],
    [
      'lines added to a file',
      `f() { ${'echo "a $1 [b]" >> log; '.repeat(600)}}; ${'f x; f "$y"; '.repeat(50)}`,
    ],
    [
      'different lines',
      Array.from({ length: 3000 }, (_, index) => `echo "line ${index} [b]" >> log`).join('\n'),
    ],
    ['descriptors', `${'exec 3>a 4>&3 5>&4; '.repeat(2000)}echo x >&5`],
    ['a chain of copies', Array.from({ length: 3000 }, (_, at) => `exec ${at + 4}>&${at + 3}`).join('; ')],
    [
      'files for all output',
      `${Array.from({ length: 1500 }, (_, at) => `exec >f${at}; echo x`).join('; ')}; sh d`,
    ],
  ])('is looked for in bounded time: %s', { tags: ['slow'], timeout: 60_000 }, async (_, script) => {
    expect(['allow', 'deny']).toContain(await decide(script));
  });
});
