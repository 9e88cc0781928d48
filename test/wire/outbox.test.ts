import { expect, it } from 'vitest';
import { Outbox } from '../../src/wire/outbox.ts';

it.each([
  ['one by one', false],
  ['at once', true],
])('nothing waits any more once lines are written that were sent %s', async (_, isAtOnce) => {
  let written = 0;
  const write = async (bytes: Uint8Array): Promise<void> => {
    written += bytes.length;
  };
  const outbox = new Outbox(write, () => {});
  const sent: Promise<void>[] = [];
  for (let index = 0; index < 200; index += 1) {
    const line = outbox.send('x'.repeat(index * 10));
    sent.push(line);
    if (!isAtOnce) await line;
  }
  await Promise.all(sent);
  await outbox.belowBytes(0);
  expect(written).toBe(200 + (10 * 199 * 200) / 2);
});

it('nothing waits any more once the peer is gone, which is told once', async () => {
  let deaths = 0;
  const outbox = new Outbox(
    () => Promise.reject(new Error('gone')),
    () => {
      deaths += 1;
    },
  );
  await Promise.all(Array.from({ length: 200 }, () => outbox.send('x'.repeat(1000))));
  await outbox.belowBytes(0);
  await outbox.send('late');
  expect(deaths).toBe(1);
});

it.each([
  ['short ones at once is one', 10, 1],
  ['long ones at once is one of each', 70_000, 10],
])('the write of %s, and all are waited for', async (_, length, count) => {
  const writes: number[] = [];
  const outbox = new Outbox(
    async (bytes) => void writes.push(bytes.length),
    () => {},
  );
  for (let index = 0; index < 10; index += 1) void outbox.send('x'.repeat(length));
  await outbox.belowBytes(0);
  expect(writes).toEqual(Array.from({ length: count }, () => ((length + 1) * 10) / count));
});
