import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { Home } from '../helpers/sessions.ts';

const killed = 'agent-tools: Command killed by timeout (1s).\n';
const timed = (script: string) => ['shell', '--timeout', '1', `${script}; sleep 9`];

describe('a line of ours', () => {
  it.each([
    ['behind a line that is begun', 'printf 50%% >&2', `50%\n${killed}`],
    ['behind one that is written over', "printf '50%%\\r' >&2", `50%\r\n${killed}`],
    ['behind a line', 'echo done >&2', `done\n${killed}`],
    ['behind colours put back', "printf 'red\\n\\033[0m' >&2", `red\n\u001b[0m${killed}`],
    ['beside the result', 'printf 50%%', killed],
  ])('stands on its own %s', async (_, script, said) => {
    const { stdout, stderr } = await new Home().cli(timed(script));
    expect(stderr).toContain(said);
    expect(stderr.replace(/Held back.*|agent-tools: 1 s is .*\n/, '').startsWith(said)).toBe(true);
    expect(stdout.toString()).toBe(said === killed ? '50%' : '');
  });

  // Two streams may be read in either order, so what is printed second waits until the first was shown.
  const shown = 'until grep -qs out shown; do sleep 0.05; done';
  it.each([
    ['printf 50%%', `50%\n${killed}`],
    [`echo out; ${shown}; printf 50%% >&2`, `out\n50%\n${killed}`],
    [`printf out; ${shown}; echo err >&2`, `outerr\n${killed}`],
  ])('does too where one reader has both streams: %s', (script, said) => {
    const home = new Home().folder;
    const words = ['-c', '"$0" --yolo "$@" 2>&1 | tee shown', binary, ...timed(script)];
    const { stdout } = spawnSync('/bin/sh', words, { cwd: home, env: cleanEnv(home), encoding: 'utf8' });
    expect(stdout).toBe(said);
  });

  it('leaves no line empty where output is left out', async () => {
    const script = 'seq 100; seq 200 300 >&2';
    const { stdout, stderr } = await new Home().cli(['shell', '--max-output-chars', '20', script]);
    expect(stdout.toString()).toBe('1\n2\n3\n4\n5\n98\n99\n100\n');
    expect(stderr).toMatch(/^200\n201\n20\nagent-tools: stdout: .*\nagent-tools: stderr: .*\n299\n300\n$/);
    const quiet = await new Home().cli(['--quiet', 'shell', '--max-output-chars', '20', script]);
    expect(quiet.stderr).toBe('200\n201\n20\n299\n300\n');
  });
});

it('what became of a session that goes on is said once', async () => {
  const home = new Home();
  const id = (await home.json(['shell', '--background', '--pty', 'sleep 60'])).details.sessionId;
  for (const [words, said] of [
    [['resize', id, '--cols', '90', '--rows', '20'], 'has 90 columns and 20 rows now'],
    [['resize', id, '--cols', '90', '--rows', '1'], 'has 90 columns and 1 row now'],
    [['kill', id, 'CONT'], 'was sent SIGCONT'],
  ] as const) {
    const { stdout, stderr } = await home.cli(['process', ...words]);
    expect([stdout.toString(), stderr]).toEqual([`Session ${id} ${said}.\n`, '']);
  }
  await home.cli(['process', 'remove', id]);
});
