import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stricter } from '../../src/core/verdict.ts';
import { type BenchOptions, type PolicyBench, policyBench, programNames } from '../helpers/policy-bench.ts';

const modes = {
  default: {},
  deny: { approval: { security: 'deny' } },
  silent: { approval: { ask: 'off' } },
  always: { approval: { ask: 'always' } },
  full: { approval: { security: 'full' } },
  yolo: { approval: { security: 'full', ask: 'off' } },
} as const satisfies Record<string, BenchOptions['settings']>;

type Mode = keyof typeof modes;

const corpus: readonly string[] = readFileSync(
  new URL('../fixtures/policy/commands.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line).command);

describe('the verdicts of commands', () => {
  let bench: PolicyBench;
  beforeAll(() => {
    bench = policyBench();
    bench.stub('tool', ...programNames(corpus));
  });
  afterAll(() => bench.remove());

  const rules = [{ allow: 'tool *' }, { deny: 'tool bad *' }, { ask: 'tool odd *' }];

  it.each<[Mode, string, string, readonly string[]]>([
    ['default', 'ls; touch x', 'ask', ['allow ls', 'ask touch x']],
    ['silent', 'ls; touch x', 'deny', ['allow ls', 'deny touch x']],
    ['always', 'ls; touch x', 'ask', ['ask ls', 'ask touch x']],
    ['full', 'ls; touch x', 'allow', ['allow ls', 'allow touch x']],
    ['yolo', 'ls; touch x', 'allow', ['allow ls', 'allow touch x']],
    ['default', 'ls; tool bad', 'deny', ['allow ls', 'deny tool bad']],
    ['yolo', 'ls; tool bad', 'deny', ['allow ls', 'deny tool bad']],
    ['default', 'sudo tool bad', 'deny', ['ask sudo tool bad', 'deny tool bad']],
    ['yolo', 'sudo tool bad', 'deny', ['allow sudo tool bad', 'deny tool bad']],
    ['default', 'eval "tool bad"', 'deny', ['deny tool bad']],
    ['default', 'ls; tool odd', 'ask', ['allow ls', 'ask tool odd']],
    ['yolo', 'ls; tool odd', 'allow', ['allow ls', 'allow tool odd']],
    ['default', 'ls; rm -rf /', 'deny', ['allow ls', 'deny rm -rf /']],
    ['yolo', 'find / -exec rm -rf {} +', 'deny', ['deny find / -exec rm -rf {} +']],
    ['yolo', 'touch x; cat .env', 'deny', ['allow touch x', 'deny cat .env']],
    ['default', ':(){ :|:& };:', 'deny', []],
  ])('%s, %s: %s', async (mode, command, expected, rows) => {
    const { decision, commands } = await bench.judge(command, { settings: modes[mode], rules });
    expect(decision).toBe(expected);
    expect(commands.map((row) => `${row.decision} ${row.argv.join(' ')}`)).toEqual(rows);
  });

  it.each(Object.keys(modes) as Mode[])(
    'are never stricter than the whole: %s',
    { tags: ['slow'] },
    async (mode) => {
      for (const command of corpus) {
        const whole = await bench.judge(command, { settings: modes[mode], rules: [{ deny: 'git push *' }] });
        for (const row of [...whole.commands, ...whole.paths])
          expect(`${command}: ${stricter(row.decision, whole.decision)}`).toBe(
            `${command}: ${whole.decision}`,
          );
      }
    },
  );

  it.each(['default', 'silent', 'yolo'] as const)(
    'explain a whole that is understood: %s',
    { tags: ['slow'] },
    async (mode) => {
      for (const command of corpus) {
        const whole = await bench.judge(command, { settings: modes[mode], rules: [{ deny: 'git push *' }] });
        if (whole.opaque !== null || whole.decision === 'allow') continue;
        const rows = [...whole.commands, ...whole.paths].map((row) => `${row.decision}: ${row.reason}`);
        expect(rows, command).toContain(`${whole.decision}: ${whole.reason}`);
      }
    },
  );
});
