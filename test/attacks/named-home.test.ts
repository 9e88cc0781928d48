import { mkdirSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** The home folder by its owner's name, `~NAME`; here it has the last name of its path, as homes do. */
describe('the home folder by a name', () => {
  const home = realpathSync(tempFolder());
  const cwd = join(home, 'work');
  let client: RpcClient;
  beforeAll(() => {
    for (const folder of ['work/sub', '.config/agent-tools'])
      mkdirSync(join(home, folder), { recursive: true });
    client = new RpcClient({ home, cwd });
  });
  afterAll(() => client.close());
  const check = async (command: string) =>
    (await client.request('policy/check', { command: command.replaceAll('NAME', basename(home)) })).result;

  it.each([
    ['rm -rf ~NAME', 'guard'],
    ['rm -rf ~NAME/', 'guard'],
    ['rm -rf ~NAME/*', 'guard'],
    ['rm -rf ~NAME/{,sub}', 'guard'],
    ['bash -c "rm -rf ~NAME"', 'guard'],
    ['d=~NAME; rm -rf $d', 'guard'],
    ['HOME=/tmp; rm -rf ~NAME', 'guard'],
    ['rm -rf ~+', 'guard'],
    ['rm -rf ~root', 'guard'],
    ['echo x > ~NAME/.config/agent-tools/config.json', 'belongs to the policy itself'],
    ['cp x ~NAME/.config/agent-tools/config.json', 'belongs to the policy itself'],
    ['cat ~NAME/.ssh/id_rsa', 'usually holds secrets'],
    ['cat < ~NAME/.ssh/id_rsa', 'usually holds secrets'],
    ['cd ~NAME/.ssh; cat id_rsa', 'usually holds secrets'],
    ['sudo cat ~NAME/.ssh/id_rsa', 'usually holds secrets'],
    ['f() { cat ~/.ssh/id_rsa; }; f', 'usually holds secrets'],
    ["trap 'ls' EXIT; grep x ~/.ssh/id_rsa", 'usually holds secrets'],
    ['cd ~NAME/.config; rm -r agent-tools', 'belongs to the policy itself'],
    ['cd ~NAME; echo x > .config/agent-tools/{config,a}.json', 'belongs to the policy itself'],
  ])('%s is denied under security full too', async (command, reason) => {
    expect(await check(command)).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining(reason),
    });
  });

  it.each([
    'rm -rf ~NAME/work/sub',
    'rm -rf "~NAME"',
    'rm -rf ~+/sub',
    'ls ~nobody',
    'git show HEAD~3 ~1',
    'ls ~NAME/.ssh',
    'cat ~NAME/.ssh/config',
    'ssh box cat /srv/app/.env',
    'docker exec app cat .env',
  ])('%s stays allowed', async (command) => {
    expect(await check(command)).toMatchObject({ decision: 'allow' });
  });
});
