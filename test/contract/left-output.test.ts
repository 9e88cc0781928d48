import { realpathSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let home: string;
let client: RpcClient;
const left: number[] = [];

beforeAll(() => {
  home = realpathSync(tempFolder());
  client = new RpcClient({ home, cwd: home });
});
afterAll(async () => {
  await client.close();
  for (const pid of left) process.kill(pid, 'SIGKILL');
});

const said = expect.stringContaining('What runs on prints where nobody reads any more');

async function run(input: Record<string, unknown>): Promise<unknown> {
  const { result } = await client.request('shell', input);
  left.push(...Object(result?.details).backgroundPids);
  return result?.notices;
}

describe('of what a command left running it is said that nobody reads what that prints', () => {
  it('merged', async () => {
    expect(await run({ command: 'sleep 60 & echo hi' })).toEqual([said]);
  });

  it('split, where one of the streams is held', async () => {
    expect(await run({ command: 'sleep 60 >/dev/null & echo hi', streams: 'split' })).toEqual([said]);
  });

  it('on the command line', async () => {
    const { stdout, stderr } = await runCli(['shell', '--yolo', 'sleep 60 & echo hi $!'], {
      home,
      cwd: home,
    });
    left.push(Number(/\d+/.exec(stdout.toString())?.[0]));
    expect(stderr).toEqual(said);
  });

  it('of a session', async () => {
    const { result } = await client.request('shell', { command: 'sleep 60 & echo hi', background: true });
    const sessionId = result?.details?.sessionId;
    const { result: end } = await client.request('process', { action: 'wait', sessionId });
    left.push(...Object(end?.details).backgroundPids);
    expect(end?.notices).toContainEqual(said);
  });

  it('but not where its output goes into a file', async () => {
    expect(await run({ command: 'sleep 60 >log 2>&1 & echo hi' })).toEqual([]);
  });
});
