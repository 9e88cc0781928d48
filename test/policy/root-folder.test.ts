import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('what reaches the policy from the root of all folders', () => {
  const bench = sharedBench(() => {
    const config = join(bench.workspace.home, '.config/agent-tools/config.json');
    bench.file(config, '{}');
    bench.file(`evil${config}`, '{}');
    mkdirSync(join(bench.workspace.cwd, 'kind'));
  });

  it.each([
    ['find / -name config.json -delete', 'deny'],
    ['find / -name no-such-name.json -delete', 'allow'],
    ['cp -rT evil /', 'deny'],
    ['rsync -a evil/ /', 'deny'],
    ['cp -rT kind /', 'allow'],
  ])('%s: %s', async (script, decision) => {
    expect(await bench.decide(script, { settings: yolo })).toBe(decision);
  });
});
