import { describe, expect, it } from 'vitest';
import { Home } from '../helpers/sessions.ts';

describe('a call that waits for a session', () => {
  it.each([
    ['a wait for a pattern', 'wait', { pattern: '^got', timeout: 60 }],
    ['a wait for the end', 'wait', { timeout: 60 }],
    ['a poll', 'poll', { waitMs: 30_000 }],
  ])('takes no place from the call that ends it: %s', async (_, action, params) => {
    const client = new Home().sidecar({ env: { AGENT_TOOLS_CAPS_CONCURRENT_CALLS: '1' } });
    const id = await client.background('read x; echo "got $x"');
    const waits = [1, 2, 3].map(() => client.start('process', { action, sessionId: id, ...params }));
    const written = client.start('process', { action: 'write', sessionId: id, data: 'it\n' });
    const [first] = await Promise.all(waits.map(({ answer }) => answer));
    expect(first?.result).toMatchObject(action === 'wait' ? { status: 'completed' } : { isError: false });
    expect((await written.answer).result).toMatchObject({ status: 'completed' });
    expect(first?.result?.details).toMatchObject({ bytes: 7 });
  });

  it('lets others pass however many there are', async () => {
    const client = new Home().sidecar();
    const id = await client.background('read x; echo "got $x"');
    const wait = { action: 'wait', sessionId: id, timeout: 100 };
    const waits = Array.from({ length: 200 }, () => client.start('process', wait));
    expect((await client.call('process', { action: 'list' })).status).toBe('completed');
    expect((await client.process('write', id, { data: 'it\n' })).status).toBe('completed');
    const ends = await Promise.all(waits.map(({ answer }) => answer));
    expect(new Set(ends.map(({ result }) => result?.status))).toEqual(new Set(['completed']));
  });
});

it.each([
  ['before the last input', {}, /printed before the last input; a wait from cursor 3 looks behind it/],
  ['behind it', { cursor: 3 }, null],
])('a wait for a pattern says where a match is that was printed %s', async (_, from, told) => {
  const client = new Home().sidecar();
  const id = await client.background('echo on; read x; echo "on $x"; sleep 60');
  const first = await client.process('wait', id, { pattern: 'on' });
  await client.process('write', id, { data: 'it\n' });
  await client.until(id, 'on it');
  const { notices } = await client.process('wait', id, { pattern: 'on', ...from });
  expect(first.notices).toHaveLength(1);
  expect(notices.slice(1)).toEqual(told === null ? [] : [expect.stringMatching(told)]);
  await client.process('remove', id);
});
