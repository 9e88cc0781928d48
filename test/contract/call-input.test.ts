import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { waitFor } from '../helpers/processes.ts';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';

const open = () => closedAfterTest(new RpcClient());

describe('standard input that a client sends while the call runs', () => {
  it('feeds a call whose bytes come right behind it, in order', async () => {
    const client = open();
    const call = client.start('shell', { command: 'cat', _meta: { stdin: true } });
    const input = (params: object) => client.request('tool/input', { id: call.id, ...params });
    const taken = [Buffer.alloc(300_000, 'a'), Buffer.from('b\n')].map((bytes) =>
      input({ base64: bytes.toString('base64') }),
    );
    taken.push(input({ eof: true }));
    for (const { result } of await Promise.all(taken)) expect(result).toEqual({ taken: true });
    expect((await call.answer).result?.details).toMatchObject({ exitCode: 0, output: { bytes: 300_002 } });
  });

  it('refuses a call with two inputs at once, and what is sent to it', async () => {
    const client = open();
    const call = client.start('shell', { command: 'cat', stdin: 'a', _meta: { stdin: true } });
    expect((await call.answer).error).toMatchObject({ code: -32602, data: { field: '_meta.stdin' } });
    const { result } = await client.request('tool/input', { id: call.id, base64: 'YQ==' });
    expect(result).toEqual({ taken: false });
  });

  it('feeds a call whose id no number holds, and refuses one that nobody can name', async () => {
    const client = open();
    const send = (id: string, method: string, params: string): void =>
      client.raw(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":{${params}}}\n`);
    send('9007199254740993', 'shell', '"command":"cat","_meta":{"stdin":true}');
    send('"input"', 'tool/input', '"id":9007199254740993,"base64":"YQ==","eof":true');
    send('null', 'shell', '"command":"cat","_meta":{"stdin":true}');
    await waitFor(() => client.unmatched.length === 3, 'the answers');
    for (const expected of [
      { id: 'input', result: { taken: true } },
      { id: 9007199254740992, result: { content: [{ type: 'text', text: 'a' }] } },
      { id: null, error: { code: -32602, data: { field: '_meta.stdin' } } },
    ])
      expect(client.unmatched.find(({ id }) => id === expected.id)).toMatchObject(expected);
  });

  it('answers input for a call that has ended before the calls behind it', { tags: ['slow'] }, async () => {
    const client = open();
    const call = client.start('shell', { command: 'true', _meta: { stdin: true } });
    await call.answer;
    const order: string[] = [];
    const late = client.request('tool/input', { id: call.id, base64: 'YQ==' }).then(({ result }) => {
      order.push('input');
      expect(result).toEqual({ taken: false });
    });
    const next = client.request('shell', { command: 'sleep 1' }).then(() => order.push('shell'));
    await Promise.all([late, next]);
    expect(order).toEqual(['input', 'shell']);
  });

  it('keeps nothing open of calls that were fed', async () => {
    const client = open();
    const feed = async () => {
      const call = client.start('shell', { command: 'cat', _meta: { stdin: true } });
      await client.request('tool/input', { id: call.id, eof: true });
      await call.answer;
      return readdirSync(`/proc/${client.child.pid}/fd`).length;
    };
    const first = await feed();
    let last = first;
    for (let count = 0; count < 30; count += 1) last = await feed();
    expect(last).toBeLessThan(first + 10);
  });
});
