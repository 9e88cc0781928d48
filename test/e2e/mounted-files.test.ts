import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Mounts the file `real` on `ws/f`, in a folder that is read-only or not, and runs the rest of its words there. */
const script = (mode: string) => `set -e
mount -t tmpfs tmpfs ws
touch ws/f
echo kept > ws/own
mount --bind real ws/f
mount -o remount,bind,${mode} ws
cd ws
exec "$@"`;

function runMounted(home: string, mode: string, args: readonly string[]) {
  const words = ['-Urm', 'bash', '-c', script(mode), 'bash', ...args];
  return spawnSync('unshare', words, { cwd: home, env: cleanEnv(home), encoding: 'utf8' });
}

function makeHome(): string {
  const home = tempFolder();
  mkdirSync(join(home, 'ws'));
  writeFileSync(join(home, 'real'), 'old\n');
  return home;
}

/** As in a container that has a file of the host in it. */
describe.runIf(runMounted(makeHome(), 'ro', ['true']).status === 0)('a file that is a mount point', () => {
  it.each([
    ['write', 'rw', ['write', 'f', 'new']],
    ['write', 'ro', ['write', 'f', 'new']],
    ['edit', 'ro', ['edit', 'f', '--old', 'old\n', '--new', 'new']],
  ])('is written in place by %s in a folder that is %s', (_, mode, args) => {
    const home = makeHome();
    const { status, stderr } = runMounted(home, mode, [binary, '--yolo', ...args]);
    expect([status, stderr]).toEqual([
      0,
      'agent-tools: Written in place, not atomically: it is a mount point.\n',
    ]);
    expect(readFileSync(join(home, 'real'), 'utf8')).toBe('new');
  });

  it.each(['own', 'more'])('lets no other file of a read-only folder be written: %s', (name) => {
    const { status, stderr } = runMounted(makeHome(), 'ro', [binary, '--yolo', 'write', name, 'new']);
    expect([status, stderr]).toEqual([
      1,
      `agent-tools: Cannot write "${name}": the file system is read-only, expected a writable place\n`,
    ]);
  });
});
