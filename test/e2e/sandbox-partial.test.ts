import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import {
  canForbidNamespaces,
  canTakeRights,
  partialPrefix,
  withoutRights,
} from '../helpers/partial-sandbox.ts';
import { waitFor } from '../helpers/processes.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

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

const isUnprivileged = works && canTakeRights();
if (!isUnprivileged)
  process.stderr.write(
    'Skipped: what a partial sandbox cannot remove (setpriv cannot take the rights of root)\n',
  );

describe.runIf(isUnprivileged)('a command of an ordinary user in a partial sandbox', () => {
  const run = (command: string) => {
    const TMPDIR = tempFolder();
    const line = [
      ...partialPrefix,
      ...withoutRights,
      binary,
      '--yolo',
      '--host',
      'sandbox',
      'shell',
      command,
    ];
    const [program = '', ...words] = line;
    const env = cleanEnv(tempFolder(), { TMPDIR });
    const { status, stdout, stderr } = spawnSync(program, words, {
      cwd: tempFolder(),
      env,
      encoding: 'utf8',
    });
    return { status, stdout, stderr, left: readdirSync(TMPDIR) };
  };

  it.each([
    ['may not be written to', 'mkdir -p mod/x; touch mod/f mod/x/f; chmod 555 mod/x mod'],
    ['may not be listed', 'mkdir -p mod/x; touch mod/f mod/x/f; chmod 0 mod/x mod'],
    ['the folder itself', 'touch f; chmod 0 "$TMPDIR"'],
  ])('has a result, and leaves nothing, where a temporary folder %s', (_, command) => {
    expect(run(`cd "$TMPDIR" && { ${command}; } && echo built`)).toEqual({
      status: 0,
      stdout: 'built\n',
      stderr: '',
      left: [],
    });
  });

  it('changes the rights of nothing outside', () => {
    const outside = join(tempFolder(), 'kept');
    mkdirSync(outside, { mode: 0o500 });
    const { left } = run(`cd "$TMPDIR" && mkdir mod && ln -s ${outside} mod/link && chmod 555 mod`);
    expect(left).toEqual([]);
    expect(statSync(outside).mode & 0o777).toBe(0o500);
  });
});

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

  it('finds its temporary files where the way to them leads through a link', () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'link'));
    const run = runPartial(['echo here > "$TMPDIR/f" && cat "$TMPDIR/f"'], { TMPDIR: join(folder, 'link') });
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 0, stdout: 'here\n' });
  });

  it('is refused where its temporary files have no place', () => {
    const { status, stderr } = runPartial(['true'], { TMPDIR: join(tempFolder(), 'missing') });
    expect(stderr).toContain('Cannot run in "the sandbox": no folder for its temporary files can be made');
    expect(status).toBe(1);
  });

  it('takes away the temporary files of one whose program was killed, and those of no other', async () => {
    const TMPDIR = tempFolder();
    const held = () => readdirSync(TMPDIR).filter((name) => name.startsWith('agent-tools-sandbox-'));
    const [program = '', ...words] = [...partialPrefix, binary, '--yolo', '--host', 'sandbox', 'shell'];
    const child = spawn(program, [...words, 'mkdir "$TMPDIR/x"; exec sleep 60'], {
      cwd: tempFolder(),
      env: cleanEnv(tempFolder(), { TMPDIR }),
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await waitFor(() => held().some((name) => existsSync(join(TMPDIR, name, 'x'))), 'its temporary folder');
    expect(runPartial(['true'], { TMPDIR }).status).toBe(0);
    const [left = ''] = held();
    expect(held()).toEqual([left]);
    const maker = Number(left.split('-')[4]);
    expect(readFileSync(`/proc/${maker}/cmdline`, 'latin1')).toContain('agent-tools');
    process.kill(maker, 'SIGKILL');
    await ended;
    expect(runPartial(['true'], { TMPDIR }).status).toBe(0);
    expect(held()).toEqual([]);
  });
});

describe.runIf(works)('what begins a partial sandbox', () => {
  /** Lets the launcher become `cat` of a file, with the right to read below `path`. */
  function readBelow(path: string, file: string) {
    const own = ['/usr', '/lib', '/lib64', '/bin', '/etc'].filter((name) => existsSync(name));
    const read = [...own.map((name) => realpathSync(name)), path];
    const job = {
      argv: ['/bin/cat', file],
      env: {},
      restrict: { rules: read.map((path) => ({ path, access: 'read' })), hasNetwork: false },
      problem: null,
      inFront: false,
      mounts: [],
    };
    const jobFile = join(tempFolder(), 'job');
    writeFileSync(jobFile, JSON.stringify(job));
    const descriptor = openSync(jobFile, 'r');
    try {
      const stdio = ['ignore', 'pipe', 'pipe', descriptor] as const;
      return spawnSync(binary, ['__landlock', '3'], {
        env: cleanEnv(tempFolder()),
        stdio: [...stdio],
        encoding: 'utf8',
      });
    } finally {
      closeSync(descriptor);
    }
  }

  it('opens a folder, and none behind a link that took its place or stands on the way to it', () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'real/sub'), { recursive: true });
    writeFileSync(join(folder, 'real/sub/f'), 'seen');
    symlinkSync('real', join(folder, 'link'));
    const at = (path: string) => readBelow(path, join(folder, 'real/sub/f'));
    expect(at(join(folder, 'real')).stdout).toBe('seen');
    expect(at(join(folder, 'link'))).toMatchObject({ stdout: '', status: 1 });
    expect(at(join(folder, 'link/sub'))).toMatchObject({ stdout: '', status: 1 });
  });
});
