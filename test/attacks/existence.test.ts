import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** A home with a workspace in it, and beside that the folder `there`. */
function prepare(): { readonly home: string; readonly cwd: string } {
  const home = realpathSync(tempFolder());
  const cwd = join(home, 'work');
  mkdirSync(cwd);
  mkdirSync(join(home, 'there'));
  writeFileSync(join(home, 'there/program'), '#!/bin/sh\n', { mode: 0o755 });
  return { home, cwd };
}

const denied = { AGENT_TOOLS_APPROVAL_SECURITY: 'deny' };
const restricted = { AGENT_TOOLS_WORKSPACE_RESTRICT: 'true' };

describe('what policy denies tells nobody whether it is there', () => {
  it.each([
    ['a folder where nothing runs', denied, { command: 'ls', cwd: 'HOME/NAME' }],
    ['a folder outside a closed workspace', restricted, { command: 'ls', cwd: 'HOME/NAME' }],
    ['a relative one', restricted, { command: 'ls', cwd: '../NAME' }],
    ['one below the home', restricted, { command: 'ls', cwd: '~/NAME' }],
    ['a program where nothing runs', denied, { argv: ['NAME'] }],
    ['a program by its path', denied, { argv: ['HOME/NAME/program'] }],
    ['a program in a folder of its own PATH', {}, { argv: ['program'], env: { PATH: 'HOME/NAME' } }],
  ])('%s', async (_, env, input) => {
    const { home, cwd } = prepare();
    const client = new RpcClient({ home, cwd, env, args: [] });
    const answers = ['there', 'nowhere'].map(async (name) => {
      const given = JSON.stringify(input).replaceAll('HOME', home).replaceAll('NAME', name);
      const { stdout, status } = await runCli(['--json', 'shell', '--input', given], { home, cwd, env });
      const { result } = await client.request('shell', JSON.parse(given));
      return JSON.parse(
        JSON.stringify([status, JSON.parse(stdout.toString()), result]).replaceAll(name, 'NAME'),
      );
    });
    const [there, nowhere] = await Promise.all(answers);
    await client.close();
    expect(nowhere).toEqual(there);
    expect(there).toMatchObject([expect.any(Number), { isError: true }, { isError: true }]);
  });

  it('and what it does not deny says what is missing, before anybody is asked', async () => {
    const { home, cwd } = prepare();
    const tried = async (input: object) => {
      const args = ['--json', 'shell', '--input', JSON.stringify(input)];
      const { stdout } = await runCli(args, { home, cwd, env: restricted });
      return JSON.parse(stdout.toString());
    };
    expect(await tried({ command: 'touch x', cwd: 'nowhere' })).toMatchObject({
      status: 'failed',
      message: 'Cannot run in "nowhere": no such folder, expected an existing folder',
    });
    expect(await tried({ argv: ['no-such-program-here'] })).toMatchObject({
      status: 'failed',
      details: { failure: 'program_missing' },
    });
  });
});

describe('a wrong name tells nothing of a name beside it that rules withhold', () => {
  const rules = ['kept', 'kept/**', 'open/key.txt'].map((deny) => ({ tool: ['read', 'glob', 'grep'], deny }));

  it.each([
    ['read', 'kep/a.txt'],
    ['read', 'kep/b.txt'],
    ['read', 'open/kee.txt'],
    ['read', 'ope/key.txt'],
    ['read-media', 'kep/a.txt'],
    ['edit', 'kep/a.txt', '--old', 'a', '--new', 'b'],
    ['edit', 'open/kee.txt', '--old', 'a', '--new', 'b'],
    ['glob', '*', 'kep'],
    ['grep', 'x', 'kep'],
    ['grep', 'x', 'kep/a.txt'],
  ])('%s %s', async (...args) => {
    const { home, cwd } = prepare();
    for (const folder of ['kept', 'open']) mkdirSync(join(cwd, folder));
    for (const file of ['kept/a.txt', 'open/key.txt', 'open/a.txt']) writeFileSync(join(cwd, file), 'x\n');
    const config = join(home, 'config.json');
    writeFileSync(config, JSON.stringify({ rules }));
    const { status, stderr } = await runCli(args, { home, cwd, env: { AGENT_TOOLS_CONFIG: config } });
    expect(status).toBe(1);
    expect(stderr).toContain('no such file');
    expect(stderr).not.toMatch(/kept|"open\/key/);
  });
});
