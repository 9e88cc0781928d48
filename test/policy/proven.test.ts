import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programNames } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const linesOf = (name: string): readonly string[] =>
  readFileSync(new URL(`../fixtures/policy/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
const commandsOf = (name: string): readonly string[] => linesOf(name).map((line) => JSON.parse(line).command);

const known = [
  ...commandsOf('commands.jsonl'),
  ...commandsOf('everyday.jsonl'),
  ...linesOf('everyday-reads.txt'),
  ...linesOf('never-allowed.txt'),
];

/** What reads, beside what must be found wherever it stands. */
const mixed = [
  'ls; rm -rf /',
  'ls && $(rm -rf ~)',
  'cat a.txt | sh -c "rm -rf /"',
  'echo $(rm -rf /)',
  'timeout 5 rm -rf /',
  'cat ../home/.config/agent-tools/config.json',
  'head .agent-tools.json',
  'ls ../home/.config/agent-tools',
  'grep -r x ../home',
  'agent-tools approvals list',
  'cat .env',
  'PATH=. ls',
  'ls > ../home/.config/agent-tools/config.json',
  'echo x >/dev/sda',
  ':(){ :|:& };:',
];

/** A rule that means no command here, but for which everything that a text might run is looked for. */
const unrelated = { rules: [{ deny: 'no-such-program-at-all *' }] };

describe('commands whose steps say all', () => {
  const bench = sharedBench(() => {
    bench.stub('agent-tools', ...programNames(known));
    bench.file('.env', 'A=1');
    bench.file('a.txt', 'x\n');
  });

  it.each(mixed)('%s is decided as when all is looked for', async (script) => {
    const short = await bench.judge(script);
    const long = await bench.judge(script, unrelated);
    expect([short.decision, short.reason, short.rule]).toEqual([long.decision, long.reason, long.rule]);
  });

  it('are decided so in all that is known here', { tags: ['slow'], timeout: 120_000 }, async () => {
    let allowed = 0;
    for (const script of known) {
      const short = await bench.judge(script);
      const long = await bench.judge(script, unrelated);
      expect([script, short.decision, short.reason, short.commands]).toEqual([
        script,
        long.decision,
        long.reason,
        long.commands,
      ]);
      if (short.decision === 'allow') allowed += 1;
    }
    expect(allowed).toBeGreaterThan(500);
  });

  it.each([
    ['a deny rule', { rules: [{ deny: 'ls *' }] }],
    ['an ask rule', { rules: [{ ask: 'ls *' }] }],
    ['a deny rule for what is read', { rules: [{ tool: 'read', deny: 'a.txt' }] }],
  ])('%s holds', async (_, options) => {
    expect(await bench.decide('ls a.txt; cat a.txt', options)).not.toBe('allow');
  });

  it.each([
    ['a variable that chooses code', { env: { LD_PRELOAD: './x.so' } }],
    ['a run as root', { elevated: true }],
  ])('%s is not overlooked', async (_, exec) => {
    expect(await bench.decide('ls', { exec })).not.toBe('allow');
  });
});
