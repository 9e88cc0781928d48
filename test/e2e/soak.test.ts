import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

describe.runIf(process.platform === 'linux')('the soak', () => {
  it('finds nothing wrong in a short run', { timeout: 600_000 }, async () => {
    const words = ['soak/run.ts', '--calls', '300', '--seed', '7'];
    const said = await new Promise<string>((resolve) =>
      execFile(join(root, 'node_modules/.bin/bun'), words, { cwd: root }, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      ),
    );
    expect(said).toContain(', 0 failed, ');
    expect(said).not.toContain('FAIL');
  });
});
