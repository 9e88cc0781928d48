import { realpathSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let home: string;
let client: RpcClient;
const sessions: string[] = [];

beforeAll(() => {
  home = realpathSync(tempFolder());
  client = new RpcClient({ home, cwd: home });
});
afterAll(async () => {
  for (const sessionId of sessions) await client.request('process', { action: 'remove', sessionId });
  await client.close();
});

async function start(command: string): Promise<string> {
  const { result } = await client.request('shell', { command, background: true });
  const sessionId = String(result?.details?.sessionId);
  sessions.push(sessionId);
  return sessionId;
}

/** The Outcome without what moves on between two looks at one session. */
function comparable(outcome: unknown): unknown {
  return JSON.parse(JSON.stringify(outcome, (key, value) => (/^(idle|duration)Ms$/.test(key) ? '*' : value)));
}

async function bothWays(input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { action, ...fields } = input;
  const { stdout } = await runCli(
    ['process', String(action), '--yolo', '--json', '--input', JSON.stringify(fields)],
    { home, cwd: home },
  );
  const { result } = await client.request('process', input);
  expect(comparable(JSON.parse(stdout.toString()))).toEqual(comparable(result));
  return { ...result };
}

describe('the Outcome of process is the same through --json and RPC', () => {
  it('where there is no session', async () => {
    expect(await bothWays({ action: 'list' })).toMatchObject({
      content: [{ type: 'text', text: 'No sessions in this workspace.' }],
      notices: [],
    });
  });

  it.each([
    ['of one that runs', 'printf "a\\nb\\n"; sleep 60', '(no new output)'],
    ['of one that has ended', 'printf "a\\nb\\n"', '(no more output)'],
  ])('%s', async (_, command, nothingMore) => {
    const sessionId = await start(command);
    await client.request('process', { action: 'wait', sessionId, pattern: '^b$', timeout: 20 });
    if (!command.includes('sleep')) await client.request('process', { action: 'wait', sessionId });
    await bothWays({ action: 'poll', sessionId });
    expect(await bothWays({ action: 'poll', sessionId, cursor: 4 })).toMatchObject({
      content: [{ type: 'text', text: nothingMore }],
    });
    await bothWays({ action: 'log', sessionId });
    expect(await bothWays({ action: 'log', sessionId, offset: 9 })).toMatchObject({
      content: [{ type: 'text', text: '(no output)' }],
    });
    await bothWays({ action: 'wait', sessionId, pattern: 'a', timeout: 5 });
    await bothWays({ action: 'screen', sessionId });
  });
});

it.each([
  [{ action: 'write' }, 'data', '"data" is missing; give text, or eof'],
  [{ action: 'send-keys' }, 'keys', '"keys" is missing; give keys, literal or hex'],
])('nothing typed is refused: %j', async (input, field, message) => {
  const sessionId = await start('cat');
  const { error } = await client.request('process', { ...input, sessionId });
  expect(error).toMatchObject({ code: -32602, message, data: { field } });
});
