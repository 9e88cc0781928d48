import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PolicyBench, policyBench, programNames } from '../helpers/policy-bench.ts';

interface Row {
  readonly command: string;
  readonly expect: 'allow' | 'not-allow' | 'refuse' | 'allow-wanted' | 'any';
  readonly allowRules?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const rows: readonly Row[] = readFileSync(
  new URL('../fixtures/policy/commands.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

describe('the corpus of judged commands', () => {
  let bench: PolicyBench;

  beforeAll(() => {
    bench = policyBench();
    bench.stub(...programNames(rows.map((row) => row.command)));
  });
  afterAll(() => bench.remove());

  const decide = async (row: Row) => {
    const rules = (row.allowRules ?? []).map((text) => ({ allow: text }));
    const verdict = await bench.judge(row.command, { rules, exec: { env: row.env ?? {} } });
    return `${verdict.decision}: ${verdict.decision === 'allow' ? '' : verdict.reason}`;
  };

  it.each(rows.filter((row) => row.expect === 'allow'))('allows $command', async (row) => {
    expect(await decide(row)).toBe('allow: ');
  });

  it.each(rows.filter((row) => row.expect === 'not-allow'))('does not allow $command', async (row) => {
    expect(await decide(row)).not.toBe('allow: ');
  });

  it.each(rows.filter((row) => row.expect === 'refuse'))('refuses $command', async (row) => {
    expect(await decide(row)).toMatch(/^deny: /);
  });

  it('allows at least four in five of the rows that should be', async () => {
    const wanted = rows.filter((row) => row.expect === 'allow-wanted');
    const decided = await Promise.all(
      wanted.map(async (row) => ({ command: row.command, said: await decide(row) })),
    );
    const missed = decided.filter(({ said }) => said !== 'allow: ');
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(wanted.length / 5);
  });
});
