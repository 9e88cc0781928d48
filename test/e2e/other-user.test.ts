import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { asNobody, nobody } from '../helpers/other-user.ts';
import { canForbidNamespaces, partialPrefix } from '../helpers/partial-sandbox.ts';

// The system refuses root nothing: as root these run as nobody, else as the user that runs them.
const isRoot = process.getuid?.() === 0;
const canChange = !isRoot || spawnSync('setpriv', ['--version']).status === 0;
const base = mkdtempSync(join(isRoot ? '/var/lib' : homedir(), 'agent-tools-test-'));
const program = join(base, 'agent-tools');
const workspace = join(base, 'workspace');

/** Makes a folder and all below it the other user's. */
function giveAway(folder: string): void {
  if (isRoot) execFileSync('chown', ['-R', `${nobody}:${nobody}`, folder]);
}

beforeAll(() => {
  chmodSync(base, 0o755);
  copyFileSync(binary, program);
  chmodSync(program, 0o755);
  for (const name of ['workspace', 'home']) mkdirSync(join(base, name));
  execFileSync('git', ['init', '-q', workspace]);
  giveAway(workspace);
  giveAway(join(base, 'home'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Runs a command line as somebody whom the system may refuse something. */
function runAsOther(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  prefix: readonly string[] = [],
) {
  const [first = '', ...rest] = [...(isRoot ? asNobody : []), ...prefix, program, ...args];
  const { status, stdout, stderr } = spawnSync(first, rest, {
    cwd: workspace,
    env: cleanEnv(join(base, 'home'), env),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe.runIf(canChange)('somebody whom the system refuses to list a folder', () => {
  it.each([
    ['of submodules', 'modules'],
    ['whose files git reads as they lie there', 'rebase-merge'],
  ])('is asked about git where that is one %s, which it enters by name', (_, name) => {
    const folder = join(workspace, '.git', name);
    mkdirSync(folder);
    chmodSync(folder, 0o111);
    expect(runAsOther(['policy', 'check', 'git status'])).toMatchObject({
      status: 126,
      stdout: expect.stringContaining('a folder that cannot be read'),
      stderr: '',
    });
    rmSync(folder, { recursive: true });
    expect(runAsOther(['policy', 'check', 'git status']).status).toBe(0);
  });

  it('is told so where that is the one of the sessions', () => {
    const sessions = join(base, 'home/.local/state/agent-tools/sessions');
    mkdirSync(sessions, { recursive: true, mode: 0o700 });
    giveAway(join(base, 'home/.local'));
    chmodSync(sessions, 0o111);
    expect(runAsOther(['process', 'list'])).toMatchObject({
      status: 1,
      stderr: `agent-tools: Cannot list the sessions in "${sessions}": permission denied, expected access to it and to its folder\n`,
    });
    rmSync(join(base, 'home/.local'), { recursive: true });
  });

  it.each([
    ['a session whose time is over', 'end.json'],
    ['a start that was killed', 'end.reserved'],
  ])('and to remove %s has no such session, and starts others in its place', (_, file) => {
    const [id, folder] = ['abcdefghijkm', join(base, 'home/.local/state/agent-tools/sessions/abcdefghijkm')];
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const path of [join(folder, file), folder]) {
      if (path !== folder) writeFileSync(path, '');
      utimesSync(path, 0, 0);
    }
    giveAway(join(base, 'home/.local'));
    chmodSync(folder, 0o500);
    expect(runAsOther(['process', 'list'])).toMatchObject({ status: 0, stdout: '' });
    expect(runAsOther(['process', 'poll', id])).toMatchObject({
      status: 1,
      stderr: `agent-tools: Cannot find session "${id}": no such session in this workspace, expected one that process list shows\n`,
    });
    const start = ['--yolo', 'shell', '--background', '--quiet', 'true'];
    expect(runAsOther(start, { AGENT_TOOLS_CAPS_SESSIONS: '1' })).toMatchObject({ status: 0, stderr: '' });
    chmodSync(folder, 0o700);
    rmSync(join(base, 'home/.local'), { recursive: true });
  });

  it.runIf(isRoot && canForbidNamespaces() && existsSync('/usr/bin/unshare'))(
    'has a partial sandbox all the same where that is the one for temporary files',
    () => {
      const temporary = join(base, 'temporary');
      mkdirSync(temporary);
      chmodSync(temporary, 0o1733);
      const words = ['shell', '--yolo', '--host', 'sandbox', 'echo "in $IS_IN"'];
      expect(runAsOther([...words, '--env', 'IS_IN=it'], { TMPDIR: temporary }, partialPrefix)).toMatchObject(
        {
          status: 0,
          stdout: 'in it\n',
        },
      );
    },
  );
});

describe.runIf(canChange)('somebody whose umask takes from the owner too', () => {
  it('has folders that can be used, then and later', () => {
    const home = join(base, 'home');
    const strict = ['sh', '-c', 'umask 0177; exec "$0" "$@"'];
    const done = { status: 0, stderr: '' };
    for (const prefix of [strict, []]) {
      const run = (...words: string[]) => runAsOther(words, { XDG_CACHE_HOME: join(home, 'cache') }, prefix);
      expect(run('shell', '--yolo', 'seq 20000 | tail -1')).toMatchObject({ ...done, stdout: '20000\n' });
      expect(run('shell', '--yolo', '--background', '--quiet', 'true')).toMatchObject(done);
      expect(run('write', '--yolo', 'made/below/a.txt', '--content', 'word\n')).toMatchObject(done);
      expect(run('grep', '--yolo', 'word', 'made')).toMatchObject({
        ...done,
        stdout: 'made/below/a.txt:1:word\n',
      });
      expect(run('shell', 'touch x').stderr).toContain('It waits as ');
    }
    const folders = ['.local', '.local/state/agent-tools/sessions', 'cache/agent-tools'];
    const modes = folders.map((name) => statSync(join(home, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o700]);
  });
});
