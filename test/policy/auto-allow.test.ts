import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

/** A sandbox contains what a command changes, not what it shows. */
describe('sandbox.autoAllow', () => {
  const bench = sharedBench(() => {
    bench.stub('npm', 'python3', 'make', 'look-at', 'less', 'zip', 'git');
    bench.file('.env', 'A=1');
    bench.file('drafts/plan.txt', 'a plan');
    bench.file('src/a.ts', 'x');
    bench.file('x.py');
  });

  const decide = async (command: string, rule: object = { tool: 'read', deny: 'drafts/**' }) => {
    const settings = { sandbox: { autoAllow: true } };
    return bench.judge(command, { settings, isSandboxed: true, rules: [rule] });
  };

  it.each([
    'cat .env',
    'less .env',
    'cat .env*',
    'cat .e?v',
    'eval "cat .env"',
    'eval cat .env',
    'find . -maxdepth 1 -name .env -exec cat {} +',
    `python3 -c "print(open('.env').read())"`,
    'cp .env x',
    'cat $(echo .env)',
    'look-at .env',
    'look-at --in=.env',
    'zip o.zip .env',
    'exec cat .env',
    'bash -v .env',
    'make && look-at .env',
    'cd src && look-at ../.env',
    'sh -c "less .env"',
    'cat < .env',
  ])('asks about a secret: %s', async (command) => {
    expect(await decide(command)).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('usually holds secrets'),
    });
  });

  it.each([
    'look-at drafts/plan.txt',
    'eval "cat drafts/plan.txt"',
    'cat $(echo drafts/plan.txt)',
    'python3 x.py drafts/plan.txt',
    'bash -v drafts/plan.txt',
    'python3 drafts/plan.txt',
    'grep -rn plan .',
  ])('asks about what a rule withholds, or refuses it: %s', async (command) => {
    expect((await decide(command)).decision).not.toBe('allow');
  });

  it.each([
    'npm test',
    'make test && rm -r src',
    'eval "npm test"',
    'python3 x.py src/a.ts',
    'look-at src/*',
    'for f in src/*; do look-at "$f"; done',
    'echo x > out.txt',
    'cp src/a.ts src/b.ts',
    'git commit -am x',
    'cat $(echo src/a.ts)',
    'rm .env.none',
  ])('lets run what it contains: %s', async (command) => {
    expect((await decide(command)).decision).toBe('allow');
  });

  it('lets a secret be read that a rule names', async () => {
    const { decision } = await decide('less .env', { tool: 'read', allow: '.env' });
    expect(decision).toBe('allow');
  });

  it.each(['rm -rf /', 'eval "rm -rf ~"'])('keeps the guard: %s', async (command) => {
    expect((await decide(command)).decision).toBe('deny');
  });
});
