/** @module-tag forms */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PolicyBench, policyBench } from '../helpers/policy-bench.ts';

describe('a rule for the scripts of a package', () => {
  let bench: PolicyBench;
  beforeAll(() => {
    bench = policyBench();
    bench.stub('npm', 'pnpm', 'yarn');
  });
  afterAll(() => bench.remove());

  const decide = async (command: string, allow: string) =>
    (await bench.judge(command, { rules: [{ allow }] })).decision;

  it.each([
    ['npm test *', 'npm test x'],
    ['npm test *', 'npm test c config'],
    ['npm run *', 'npm run exec'],
    ['npm run *', 'npm run build x'],
    ['npm *', 'npm run x --workspaces'],
    ['pnpm test *', 'pnpm test exec'],
    ['yarn run *', 'yarn run config'],
  ])('%s takes words that name sub-commands elsewhere: %s', async (allow, command) => {
    expect(await decide(command, allow)).toBe('allow');
  });

  it.each([
    ['npm *', 'npm x evil'],
    ['npm *', 'npm exec -- evil'],
    ['npm *', 'npm --silent exec evil'],
    ['npm *', 'npm --loglevel silent x evil'],
    ['npm *', 'npm config set script-shell evil'],
    ['npm *', 'npm c set script-shell evil'],
    ['npm test *', 'npm test --script-shell evil'],
    ['npm test *', 'npm test --prefix /tmp/x'],
    ['pnpm *', 'pnpm dlx evil'],
    ['pnpm *', 'pnpm -r exec evil'],
    ['pnpm *', 'pnpm recursive exec evil'],
    ['pnpm *', 'pnpm m exec evil'],
    ['yarn *', 'yarn exec evil'],
    ['yarn *', 'yarn workspace a exec evil'],
    ['yarn *', 'yarn workspaces foreach -A exec evil'],
  ])('%s does not reach what another sub-command runs: %s', async (allow, command) => {
    expect(await decide(command, allow)).toBe('ask');
  });
});
