import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** A shell that goes back to where it was opens what stands there, whatever folder it was in between. */
describe('the way back', () => {
  const home = realpathSync(tempFolder());
  const cwd = join(home, 'work');
  const config = join(home, '.config/agent-tools/config.json');
  let client: RpcClient;
  beforeAll(() => {
    for (const folder of ['work/sub', 'work/agent-tools', 'work/lib', '.config/agent-tools', 'other'])
      mkdirSync(join(home, folder), { recursive: true });
    writeFileSync(config, '{}');
    client = new RpcClient({ home, cwd });
  });
  afterAll(() => client.close());

  it.each([
    'cd ~/.config && cd ~/other && cd - && WRITE',
    'cd ~/.config; cd ~/other; cd - >/dev/null; WRITE',
    'cd ~/.config; cd ~/other; cd "$OLDPWD"; WRITE',
    'pushd ~/.config; pushd ~/other; popd; WRITE',
    'pushd ~/.config; pushd ~/other; pushd; WRITE',
    'pushd ~/.config; pushd ~/other; pushd +1; WRITE',
    'pushd ~; pushd ~/other; cd /; popd; cd .config; WRITE',
    'builtin cd ~/.config; WRITE',
    'cd ~/.config; cd ~/other; cd ~-/agent-tools; echo {} > config.json',
    'cd ~/.config; cd ~/other; cd "$OLDPWD/agent-tools"; echo {} > config.json',
    'cd ~/.config; cd ~/other; echo {} > ~-/agent-tools/config.json',
    'cd ~/.config; cd ~/other; echo {} > "$OLDPWD"/agent-tools/config.json',
    'cd ~/.config; cd ~/other; echo {} | tee ${OLDPWD}/agent-tools/config.json',
    'cd ~/.config/agent-tools; cd ~/other; cp -f /dev/null ~-/config.json',
    'cd ~/.config; (cd ~/other; cp -f /dev/null "$OLDPWD/agent-tools/config.json")',
    'cd ~/.config; echo {} > ~+/agent-tools/config.json',
    'cd ~/other; (cd ~); cd ~/.config; (cd ~/other); WRITE',
  ])('%s is denied under security full too', async (command) => {
    const script = command.replace('WRITE', 'echo \'{"guard":false}\' > agent-tools/config.json');
    const { result } = await client.request('shell', { command: script });
    expect(result).toMatchObject({ status: 'denied' });
    expect(readFileSync(config, 'utf8')).toBe('{}');
  });

  it.each([
    'cd /; cd ~/other; cd - && rm -rf *',
    'pushd /; pushd ~/other; popd; rm -rf usr',
    'cd /; cd ~/other; rm -rf ~-/usr',
    'cd /; cd ~/other; x=usr; rm -rf ~-/$x',
    'cd /usr; cd ~/other; rm -rf "$OLDPWD"',
  ])('%s is refused by the guard', async (command) => {
    const { result } = await client.request('policy/check', { command });
    expect(result).toMatchObject({ decision: 'deny', reason: expect.stringContaining('guard') });
  });

  it.each([
    'cd /usr; ls; cd -; rm -rf lib',
    'pushd / && popd && rm -rf lib',
    'cd /; ls; cd -; cd sub && rm -rf *',
    'cd ~/.config && ls && cd - && echo x > agent-tools/config.json',
    'cd ~/.config; ls; cd -; echo x > lib/config.json',
    '(cd ~/.config; ls); echo x > agent-tools/config.json',
    'cd /; cd ~/work; rm -rf usr "$OLDPWD"/tmp/way-back-of-no-one',
    'cd /usr; cd ~/work; rm -rf ~+/lib; ls ~- "$OLDPWD"',
    'cd ~/other; cd ~/work; echo x > ~-/agent-tools/config.json',
    'for d in sub lib; do pushd $d; ls; popd; done; rm -rf lib',
  ])('%s stays allowed', async (command) => {
    const { result } = await client.request('policy/check', { command });
    expect(result).toMatchObject({ decision: 'allow' });
  });
});
