import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { hasBubblewrap } from '../helpers/sandbox-levels.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** What may be said of too few descriptors: of the call in one sentence, and of the trail. */
const told =
  /^(agent-tools: (this call is not in the audit trail: \S+ cannot be written \(EMFILE\)|Cannot [a-z ]+ "[^"]+": too many files are open, expected .*\(ulimit -n\))\n)*$/;

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
