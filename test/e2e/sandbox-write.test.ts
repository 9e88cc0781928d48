import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { levels, outside, outsideFolder, SandboxHome } from '../helpers/sandbox-levels.ts';

const place = outsideFolder();

describe.each(levels)('sandbox.write, %s', (name, level, isOther, can) => {
  const isRun = can && outside !== undefined;
  if (!isRun) process.stderr.write(`Skipped: sandbox.write, ${name}\n`);

  it.runIf(isRun).each([
    ['relative', 'build'],
    ['absolute', '~/ws/build'],
    ['of a folder below', 'build/deep'],
  ])('opens nothing outside by a link that a command made, %s', (_, entry) => {
    const sandbox = new SandboxHome(place, level, isOther);
    const extra = { AGENT_TOOLS_SANDBOX_WRITE: JSON.stringify([entry]) };
    expect(sandbox.run('ln -s ../out build', extra).status).toBe(0);
    const { status, stderr } = sandbox.run('echo evil > ../out/deep/new', extra);
    expect(status).not.toBe(0);
    expect(existsSync(join(sandbox.home, 'out/deep/new'))).toBe(false);
    expect(stderr).toContain(`"${entry}" of sandbox.write is passed over`);
  });

  it.runIf(isRun)('opens what a path outside names, and a folder that comes to be in a root', () => {
    const sandbox = new SandboxHome(place, level, isOther);
    const extra = { AGENT_TOOLS_SANDBOX_WRITE: JSON.stringify(['~/out', 'build']) };
    const { status, stderr } = sandbox.run('mkdir build && echo good > ../out/new', extra);
    expect([status, stderr]).toEqual([0, '']);
    expect(sandbox.run('echo good > build/new', extra).status).toBe(0);
    expect(existsSync(join(sandbox.home, 'out/new'))).toBe(true);
  });
});
