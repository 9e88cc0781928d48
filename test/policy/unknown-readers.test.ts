import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PolicyBench, policyBench } from '../helpers/policy-bench.ts';

/** Rules about reading hold for the words of programs without a profile too, where nothing asks about those. */
describe('a rule that denies reading, where everything may run', () => {
  let bench: PolicyBench;
  beforeAll(() => {
    bench = policyBench();
    bench.stub('pr', 'look-at', 'eslint', 'ssh');
    bench.file('drafts/plan.txt', 'a plan');
    bench.file('src/a.ts', 'x');
    bench.file('.env', 'A=1');
  });
  afterAll(() => bench.remove());

  const decide = async (command: string) => {
    const settings = { approval: { security: 'full' as const, ask: 'off' as const } };
    return (await bench.judge(command, { settings, rules: [{ tool: 'read', deny: 'drafts/**' }] })).decision;
  };

  it.each([
    'pr -t drafts/plan.txt',
    'pr drafts/*',
    'cd drafts && pr plan.txt',
    'look-at --in=drafts/plan.txt',
    'look-at @drafts/plan.txt',
    'look-at drafts',
    'timeout 5 pr drafts/plan.txt',
    'sh -c "pr drafts/plan.txt"',
    'source drafts/plan.txt',
  ])('refuses %s', async (command) => {
    expect(await decide(command)).toBe('deny');
  });

  it.each([
    'pr src/a.ts',
    'pr drafts/none.txt',
    'rm drafts/plan.txt',
    'timeout 5 rm drafts/plan.txt',
    'touch drafts/plan.txt',
    'git add drafts/plan.txt',
    'find . -name drafts -delete',
    'eslint --ignore-pattern drafts src',
    'eslint --exclude=drafts src',
    'look-at --env-file .env',
    'ssh host pr drafts/plan.txt',
    'echo drafts/plan.txt',
  ])('lets %s run', async (command) => {
    expect(await decide(command)).toBe('allow');
  });
});
