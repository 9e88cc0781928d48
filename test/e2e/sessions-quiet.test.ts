import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Home, type SessionRpc } from '../helpers/sessions.ts';

const home = new Home();
let client: SessionRpc;
beforeAll(() => {
  client = home.rpc();
});
afterAll(() => client.close());

interface Quiet {
  readonly idleMs: number;
  readonly waitingForInput: boolean;
}

/** What is said of a session that has been silent for so long, or longer. */
async function afterSilence(id: string, leastMs: number): Promise<Quiet> {
  for (;;) {
    const { details } = await client.process('poll', id, { waitMs: 100, cursor: 1_000_000 });
    const { idleMs, waitingForInput } = details;
    if (typeof idleMs !== 'number' || typeof waitingForInput !== 'boolean') throw new Error('it has ended');
    if (idleMs >= leastMs) return { idleMs, waitingForInput };
  }
}

/** Silence that makes anything seem to wait. */
const anyMs = 15_000;

it.each([
  ['a screen that is drawn without a cursor', 'printf "\\033[?25l\\033[H\\033[2Jtop"; exec sleep 100', false],
  ['the same with a cursor again', 'printf "\\033[?25l\\033[Htop\\033[?25hPID: "; exec sleep 100', true],
  ['an unfinished line', 'printf "Name: "; exec sleep 100', true],
])('%s', async (_, command, isWaiting) => {
  const id = await client.background(command, { pty: true });
  await client.until(id, '\\S');
  const { idleMs, waitingForInput } = await afterSilence(id, 1000);
  expect(waitingForInput).toBe(isWaiting || idleMs >= anyMs);
});

it('what went on by itself does not seem to wait before it was silent for twice as long', async () => {
  const id = await client.background('printf a; sleep 3; printf b; exec sleep 100', { pty: true });
  await client.until(id, 'ab');
  const { idleMs, waitingForInput } = await afterSilence(id, 1000);
  expect(waitingForInput).toBe(idleMs >= 6000);
  expect((await afterSilence(id, 7000)).waitingForInput).toBe(true);
});

it('what was typed ends a pause', async () => {
  const id = await client.background('printf "Name: "; read name; printf "Age: "; exec sleep 100', {
    pty: true,
  });
  await client.until(id, 'Name');
  await afterSilence(id, 2500);
  await client.process('write', id, { data: 'x\n' });
  await client.until(id, 'Age');
  expect((await afterSilence(id, 1000)).waitingForInput).toBe(true);
});

/** Whether the system tells in which call a process waits. */
function tellsCalls(): boolean {
  try {
    return ['x64', 'arm64'].includes(process.arch) && readFileSync('/proc/self/syscall', 'utf8') !== '';
  } catch {
    return false;
  }
}

it.skipIf(!tellsCalls()).each([
  ['a program that reads all of its input', 'cat', true],
  ['one below a shell, after whole lines', 'echo reading; grep x; echo read', true],
  ['a shell that reads a line', 'echo "Go on?"; read -r answer; echo "$answer"', true],
  ['one that reads the output of another', 'exec 3>&1; sleep 100 | cat >&3', false],
  ['one that only sleeps', 'echo up; sleep 100', false],
  ['one that has no input', 'cat </dev/null; sleep 100', false],
])('without a terminal: %s', async (_, command, isWaiting) => {
  const id = await client.background(command);
  const { idleMs, waitingForInput } = await afterSilence(id, 1000);
  expect(waitingForInput).toBe(isWaiting || idleMs >= anyMs);
  if (isWaiting) {
    expect((await client.process('wait', id, { timeout: 0.1 })).message).toContain('seems to wait for input');
    await client.process('write', id, { data: 'x\n', eof: true });
    await client.ended(id);
  }
});
