import { describe, expect, it } from 'vitest';
import { stricter } from '../../src/core/verdict.ts';
import { type BenchOptions, programNames, yolo } from '../helpers/policy-bench.ts';
import { corpusCommands } from '../helpers/policy-corpus.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const modes = {
  default: {},
  deny: { approval: { security: 'deny' } },
  silent: { approval: { ask: 'off' } },
  always: { approval: { ask: 'always' } },
  full: { approval: { security: 'full' } },
  yolo,
} as const satisfies Record<string, BenchOptions['settings']>;

type Mode = keyof typeof modes;

describe('the verdicts of commands', () => {
  const bench = sharedBench(() => {
    bench.stub('tool', ...programNames(corpusCommands));
  });

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

  it.each([
    ['tool odd', [{ ask: 'tool odd *', reason: 'look first' }]],
    ['make world', [{ allow: 'make' }, { ask: 'make *', reason: 'look first' }]],
    ['ls', [{ ask: 'ls *', reason: 'look first' }]],
  ])('name the rule that asks about a command, whatever else would: %s', async (command, own) => {
    const { reason, commands } = await bench.judge(command, { rules: own });
    const rule = { text: own.at(-1)?.ask };
    expect([{ reason }, ...commands]).toMatchObject([
      { reason: 'look first' },
      { reason: 'look first', rule },
    ]);
  });

  // Where all is refused, no command is looked at.
  it.each((Object.keys(modes) as Mode[]).filter((mode) => mode !== 'deny'))(
    'are never stricter than the whole: %s',
    { tags: ['slow'] },
    async (mode) => {
      for (const command of corpusCommands) {
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
      for (const command of corpusCommands) {
        const whole = await bench.judge(command, { settings: modes[mode], rules: [{ deny: 'git push *' }] });
        if (whole.opaque !== null || whole.decision === 'allow') continue;
        const rows = [...whole.commands, ...whole.paths].map((row) => `${row.decision}: ${row.reason}`);
        expect(rows, command).toContain(`${whole.decision}: ${whole.reason}`);
      }
    },
  );
});
