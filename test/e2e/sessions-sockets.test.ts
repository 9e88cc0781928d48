import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Runs a shell text where every folder for sockets is read-only, and the state folder has a name too long for one. */
function runWithout(prepare: string, text: string) {
  const home = tempFolder();
  const state = 'x'.repeat(100);
  for (const name of [state, 'ws', 'run']) mkdirSync(join(home, name));
  writeFileSync(join(home, 'agent-tools'), '');
  const mounts = `set -e
    mount --bind . /mnt; mount --bind "$0" /mnt/agent-tools
    mount -t tmpfs tmpfs /mnt/run; mount -t tmpfs tmpfs /tmp; ${prepare}
    for it in /tmp /mnt/run; do mount -o remount,ro "$it"; done; cd /mnt/ws`;
  const places = { XDG_STATE_HOME: `/mnt/${state}`, XDG_RUNTIME_DIR: '/mnt/run', TMPDIR: '/tmp' };
  const words = ['-Urm', 'bash', '-c', `${mounts}; ${text}`, binary];
  return spawnSync('unshare', words, {
    cwd: home,
    env: { ...cleanEnv('/mnt'), ...places },
    encoding: 'utf8',
  });
}

const canMount = runWithout('', 'exit 0').status === 0;

describe.runIf(canMount)('a session that can listen nowhere', () => {
  it.each([
    ['no folder for its socket can be made', '', /Cannot listen in "\/tmp\/agent-tools-0"/],
    [
      'its socket cannot be made',
      'mkdir -m 700 {/tmp,/mnt/run}/agent-tools-0',
      /Cannot listen at "[^"]*\/agent-tools-0\/[a-z0-9]{12}"/,
    ],
  ])('is told with the place where it would: %s', (_, prepare, place) => {
    const { status, stderr } = runWithout(prepare, '/mnt/agent-tools --yolo shell --background true');
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          `${place.source}: it cannot be made or written \\(the file system is read-only\\), expected a place for it that can \\(XDG_RUNTIME_DIR\\)\n$`,
        ),
      ),
    ]);
  });
});
