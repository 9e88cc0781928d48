import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allProfiles } from '../../src/policy/profiles/table.ts';
import { type PolicyBench, policyBench, programNames } from '../helpers/policy-bench.ts';

const profiles = allProfiles();
const rows = profiles.flatMap((profile) => [
  ...profile.allow.map((command) => ({ command, allowed: true })),
  ...profile.notAllow.map((command) => ({ command, allowed: false })),
]);

describe('the examples of the profiles', () => {
  let bench: PolicyBench;

  beforeAll(() => {
    bench = policyBench();
    bench.stub(...programNames(rows.map((row) => row.command)));
    for (const name of ['a', 'b', 'f', 'README.md', 'notes.txt', 'main.ts', 'src/x.ts', 'sub/y'])
      bench.file(name);
  });
  afterAll(() => bench.remove());

  it.each(profiles)('$names has examples of both kinds', ({ allow, notAllow }) => {
    expect(allow.length).toBeGreaterThan(0);
    expect(notAllow.length).toBeGreaterThan(0);
  });

  it.each(rows.filter((row) => row.allowed))('allows $command', async ({ command }) => {
    const { decision, reason } = await bench.judge(command);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each(rows.filter((row) => !row.allowed))('does not allow $command', async ({ command }) => {
    expect((await bench.judge(command)).decision).not.toBe('allow');
  });
});
