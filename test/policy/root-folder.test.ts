import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PolicyBench, policyBench } from '../helpers/policy-bench.ts';

const settings = { approval: { security: 'full' as const, ask: 'off' as const } };

describe('what reaches the policy from the root of all folders', () => {
  let bench: PolicyBench;
  beforeAll(() => {
    bench = policyBench();
    const config = join(bench.workspace.home, '.config/agent-tools/config.json');
    bench.file(config, '{}');
    bench.file(`evil${config}`, '{}');
    mkdirSync(join(bench.workspace.cwd, 'kind'));
  });
  afterAll(() => bench.remove());

  it.each([
    ['find / -name config.json -delete', 'deny'],
    ['find / -name no-such-name.json -delete', 'allow'],
    ['cp -rT evil /', 'deny'],
    ['rsync -a evil/ /', 'deny'],
    ['cp -rT kind /', 'allow'],
  ])('%s: %s', async (script, decision) => {
    expect((await bench.judge(script, { settings })).decision).toBe(decision);
  });
});
