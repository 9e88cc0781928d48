import { afterAll, beforeAll, expect, it } from 'vitest';
import { Home, type SessionRpc } from '../helpers/sessions.ts';

const home = new Home();
let client: SessionRpc;
beforeAll(() => {
  client = home.rpc();
});
afterAll(() => client.close());

const told = /Ended with the terminal of the command: \S+ \(\d+\); nohup lets/;
const command = 'sleep 100 & exit 3';

it('what the end of its terminal ended behind a command is told', async () => {
  const { details, notices } = await client.call('shell', { command, pty: true });
  expect(details).toMatchObject({ exitCode: 3, backgroundPids: [] });
  expect(notices.join()).toMatch(told);
});

it('what the end of its terminal ended behind a session is told', async () => {
  const id = await client.background(command, { pty: true });
  const { details, notices } = await client.ended(id);
  expect(details).toMatchObject({ exitCode: 3, backgroundPids: [] });
  expect(notices.join()).toMatch(told);
});

it('nothing is told of what ended with a session that was killed', async () => {
  const id = await client.background('timeout 3000 sh -c "read x"; true', { pty: true });
  const poll = async () => (await client.call('process', { action: 'poll', sessionId: id })).details;
  await expect.poll(poll).toHaveProperty('stopped');
  const { message, notices } = await client.call('process', { action: 'kill', sessionId: id });
  expect(message).toContain('was killed');
  expect(notices.join()).not.toContain('Ended with');
});

it.each([
  ['what lives on', "trap '' HUP; sleep 100 >/dev/null 2>&1 & exit 3", { pty: true }, true],
  ['what had ended before', 'sleep 0 & wait; exit 3', { pty: true }, false],
  ['what has no terminal', 'sleep 100 >/dev/null 2>&1 & exit 3', {}, true],
])('nothing is told of %s', async (_, printed, more, isLeft) => {
  const { details, notices } = await client.call('shell', { command: printed, ...more });
  expect(details).toMatchObject({ exitCode: 3 });
  expect(notices.join()).not.toContain('Ended with');
  const left = details.backgroundPids;
  expect(Array.isArray(left) && left.length > 0).toBe(isLeft);
  if (Array.isArray(left)) for (const pid of left) process.kill(pid);
});
