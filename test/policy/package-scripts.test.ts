/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a rule for the scripts of a package', () => {
  const bench = sharedBench(() => {
    bench.stub('npm', 'pnpm', 'yarn');
  });

  const decide = (command: string, allow: string) => bench.decide(command, { rules: [{ allow }] });

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
