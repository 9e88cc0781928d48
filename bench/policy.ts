import { defaultSettings } from '../src/config/schema.ts';
import { systemFacts } from '../src/platform/facts/facts.ts';
import { judgeEffects } from '../src/policy/judge.ts';
import type { SourcedRule } from '../src/policy/rules/rule.ts';
import { execOf } from '../test/helpers/policy-bench.ts';
import { benchEnv, binary, interleave, median, ms, quantile, type Row, withFolder } from './harness.ts';

/** Commands of about 100 characters, as agents send them. */
const commands = [
  'git status --short && git diff --stat HEAD~1 -- src test && git log --oneline -n 20 | head -n 5 || true',
  "grep -rn --include='*.ts' 'export function judge' src test 2>/dev/null | sort | uniq -c | head -n 20 | cat",
  'npm test -- --run test/policy/judge.test.ts test/policy/rules.test.ts test/policy/scope.test.ts 2>&1 | tail',
] as const;

const rounds = 2000;

/** The text of a round: the same again, or one that was not judged before. */
type Text = (round: number) => string;

/** Milliseconds of each judgement, after as many to warm up. */
async function judgeTimes(textOf: Text, cwd: string): Promise<readonly number[]> {
  const workspace = { cwd, roots: [cwd], home: cwd, realHome: cwd };
  const facts = systemFacts({ home: cwd, roots: [cwd], trustedDirs: [] });
  const rules: readonly SourcedRule[] = [{ tool: 'shell', allow: 'npm test *', source: 'bench', line: 1 }];
  const settings = defaultSettings();
  const protectedPaths = [`${cwd}/.agent-tools.json`, `${cwd}/.config/agent-tools`];
  const searchPath = process.env.PATH ?? '';
  const times: number[] = [];
  for (let round = -rounds; round < rounds; round += 1) {
    const script = textOf(round);
    const startedAt = performance.now();
    await judgeEffects({
      effects: [execOf(script, { cwd, searchPath })],
      settings,
      rules,
      workspace,
      protectedPaths,
      facts,
    });
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  return times;
}

async function judging(cwd: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const command of commands) {
    const shown = `\`${command.slice(0, 24)}…\` (${command.length} characters)`;
    const kinds: readonly (readonly [string, Text])[] = [
      [`judge ${shown}`, () => command],
      ['the same with another word each time', (round) => `${command} ${round + rounds}`],
    ];
    for (const [name, textOf] of kinds) {
      const times = await judgeTimes(textOf, cwd);
      rows.push({
        name,
        value: median(times) * 1000,
        unit: 'µs',
        target: `p50 <= 100 µs; p99 ${(quantile(times, 0.99) * 1000).toFixed(0)}`,
      });
    }
  }
  return rows;
}

async function checking(home: string): Promise<Row> {
  const run = (words: readonly string[]) => () =>
    Bun.spawn([binary, ...words], { cwd: home, env: benchEnv(home), stdio: ['ignore', 'ignore', 'ignore'] })
      .exited;
  const [check = 0, floor = 0] = await interleave(40, [
    run(['policy', 'check', commands[0]]),
    run(['--version']),
  ]);
  return ms('CLI `policy check`', check, {
    floor: ['--version', floor],
    target: `at most 10 ms more: ${(check - floor).toFixed(2)}`,
  });
}

/** What a judgement costs, in a process that lives and in one of its own. */
export function policyRows(): Promise<readonly Row[]> {
  return withFolder(async (folder) => [...(await judging(folder)), await checking(folder)]);
}
