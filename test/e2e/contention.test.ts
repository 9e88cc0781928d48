import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe('many at once', () => {
  it('forty calls that nobody answers each leave their approval', async () => {
    const home = tempFolder();
    const runs = await Promise.all(numbers(40).map((n) => runCli(['shell', `touch made-${n}`], { home })));
    for (const { status, stderr } of runs) {
      expect(stderr).toContain('Approval required, nothing ran');
      expect(status).toBe(126);
    }
    expect(readdirSync(join(home, '.local/state/agent-tools/approvals'))).toHaveLength(40);
    expect((await runCli(['audit', 'verify'], { home })).status).toBe(0);
  });

  it('twelve times config trust: no entry is lost, and none that is revoked meanwhile comes back', async () => {
    const home = tempFolder();
    const files = numbers(12).map((n) => {
      const folder = join(home, `project-${n}`);
      mkdirSync(folder);
      writeFileSync(join(folder, '.agent-tools.json'), '{}');
      return join(folder, '.agent-tools.json');
    });
    const trusted = async (): Promise<readonly string[]> => {
      const { stdout } = await runCli(['config', 'trust', '--list', '--json'], { home });
      return JSON.parse(stdout.toString())
        .map(({ path }: { readonly path: string }) => path)
        .sort();
    };
    const all = await Promise.all(files.map((file) => runCli(['config', 'trust', file], { home })));
    for (const { status, stderr } of all) expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(await trusted()).toEqual([...files].sort());
    const words = files.map((file, n) => (n % 2 === 0 ? [file] : ['--revoke', file]));
    const mixed = await Promise.all(words.map((more) => runCli(['config', 'trust', ...more], { home })));
    for (const { status, stderr } of mixed) expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(await trusted()).toEqual(files.filter((_, n) => n % 2 === 0).sort());
  });
});
