import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programNames } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

interface Row {
  readonly command: string;
  readonly expect: 'allow' | 'ask' | 'deny';
  /** Rules that must be among those offered; an empty list: none is offered. */
  readonly suggest?: readonly string[];
}

const rows: readonly Row[] = readFileSync(
  new URL('../fixtures/policy/everyday.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

const files =
  'package.json README.md build.log data.csv a.txt b.txt a.bin b.bin old.py new.py src/index.ts src/util.ts src/main.py src/lib.rs lib/x app/package.json dist.tgz dist.zip bin/tool .env venv/bin/activate';

describe('everyday commands', () => {
  const bench = sharedBench(() => {
    const scripts = ['run_tests.sh', 'gradlew'];
    bench.stub(...programNames(rows.map((row) => row.command)).filter((name) => !scripts.includes(name)));
    for (const file of files.split(' ')) bench.file(file, 'x\n');
    for (const script of scripts) bench.script(script);
  });

  it('are two hundred or more', () => {
    expect(rows.length).toBeGreaterThanOrEqual(200);
  });

  it.each(rows)('$expect: $command', async (row) => {
    const verdict = await bench.judge(row.command);
    expect(`${verdict.decision} (${verdict.reason})`).toMatch(new RegExp(`^${row.expect} `));
    if (row.suggest === undefined) return;
    expect(verdict.suggest).toEqual(row.suggest.length === 0 ? [] : expect.arrayContaining([...row.suggest]));
  });

  it.each(rows.filter((row) => row.expect === 'ask'))(
    'what is offered allows $command',
    async ({ command }) => {
      const { proposals } = await bench.judge(command);
      const refused: string[] = [];
      for (const proposal of proposals) {
        const { decision, reason } = await bench.judge(command, { rules: proposal });
        if (decision !== 'allow') refused.push(`${decision} by ${JSON.stringify(proposal)} (${reason})`);
      }
      expect(refused).toEqual([]);
    },
  );
});
