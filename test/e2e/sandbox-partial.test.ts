import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv, tempFolder } from '../helpers/binary.ts';
import { canForbidNamespaces, partialPrefix } from '../helpers/partial-sandbox.ts';

const works = canForbidNamespaces();
if (!works)
  process.stderr.write('Skipped: commands in a partial sandbox (unshare cannot forbid namespaces)\n');

function runPartial(args: readonly string[], extra: Readonly<Record<string, string>> = {}) {
  const [program = '', ...words] = [...partialPrefix, binary, '--yolo', '--host', 'sandbox', 'shell'];
  return spawnSync(program, [...words, ...args], {
    cwd: tempFolder(),
    env: cleanEnv(tempFolder(), extra),
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
}

describe.runIf(works)('a command in a partial sandbox', () => {
  it('opens its own terminal by name, and no other device but the harmless ones', () => {
    const { stdout } = runPartial([
      '--pty',
      'echo written > "$(tty)"; : < /dev/zero && echo zero; : < /dev/ptmx || echo closed',
    ]);
    expect(stdout).toContain('written');
    expect(stdout).toContain('zero');
    expect(stdout).toContain('closed');
  });

  it('is refused where its temporary files have no place', () => {
    const { status, stderr } = runPartial(['true'], { TMPDIR: join(tempFolder(), 'missing') });
    expect(stderr).toContain('Cannot run in "the sandbox": no folder for its temporary files can be made');
    expect(status).toBe(1);
  });
});
