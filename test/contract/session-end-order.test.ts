import { describe, expect, it } from 'vitest';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

describe('the end of a session', () => {
  it('is told behind the answer that names it, also where that waits for the rest of its batch', async () => {
    const home = tempFolder();
    const client = closedAfterTest(new RpcClient({ home, cwd: home }));
    let said = '';
    const both = new Promise<void>((resolve) => {
      client.child.stdout?.on('data', (part: Buffer) => {
        said += part.toString();
        if (said.includes('session/exited') && said.includes('"running"')) resolve();
      });
    });
    const request = (id: number, params: object) => ({ jsonrpc: '2.0', id, method: 'shell', params });
    client.send([request(1, { command: 'true', background: true }), request(2, { command: 'sleep 0.5' })]);
    await both;
    const lines = said.trimEnd().split('\n');
    expect(lines.map((line) => /"(session\/exited|running)"/.exec(line)?.[1])).toEqual([
      'running',
      'session/exited',
    ]);
  });
});
