import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

/** Rules about reading hold for the words of programs without a profile too, where nothing asks about those. */
describe('a rule that denies reading, where everything may run', () => {
  const bench = sharedBench(() => {
    bench.stub('python3', 'perl', 'ruby', 'node', 'dash', 'pr', 'look-at', 'eslint', 'ssh');
    bench.file('drafts/plan.txt', 'a plan');
    bench.file('src/a.ts', 'x');
    bench.file('.env', 'A=1');
  });

  const decide = async (command: string) => {
    const settings = { approval: { security: 'full' as const, ask: 'off' as const } };
    return await bench.decide(command, { settings, rules: [{ tool: 'read', deny: 'drafts/**' }] });
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
    'bash drafts/plan.txt',
    'bash -v drafts/plan.txt',
    'dash -v ./drafts/plan.txt',
    'python3 -u drafts/plan.txt --x',
    'perl drafts/plan.txt',
    'ruby drafts/plan.txt',
    'node drafts/plan.txt',
    'cd drafts; bash plan.txt',
    'sudo bash drafts/plan.txt',
    'look-at -fdrafts/plan.txt',
  ])('refuses %s', async (command) => {
    expect(await decide(command)).toBe('deny');
  });

  it.each([
    'cat drafts/plan.txt',
    'wc -l < drafts/plan.txt',
    'cp drafts/plan.txt x',
    'grep x drafts/plan.txt',
    'pr drafts/plan.txt',
    'look-at drafts/plan.txt',
    'eval "cat drafts/plan.txt"',
  ])('asks where the rule asks and somebody may be asked: %s', async (command) => {
    const rules = [{ tool: 'read', ask: 'drafts/**' }];
    for (const [ask, decision] of [
      ['on-miss', 'ask'],
      ['off', 'allow'],
    ] as const) {
      const settings = { approval: { security: 'full' as const, ask } };
      expect(await bench.decide(command, { settings, rules })).toBe(decision);
      expect(await bench.decide(command.replaceAll('drafts/', 'src/'), { settings, rules })).toBe('allow');
    }
  });

  it.each([
    'pr src/a.ts',
    'rm drafts/plan.txt',
    'timeout 5 rm drafts/plan.txt',
    'touch drafts/plan.txt',
    'git add drafts/plan.txt',
    'find . -name drafts -delete',
    'eslint --ignore-pattern drafts src',
    'eslint --exclude=drafts src',
    'look-at --env-file .env',
    'bash src/a.ts',
    'bash src/a.ts drafts/none.txt',
    'bash -c "echo drafts/plan.txt"',
    'ssh host bash drafts/plan.txt',
    'look-at drafts/none.txt',
    'look-at -fsrc/a.ts',
    'look-at -rdrafts-not',
    'ssh host pr drafts/plan.txt',
    'echo drafts/plan.txt',
  ])('lets %s run', async (command) => {
    expect(await decide(command)).toBe('allow');
  });
});
