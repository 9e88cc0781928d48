import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { hasBubblewrap } from '../helpers/sandbox-levels.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** What may be said of too few descriptors: of the call in one sentence, and of the trail. */
const told =
  /^(agent-tools: (this call is not in the audit trail: \S+ cannot be written \(too many files are open\)|Cannot [a-z ]+ "[^"]+": too many files are open, expected .*\(ulimit -n\))\n)*$/;

const inSandbox = hasBubblewrap ? ['shell --host sandbox'] : [];

it.each(['shell', 'shell --pty --yield-ms 20000', 'shell --background', ...inSandbox])(
  'too few open files are told in one sentence that names the limit: %s',
  (words) => {
    const statuses = new Set<number | null>();
    for (let limit = 6; limit <= 16; limit += 1) {
      const home = tempFolder();
      const script = `ulimit -n ${limit}; exec "$0" --yolo --quiet ${words} true`;
      const { status, stderr } = spawnSync('bash', ['-c', script, binary], {
        cwd: home,
        env: cleanEnv(home),
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
      });
      if (status !== 0) expect(stderr).toMatch(told);
      statuses.add(status);
    }
    expect([...statuses].filter((status) => status !== 0)).toEqual([1]);
  },
);

it('env tells what it finds of the machine, and why it does not tell the rest', () => {
  const home = tempFolder();
  const { status, stdout } = spawnSync('bash', ['-c', 'ulimit -n 10; exec "$0" --json env', binary], {
    cwd: home,
    env: cleanEnv(home),
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  const { os, shell, git, rg, sandbox } = JSON.parse(stdout);
  expect({ os, shell }).toMatchObject({ os: process.platform, shell: { version: null } });
  for (const { reason } of [git, rg]) expect(reason).toMatch(/version: too many files are open$/);
  if (hasBubblewrap)
    expect(sandbox).toMatchObject({ level: 'unknown', reason: expect.stringContaining('(ulimit -n)') });
});
