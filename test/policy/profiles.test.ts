/** @module-tag forms */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allProfiles } from '../../src/policy/profiles/table.ts';
import { programNames } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const profiles = allProfiles();
const rows = profiles.flatMap((profile) => [
  ...profile.allow.map((command) => ({ command, allowed: true })),
  ...profile.notAllow.map((command) => ({ command, allowed: false })),
]);

describe('the examples of the profiles', () => {
  const bench = sharedBench(
    () => {
      bench.stub(...programNames(rows.map((row) => row.command)));
      for (const name of ['a', 'b', 'f', 'README.md', 'notes.txt', 'main.ts', 'src/x.ts', 'sub/y'])
        bench.file(name);
      // A folder and a name in the place of which another file is read.
      bench.file('sub.js/package.json');
      symlinkSync(
        bench.file(join(bench.workspace.home, '.ssh/id_rsa')),
        join(bench.workspace.cwd, 'sub/secret.js.json'),
      );
    },
    { inherited: () => null },
  );

  it.each(profiles)('$names has examples of both kinds', ({ allow, notAllow }) => {
    expect(allow.length).toBeGreaterThan(0);
    expect(notAllow.length).toBeGreaterThan(0);
  });

  it.each(rows.filter((row) => row.allowed))('allows $command', async ({ command }) => {
    const { decision, reason } = await bench.judge(command);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each(rows.filter((row) => !row.allowed))('does not allow $command', async ({ command }) => {
    expect(await bench.decide(command)).not.toBe('allow');
  });

  it.each([
    ['git add -A', 'git: no rule allows it, and it is none of its forms that are known to be harmless'],
    ['git push', 'git: no rule allows it, and it is none of its forms that are known to be harmless'],
    [
      'git -C sub commit -qm x',
      'git: no rule allows it, and it is none of its forms that are known to be harmless',
    ],
    ['git status --frob', 'git: --frob is not among the options known to be harmless'],
    ['git -c user.name=x add a', 'git: -c is not among the options known to be harmless'],
    ['npm publish', 'npm: no rule allows it, and it is none of its forms that are known to be harmless'],
    ['npm -w a test', 'npm: no rule allows it, and only what it tells of itself is known to be harmless'],
    ['make test', 'make: no rule allows it, and only what it tells of itself is known to be harmless'],
  ])('says of %s that %s', async (command, reason) => {
    expect((await bench.judge(command)).reason).toBe(reason);
  });
});
