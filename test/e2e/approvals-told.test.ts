import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../helpers/processes.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let home: string;
let client: RpcClient;
beforeEach(async () => {
  home = tempFolder();
  client = new RpcClient({ home, args: [] });
  await client.request('initialize', { capabilities: { approvals: true } });
});
afterEach(() => client.close());

const unusable =
  'Cannot use rule "ls | wc": "|" joins commands (the answer), expected the words of one command';

describe('what a person says with a yes', () => {
  it('is told though the call fails after it', async () => {
    client.onRequest = () => {
      writeFileSync(join(home, 'made'), 'a file in the place of the folder');
      return { choice: 'allow_once', rule: null, feedback: 'keep it short' };
    };
    const { result } = await client.request('write', { path: 'made/a.txt', content: 'x' });
    expect(result).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('Cannot write "made/a.txt"'),
      notices: ['The user says: keep it short'],
    });
  });

  it('is told though the call is cancelled after it', async () => {
    client.onRequest = () => ({ choice: 'allow_always', rule: 'ls | wc' });
    const { id, answer } = client.start('shell', { command: 'touch made; sleep 60' });
    await waitFor(() => existsSync(join(home, 'made')), 'it to run');
    client.notify('$/cancelRequest', { id });
    const { error } = await answer;
    expect(error).toMatchObject({ code: -32800 });
    expect(error?.data).toMatchObject({
      status: 'cancelled',
      notices: [`The answer holds this once, its rule was not kept: ${unusable}`],
    });
  });
});

it('a rule that cannot be used answers no question by approvals/resolve, open or left', async () => {
  let refused: unknown = null;
  client.onRequest = async (_, { approvalId }) => {
    const given = { approvalId, choice: 'allow_always', rule: 'ls | wc' };
    refused = (await client.request('approvals/resolve', given)).error;
    expect(existsSync(join(home, 'made'))).toBe(false);
    return { choice: 'reject_once' };
  };
  const { result } = await client.request('shell', { command: 'touch made' });
  expect(refused).toMatchObject({ code: -32602, message: unusable });
  expect(result).toMatchObject({ status: 'denied' });
  expect(existsSync(join(home, 'made'))).toBe(false);
});
