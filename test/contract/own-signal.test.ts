import { realpathSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let client: RpcClient;

beforeAll(() => {
  const home = realpathSync(tempFolder());
  client = new RpcClient({ home, cwd: home });
});
afterAll(() => client.close());

const own = expect.stringContaining("The signal may be the command's own: pkill -f, pgrep -f and ps find");

async function notices(input: Record<string, unknown>): Promise<unknown> {
  return (await client.request('shell', input)).result?.notices;
}

describe('a signal that a command may have sent to its own shell is called that', () => {
  it.each([
    'pkill -f no_such_server; echo not reached',
    'pkill -9 -f no_such_server || true',
    'pkill --full no_such_server; true',
    'kill -9 $(pgrep -f no_such_server); true',
    "kill $(ps -ef | awk '/no_such_server/{print $2}'); true",
    "ps -ef | grep no_such_server | awk '{print $2}' | xargs kill; true",
  ])('%s', async (command) => {
    expect(await notices({ command })).toEqual([own]);
  });

  it('of a session too', async () => {
    const command = 'pkill -f no_such_server; sleep 60';
    const { result } = await client.request('shell', { command, background: true });
    const sessionId = result?.details?.sessionId;
    for (const action of ['wait', 'poll', 'log'])
      expect((await client.request('process', { action, sessionId })).result?.notices).toContainEqual(own);
  });

  it.each([
    ['pkill as a call of its own', 'pkill -f no_such_server'],
    ['one that spares itself', "pgrep -f '[n]o_such_server' | xargs -r kill; true"],
    ['a signal of another origin', 'kill -TERM $$'],
    ['a name instead of a command line', 'pkill -x no_such_server; kill -TERM $$'],
  ])('not of %s', async (_, command) => {
    expect(await notices({ command })).toEqual([]);
  });
});
