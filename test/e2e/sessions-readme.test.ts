import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { Home } from '../helpers/sessions.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const section = readme.slice(readme.indexOf('### Background, terminals, long builds'));
const block = /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';

/** The flows of the section: one a paragraph, each a list of command lines without their comments. */
const flows = block
  .trim()
  .split('\n\n')
  .map((flow) => flow.split('\n').map((line) => line.replace(/\s+# .*$/, '')));

/** A home with the projects that the section speaks of. */
function projectHome(): Home {
  const home = new Home();
  const scripts = { dev: 'echo VITE ready in 5 ms && sleep 600' };
  writeFileSync(join(home.folder, 'package.json'), JSON.stringify({ name: 'x', scripts }));
  writeFileSync(join(home.folder, 'Makefile'), 'world:\n\t@echo building; sleep 600\n');
  return home;
}

/** Runs a line as a shell takes it apart, with the session's id in the place of ID. */
async function run(home: Home, line: string, id: string) {
  const words = spawnSync('bash', ['-c', `printf '%s\\0' ${line.replaceAll(/\bID\b/g, id)}`], {
    encoding: 'utf8',
  });
  const [program, ...args] = words.stdout.split('\0').slice(0, -1);
  expect(program).toBe('agent-tools');
  const { status, stdout, stderr } = await runCli(args, { home: home.folder });
  return { status, stdout: stdout.toString(), stderr };
}

describe('what the README shows of sessions', () => {
  it('is three flows', () => {
    expect(flows.map((flow) => flow.length)).toEqual([3, 3, 1]);
  });

  it('a server in the background', async () => {
    const home = projectHome();
    const [start = '', wait = '', poll = ''] = flows[0] ?? [];
    const started = await run(home, start, '');
    const id = started.stdout.trim();
    expect([started.status, id]).toEqual([0, expect.stringMatching(/^[a-z0-9]{12}$/)]);
    const waited = await run(home, wait, id);
    expect([waited.status, waited.stdout]).toEqual([0, expect.stringContaining('ready in')]);
    const polled = await run(home, poll, id);
    expect([polled.status, polled.stdout]).toEqual([0, expect.stringContaining('VITE ready in 5 ms')]);
    await home.cli(['process', 'remove', id]);
  });

  it('a REPL by keys', async () => {
    const home = projectHome();
    const [start = '', type = '', screen = ''] = flows[1] ?? [];
    const id = (await run(home, start, '')).stdout.trim();
    await home.cli(['process', 'wait', id, '>>> $']);
    expect(await run(home, type, id)).toMatchObject({ status: 0 });
    await home.cli(['process', 'wait', id, '^42']);
    const shown = await run(home, screen, id);
    expect([shown.status, shown.stdout]).toEqual([0, expect.stringMatching(/print\(6\*7\)\n42\n>>>/)]);
    await home.cli(['process', 'remove', id]);
  });

  it('a long build', async (context) => {
    if (spawnSync('make', ['--version']).error !== undefined) context.skip('make is not installed');
    const home = projectHome();
    const [build = ''] = flows[2] ?? [];
    const { status, stdout, stderr } = await run(home, build, '');
    const id = /running as session ([a-z0-9]{12})/.exec(stderr)?.[1] ?? '';
    expect([status, stdout, id.length]).toEqual([0, 'building\n', 12]);
    await home.cli(['process', 'remove', id]);
  });
});
