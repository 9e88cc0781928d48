/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import rows from '../fixtures/policy/hostile-forms.json' with { type: 'json' };
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('what bash runs in the end', () => {
  const bench = sharedBench(() => {
    bench.file('deploy.sh', 'echo x\n');
    bench.file('a.txt', 'a\n');
    bench.file('drafts/a.txt', 'a\n');
  });

  const decide = (script: string, deny: string) =>
    bench.decide(script, { settings: yolo, rules: [{ deny }], protectedPaths: [] });

  it.each(rows.commands)('is told of a command in %j', async (script) => {
    expect(await decide(script, 'git push *')).toBe('deny');
  });

  it.each(rows.otherCommands)('is another command in %j', async (script) => {
    expect(await decide(script, 'git push *')).toBe('allow');
  });

  it.each(rows.scripts)('is told of a script in %j', async (script) => {
    expect(await decide(script, './deploy.sh *')).toBe('deny');
  });

  it.each(rows.otherScripts)('is no script of that name in %j', async (script) => {
    expect(await decide(script, './deploy.sh *')).toBe('allow');
  });

  it.each([
    ['pipes', `${'cat a.txt | '.repeat(4000)}sh`],
    ['readers', 'cat a.txt; sh; '.repeat(3000)],
    ['folders', `PATH=${'a:'.repeat(30_000)} x`],
    ['options', `getopts a: x ${'-abc '.repeat(12_000)}; git $OPTARG`],
    ['variables that name programs', `${'EDITOR=ls '.repeat(6000)}git commit`],
    ['what env sets', `env ${'GIT_EDITOR=ls '.repeat(4000)}git commit`],
    ['a long name of a variable', `${'A'.repeat(60_000)}_PAGER=ls git log`],
    ['parts of a wrapper', `gcc -wrapper ${'x,'.repeat(30_000)} a.c`],
    ['an address for another', `git -c ${'url.ext::=.insteadof'.repeat(3000)} fetch x`],
    ['last words', ': x; y=$_; '.repeat(5000)],
  ])('is looked for in bounded time: %s', { tags: ['slow'], timeout: 60_000 }, async (_, script) => {
    expect(['allow', 'deny']).toContain(await decide(script, 'git push *'));
  });
});
