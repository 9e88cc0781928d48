/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import { denyBench } from '../helpers/deny-bench.ts';

describe('what texts print that a command runs', () => {
  const decide = denyBench('git push *');

  it.each([
    `bash -c 'echo "git push"' | sh`,
    `timeout 5 bash -c 'echo "git push"' | sh`,
    `bash -c 'echo "git push" >&2' 2>&1 | sh`,
    `bash -c 'printf "git push\\n"' > d; sh d`,
    `sh -c 'bash -c "echo git push"' > d; . ./d`,
    `eval 'echo "git push"' > d; sh d`,
    'eval \'echo "git push"\' | sh',
    'f() { echo "git push"; }; f > d; sh d',
    'f() { echo "git push"; }; f >> d; bash < d',
    'ssh host echo git push | sh',
    'find . -exec echo git push \\; | sh',
    `echo "$(bash -c 'echo "git push"')" | sh`,
    `bash -c 'echo "import os; os.system(\\"git push\\")"' | python3`,
    `bash -c 'echo Z2l0IHB1c2gK' | base64 -d | sh`,
  ])('is run by %j', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    `bash -c 'echo "git push"'; cat a.txt`,
    `bash -c 'echo "git push"' > d; cat d`,
    `bash -c 'echo "git push"' > d; sh e`,
    `bash -c 'echo "git status"' | sh`,
    'f() { echo "git push"; }; f > d; cat d',
  ])('is not run by %j', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    ['many texts', `${`bash -c 'echo a; echo b' > d; `.repeat(1500)}sh d`],
    ['texts within texts', `${'eval "eval "'.repeat(200)}; ${`bash -c "bash -c 'echo x'"; `.repeat(700)} sh`],
    ['one function', `f() { ${'echo x; '.repeat(1500)}}; ${'f > d; '.repeat(1500)}sh d`],
    ['long texts', `${`bash -c 'echo ${'x'.repeat(3000)}' | sh; `.repeat(20)}`],
  ])('is looked for in bounded time: %s', { tags: ['slow'], timeout: 60_000 }, async (_, script) => {
    expect(['allow', 'deny']).toContain(await decide(script));
  });
});
