import { describe, expect, it } from 'vitest';
import { programNames } from '../helpers/policy-bench.ts';
import { type CorpusRow, corpusCommands, corpusRows } from '../helpers/policy-corpus.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('the corpus of judged commands', () => {
  const bench = sharedBench(() => {
    bench.stub(...programNames(corpusCommands));
  });

  const decide = async (row: CorpusRow) => {
    const rules = (row.allowRules ?? []).map((text) => ({ allow: text }));
    const verdict = await bench.judge(row.command, { rules, exec: { env: row.env ?? {} } });
    return `${verdict.decision}: ${verdict.decision === 'allow' ? '' : verdict.reason}`;
  };

  it.each(corpusRows.filter((row) => row.expect === 'allow'))('allows $command', async (row) => {
    expect(await decide(row)).toBe('allow: ');
  });

  it.each(corpusRows.filter((row) => row.expect === 'not-allow'))('does not allow $command', async (row) => {
    expect(await decide(row)).not.toBe('allow: ');
  });

  it.each(corpusRows.filter((row) => row.expect === 'refuse'))('refuses $command', async (row) => {
    expect(await decide(row)).toMatch(/^deny: /);
  });

  it('allows at least four in five of the rows that should be', async () => {
    const wanted = corpusRows.filter((row) => row.expect === 'allow-wanted');
    const decided = await Promise.all(
      wanted.map(async (row) => ({ command: row.command, said: await decide(row) })),
    );
    const missed = decided.filter(({ said }) => said !== 'allow: ');
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(wanted.length / 5);
  });
});
