import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Home, type Outcome, type SessionRpc } from '../helpers/sessions.ts';

const home = new Home();
let client: SessionRpc;
beforeAll(() => {
  client = home.rpc();
});
afterAll(() => client.close());

/** The first look at a session that tells of a stopped program. */
async function whenStopped(id: string): Promise<Outcome> {
  for (;;) {
    const look = await client.process('poll', id, { cursor: 1_000_000, waitMs: 100 });
    if (look.details.stopped !== undefined || look.status !== 'running') return look;
  }
}

it.each([
  ['cat', 'timeout 100 cat; echo over'],
  ['stty', 'timeout 100 stty -echo; echo over'],
  ['sh', 'timeout 100 sh -c "printf \'name? \'; read name"; echo over'],
])('%s that its terminal stops does not seem to wait for input', async (name, command) => {
  const id = await client.background(command, { pty: true });
  const { details, message, notices } = await whenStopped(id);
  expect(details).toMatchObject({ waitingForInput: false, stopped: { name } });
  expect(message).toContain(`, but ${name} (process `);
  expect(notices.join()).toContain('timeout --foreground');
  const waited = await client.process('wait', id, { timeout: 1 });
  expect(waited.message).toContain(`is stopped.`);
  const listed = await client.call('process', { action: 'list' });
  expect(listed.content[0]?.text).toContain(`${id}  running, stopped`);
});

it.each([
  ['by its time limit', 'timeout 100 cat; echo over', { timeout: 3 }, 'timed_out', 'cat'],
  ['by silence', 'timeout 100 stty -echo; echo over', { idleTimeout: 2 }, 'timed_out', 'stty'],
  ['by the program itself', 'timeout 8 cat; echo over', {}, 'completed', 'cat'],
])('a call that waits for its end is told of it, once it has ended %s', async (...row) => {
  const [, command, more, status, name] = row;
  const ended = await client.call('shell', { command, pty: true, ...more });
  expect(ended.status).toBe(status);
  const told = ended.notices.filter((notice) => notice.includes('was stopped'));
  expect(told).toEqual([
    expect.stringMatching(new RegExp(`^${name} \\(process \\d+\\) was stopped\\. The terminal`)),
  ]);
});

it('a call is told of a program that stopped in front', async () => {
  const ended = await client.call('shell', {
    command: "sh -c 'kill -STOP $$'; exit 5",
    pty: true,
    timeout: 3,
  });
  expect(ended.notices.join()).toMatch(/sh \(process \d+\) was stopped\.$/);
});

it('a call is not told of a program that went on', async () => {
  const going = 'kill -STOP $$; echo on; until [ -e seen ]; do sleep 0.1; done';
  const command = `sh -c '${going}' & sleep 3; kill -CONT $!; wait; echo over`;
  client.onNotification = ({ method, params }) => {
    if (method === 'tool/output' && String(params.text).includes('on'))
      writeFileSync(join(home.folder, 'seen'), '');
  };
  const ended = await client.call('shell', { command, pty: true, _meta: { stream: true } });
  expect(ended.content[0]?.text).toContain('on\nover');
  expect(ended.notices.join()).not.toContain('stopped');
});

it('a call is told of none where none is stopped', async () => {
  const ended = await client.call('shell', {
    command: 'timeout --foreground 3 sleep 100; echo over',
    pty: true,
  });
  expect(ended.notices.join()).not.toContain('stopped');
});

it('a program that stopped in front goes on with SIGCONT', async () => {
  const id = await client.background("sh -c 'kill -STOP $$'; exit 5", { pty: true });
  const { details, notices } = await whenStopped(id);
  expect(details).toMatchObject({ stopped: { name: 'sh' } });
  expect(notices.join()).toContain('SIGCONT');
  await client.process('kill', id, { signal: 'SIGCONT' });
  expect((await client.ended(id)).details).toMatchObject({ exitCode: 5 });
});

it.each(['timeout --foreground 100 sh -c', 'exec sh -c'])(
  'what has the terminal is not stopped: %s',
  async (start) => {
    const id = await client.background(`${start} 'printf "name? "; read name; exit 4'`, { pty: true });
    await client.until(id, 'name\\?');
    const waited = await client.process('wait', id, { timeout: 1 });
    expect(waited.details).toMatchObject({ waitingForInput: true });
    expect(waited.details.stopped).toBeUndefined();
    await client.process('write', id, { data: 'x\n' });
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 4 });
  },
);

it('a job that its shell has set aside is none', async () => {
  const id = await client.background('exec bash --norc -i', { pty: true });
  await client.until(id, '[$#] $');
  await client.process('send-keys', id, {
    literal: "sh -c 'echo in front; exec sleep 100'",
    keys: ['Enter'],
  });
  await client.until(id, '^in front$');
  await client.process('send-keys', id, { keys: ['C-z'] });
  await client.until(id, 'Stopped');
  const waited = await client.process('wait', id, { timeout: 1 });
  expect(waited.details).toMatchObject({ waitingForInput: true });
  expect(waited.details.stopped).toBeUndefined();
});
