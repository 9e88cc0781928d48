import { existsSync, writeFileSync } from 'node:fs';
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

describe('input that is cancelled while its command does not read', () => {
  it('is answered at once, and neither its bytes nor its end get there', async () => {
    const home = tempFolder();
    const client = open({ home });
    const command = 'until [ -e go ]; do sleep 0.05; done; wc -c';
    const call = client.start('shell', { command, _meta: { stdin: true } });
    const base64 = Buffer.alloc(700_000).toString('base64');
    expect((await client.request('tool/input', { id: call.id, base64 })).result).toEqual({ taken: true });
    const waiting = client.start('tool/input', { id: call.id, base64, eof: true });
    client.notify('$/cancelRequest', { id: waiting.id });
    expect((await waiting.answer).error).toMatchObject({ code: -32800 });
    writeFileSync(join(home, 'go'), '');
    const last = await client.request('tool/input', { id: call.id, base64: 'YQ==', eof: true });
    expect(last.result).toEqual({ taken: true });
    expect((await call.answer).result?.content).toEqual([{ type: 'text', text: '700001\n' }]);
  });
});
