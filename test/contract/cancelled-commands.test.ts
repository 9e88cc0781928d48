import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { closedAfterTest, RpcClient, type RpcOptions } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const open = (options: RpcOptions): RpcClient => closedAfterTest(new RpcClient(options));

/** The answer to a command that was cancelled before it ran, with the moment. */
const cancelledAt = (notices: readonly string[]): object => ({
  code: -32800,
  message: 'Command cancelled.',
  data: { status: 'cancelled', isError: true, message: 'Command cancelled.', content: [], notices },
});

describe('a command that is cancelled before it runs says so as one that had begun', () => {
  it('where it waits for a place', async () => {
    const home = tempFolder();
    const client = open({ home, env: { AGENT_TOOLS_CAPS_CONCURRENT_CALLS: '1' } });
    const seconds = uniqueSleep();
    const first = client.start('shell', { command: `sleep ${seconds}` });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 1, 'the first to run');
    const second = client.start('shell', { command: 'touch made' });
    client.notify('$/cancelRequest', { id: second.id });
    expect((await second.answer).error).toMatchObject(
      cancelledAt([expect.stringMatching(/^Cancelled (before it began|while it waited for a place)\.$/)]),
    );
    client.notify('$/cancelRequest', { id: first.id });
    await first.answer;
    expect(existsSync(join(home, 'made'))).toBe(false);
  });

  it('where it is cancelled in the same batch', async () => {
    const client = open({});
    client.send([
      { jsonrpc: '2.0', id: 'a', method: 'shell', params: { command: `sleep ${uniqueSleep()}` } },
      { jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'a' } },
    ]);
    await waitFor(() => client.unmatched.length === 1, 'the answer');
    expect(client.unmatched).toMatchObject([{ id: 'a', error: cancelledAt(['Cancelled before it began.']) }]);
  });

  it('where a person is asked about it', async () => {
    const home = tempFolder();
    const client = open({ home, args: [] });
    await client.request('initialize', { capabilities: { approvals: true } });
    const asked = new Promise<void>((resolve) => {
      client.onRequest = () => {
        resolve();
        return new Promise(() => {});
      };
    });
    const { id, answer } = client.start('shell', { command: 'touch made' });
    await asked;
    client.notify('$/cancelRequest', { id });
    const { error } = await answer;
    expect(error).toMatchObject(cancelledAt(['Cancelled while it waited for approval.']));
    expect(error?.data?.display).toMatchObject([{ type: 'command', command: 'touch made' }]);
    expect(existsSync(join(home, 'made'))).toBe(false);
  });
});
