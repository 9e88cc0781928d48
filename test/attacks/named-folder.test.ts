import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binary } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** What is closed, by the variables that lead there: a folder need not be below the home folder. */
describe('a closed folder by a variable', () => {
  const home = realpathSync(tempFolder());
  const cwd = join(home, 'work');
  let client: RpcClient;
  beforeAll(() => {
    for (const folder of ['work/sub', 'etc/agent-tools', 'var/agent-tools', 'set/agent-tools'])
      mkdirSync(join(home, folder), { recursive: true });
    client = new RpcClient({
      home,
      cwd,
      env: {
        XDG_CONFIG_HOME: join(home, 'etc'),
        XDG_STATE_HOME: join(home, 'var'),
        ELSEWHERE: join(home, 'set'),
        BACK: join(home, 'etc/agent-tools'),
        // As a shell sets it for what it starts.
        _: binary,
        AGENT_TOOLS_SHELL_ENV_SET: JSON.stringify({ SET: join(home, 'var') }),
      },
    });
  });
  afterAll(() => client.close());
  const check = async (command: string) => (await client.request('policy/check', { command })).result;

  it.each([
    'echo x > $XDG_CONFIG_HOME/agent-tools/config.json',
    'echo x > "${XDG_CONFIG_HOME}/agent-tools/config.json"',
    'echo x > ${XDG_CONFIG_HOME:-$HOME/.config}/agent-tools/config.json',
    'echo x | tee "$XDG_CONFIG_HOME"/agent-tools/approvals.jsonc',
    'rm -r $XDG_STATE_HOME/agent-tools',
    'rm -rf $XDG_STATE_HOME',
    'cd $XDG_CONFIG_HOME/agent-tools && echo x > config.json',
    'bash -c \'cp a "$XDG_CONFIG_HOME/agent-tools/config.json"\'',
    'd=$XDG_CONFIG_HOME; mv a $d/agent-tools/config.json',
    'echo x > $BACK/config.json',
    'echo x > $SET/agent-tools/trust.json',
  ])('%s is denied under security full too', async (command) => {
    expect(await check(command)).toMatchObject({
      decision: 'deny',
      reason: expect.stringMatching(/belongs? to the policy itself/),
    });
  });

  it.each([
    'echo x > $XDG_CONFIG_HOME/other/config.json',
    'rm -rf $XDG_STATE_HOME/other',
    'echo x > $ELSEWHERE/agent-tools/config.json',
    'XDG_CONFIG_HOME=$PWD/sub; echo x > $XDG_CONFIG_HOME/a',
    "echo '$XDG_CONFIG_HOME/agent-tools/config.json'",
    'f() { cat "$1"; }; f "$2"',
    'eval "$x" b',
  ])('%s stays allowed', async (command) => {
    expect(await check(command)).toMatchObject({ decision: 'allow' });
  });
});
