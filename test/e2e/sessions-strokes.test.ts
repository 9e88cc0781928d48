import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Home, type SessionRpc, textOf } from '../helpers/sessions.ts';

const home = new Home();
let client: SessionRpc;
beforeAll(() => {
  client = home.rpc();
});
afterAll(() => client.close());

/** Shows each read of its terminal on a line, and ends with `q`. */
const reader = `
import os, sys, tty
tty.setraw(0)
print(sys.argv[1].encode().decode("unicode_escape") + "ready", end="\\r\\n", flush=True)
while True:
    read = os.read(0, 65536)
    print(read.decode().encode("unicode_escape").decode(), end="\\r\\n", flush=True)
    if b"q" in read: break
`;

/** A session in which the reader has printed `first`, a text with Python's escapes. */
async function started(first = ''): Promise<string> {
  const id = await client.background(`python3 -c '${reader}' '${first}'`, { pty: true });
  await client.until(id, 'ready');
  return id;
}

async function readsOf(id: string): Promise<readonly string[]> {
  await client.ended(id);
  return textOf(await client.process('log', id))
    .split('\n')
    .slice(1, -1);
}

/** Sends input and then `q`. A machine that is busy may let the program read late, and two strokes at once: not each of several times. */
async function expectReads(send: (id: string) => Promise<unknown>, reads: readonly string[]): Promise<void> {
  const seen: string[] = [];
  const wanted = JSON.stringify([...reads, 'q']);
  while (seen.length < 5 && seen.at(-1) !== wanted) {
    const id = await started();
    await send(id);
    await client.process('send-keys', id, { keys: ['q'] });
    seen.push(JSON.stringify(await readsOf(id)));
  }
  expect(seen).toContain(wanted);
}

describe('a program that reads keys itself gets each stroke on its own', () => {
  it.each([
    ['text, then Enter', { literal: 'fix the bug', keys: ['Enter'] }, ['fix the bug', '\\r']],
    ['keys of a menu', { keys: ['Down', 'Down', 'Enter'] }, ['\\x1b[B', '\\x1b[B', '\\r']],
    ['Escape and a letter', { keys: ['Escape', 'x'] }, ['\\x1b', 'x']],
    ['a letter with Alt', { keys: ['M-x'] }, ['\\x1bx']],
    ['one key in hex', { hex: ['1b', '5b', '41'], keys: ['Enter'] }, ['\\x1b[A', '\\r']],
  ])('%s', async (_, input, reads) => {
    await expectReads((id) => client.process('send-keys', id, input), reads);
  });

  it('all of them before what is sent meanwhile', async () => {
    const id = await started();
    const first = client.process('send-keys', id, { keys: [...'abcdefghij'] });
    await client.until(id, '^a');
    await client.process('send-keys', id, { keys: ['q'] });
    await first;
    expect((await readsOf(id)).join('')).toBe('abcdefghijq');
  });

  it('all of them, though the call that sends them is cancelled, as its message says', async () => {
    const keys = [...'x'.repeat(38), 'q'];
    let message: string | undefined;
    // On a busy machine all may be sent before the cancel comes.
    for (let tries = 0; message === undefined && tries < 5; tries += 1) {
      const id = await started();
      const sent = client.start('process', { action: 'send-keys', sessionId: id, keys });
      await client.until(id, '^x');
      client.notify('$/cancelRequest', { id: sent.id });
      message = (await sent.answer).error?.message;
      expect((await readsOf(id)).join('')).toBe(keys.join(''));
    }
    expect(message).toBe(
      'Cancelled while it sent input to the session, which may get all of it nevertheless.',
    );
  });

  it('Enter by the next call', async () => {
    const send = async (id: string) => {
      await client.process('write', id, { data: 'fix the bug' });
      await client.process('submit', id);
    };
    await expectReads(send, ['fix the bug', '\\r']);
  });

  it('but many come at once', async () => {
    const id = await started();
    await client.process('send-keys', id, { keys: Array.from({ length: 5000 }, () => 'x') });
    await client.process('send-keys', id, { keys: ['q'] });
    const reads = await readsOf(id);
    expect(reads.join('')).toBe(`${'x'.repeat(5000)}q`);
    expect(reads.length).toBeLessThan(100);
  });
});

describe('keys that terminals have no code for', () => {
  it.each([
    ['kitty', '\\x1b[>1u', ['\\x1b[13;2u', '\\x1b[9;5u']],
    ['xterm', '\\x1b[>4;2m', ['\\x1b[27;2;13~', '\\x1b[27;5;9~']],
  ])('come in the form that the program asked for: %s', async (_, asked, reads) => {
    const id = await started(asked);
    await client.process('send-keys', id, { keys: ['S-Enter', 'C-Tab', 'q'] });
    expect((await readsOf(id)).join('')).toBe([...reads, 'q'].join(''));
  });

  it('are refused where it asked for none, or no longer', async () => {
    for (const asked of ['', '\\x1b[>1u\\x1b[<u']) {
      const id = await started(asked);
      const pressed = client.process('send-keys', id, { keys: ['S-Enter'] });
      await expect(pressed).rejects.toThrow(/unless their program asks for one/);
      await client.process('remove', id);
    }
  });
});

it('keys behind one that ends the program are dropped', async () => {
  const id = await started();
  const { isError } = await client.process('send-keys', id, { keys: ['q', 'Enter', 'Enter'] });
  expect(isError).toBe(false);
  expect((await client.ended(id)).details).toMatchObject({ exitCode: 0 });
});

it('a terminal that gives lines gets a line at once', async () => {
  const id = await client.background('read -r line; echo "got $line"; sleep 60', { pty: true });
  const { message } = await client.process('send-keys', id, {
    literal: 'hello',
    keys: ['Space', 'x', 'Enter'],
  });
  expect(message).toContain('8 bytes sent');
  await client.until(id, '^got hello x');
});
