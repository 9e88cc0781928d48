import { expect, it } from 'vitest';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';

it('input for a running call without "_meta.stdin" is refused while it runs', async () => {
  const client = closedAfterTest(new RpcClient({}));
  const call = client.start('shell', { command: 'sleep 4' });
  const order: string[] = [];
  const input = client.request('tool/input', { id: call.id, base64: 'YQ==' }).then((answer) => {
    order.push('input');
    return answer;
  });
  await Promise.all([input, call.answer.then(() => order.push('call'))]);
  expect(order).toEqual(['input', 'call']);
  expect((await input).error).toMatchObject({ code: -32602, data: { field: 'id' } });
  const late = await client.request('tool/input', { id: call.id, base64: 'YQ==' });
  expect(late.result).toEqual({ taken: false });
});
