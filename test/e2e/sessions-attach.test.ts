import headless from '@xterm/headless';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binary } from '../helpers/binary.ts';
import { childrenOf, isAlive, processesIn, waitFor } from '../helpers/processes.ts';
import { Home, type SessionRpc, textOf } from '../helpers/sessions.ts';
import { TerminalRun } from '../helpers/terminal.ts';

const home = new Home();
let client: SessionRpc;
beforeAll(() => {
  client = home.rpc();
});
afterAll(() => client.close());

const detach = '\x1c';

const attach = (id: string): TerminalRun => new TerminalRun(['process', 'attach', id], { home: home.folder });

/** An attach in a terminal whose size is known. */
const attachSized = (id: string, rows: number, cols: number): TerminalRun =>
  new TerminalRun([], {
    home: home.folder,
    program: ['/bin/sh', '-c', `stty rows ${rows} cols ${cols}; exec "$0" process attach "$1"`, binary, id],
  });

async function shellSession(): Promise<string> {
  const id = await client.background('exec bash --norc -i', { pty: true, keep: true });
  await client.until(id, '[$#] $');
  return id;
}

describe('two who attach to one session', () => {
  it('see and type the same; one killed with -9 takes nothing from the other', async () => {
    const id = await shellSession();
    const { keeper, leader } = home.record(id);
    const one = attachSized(id, 24, 80);
    await one.see('bash-');
    const two = attachSized(id, 30, 90);
    await two.see('bash-');
    one.type('echo from-$((1 + 1))-one\r');
    await Promise.all([one.see('from-2-one\n'), two.see('from-2-one\n')]);
    two.type('stty size\r');
    await Promise.all([one.see('30 90\n'), two.see('30 90\n')]);

    const [killed] = childrenOf(one.child.pid ?? 0);
    process.kill(killed?.pid ?? 0, 'SIGKILL');
    await one.exited;
    two.type('echo still-$((1 + 1))-there\r');
    await two.see('still-2-there\n');
    expect(isAlive(keeper.pid) && isAlive(leader.pid)).toBe(true);
    two.type(detach);
    await two.see(`detached from session ${id}`);
    expect(await two.exited).toBe(0);

    const again = attachSized(id, 24, 80);
    await again.see('still-2-there');
    await again.see('bash-');
    again.type('exit 5\r');
    await again.see('has ended');
    expect(await again.exited).toBe(5);
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 5 });
    await waitFor(() => !isAlive(keeper.pid) && !isAlive(leader.pid), 'keeper and command to be gone');
  });

  it('both see the end', async () => {
    const id = await shellSession();
    const both = [attachSized(id, 24, 80), attachSized(id, 24, 80)];
    for (const one of both) await one.see('bash-');
    await client.process('kill', id);
    for (const one of both) await one.see(`session ${id} has ended`);
    for (const one of both) expect(await one.exited).not.toBe(0);
  });

  it('one after another killed with -9 leaves the session to itself', async () => {
    const id = await shellSession();
    for (let round = 0; round < 5; round += 1) {
      const one = attachSized(id, 24, 80);
      await one.see('bash-');
      one.type(`echo round-$((${round} + 10))\r`);
      await one.see(`round-${round + 10}\n`);
      process.kill(childrenOf(one.child.pid ?? 0)[0]?.pid ?? 0, 'SIGKILL');
      await one.exited;
    }
    expect(textOf(await client.process('screen', id))).toContain('round-14');
    await client.process('remove', id);
  });
});

describe('a terminal that does not know its size', () => {
  it('leaves the session the size it has', async () => {
    const id = await client.background('exec bash --norc -i', { pty: true, cols: 70, rows: 20 });
    await client.until(id, '[$#] $');
    const one = attach(id);
    await one.see('bash-');
    one.type('stty size\r');
    await one.see('20 70\n');
    one.type(detach);
    expect(await one.exited).toBe(0);
    await client.process('remove', id);
  });
});

describe('a person whom the configuration lets do nothing', () => {
  it('is refused', async () => {
    const id = await shellSession();
    const run = new TerminalRun(['--security', 'deny', 'process', 'attach', id], { home: home.folder });
    await run.see('approval.security is deny');
    expect(await run.exited).toBe(126);
    await client.process('remove', id);
  });
});

describe('a terminal that is gone', () => {
  it('is left, also by who was started to ignore the hangup; the session runs on', async () => {
    const id = await shellSession();
    const { leader } = home.record(id);
    const one = new TerminalRun([], {
      home: home.folder,
      program: ['/bin/sh', '-c', `trap '' HUP; exec "$0" process attach "$1"`, binary, id],
    });
    await one.see('bash-');
    const [attached] = childrenOf(one.child.pid ?? 0);
    one.child.kill('SIGKILL');
    await waitFor(() => !isAlive(attached?.pid ?? 0), 'who had attached to be gone');
    expect(isAlive(leader.pid)).toBe(true);
    await client.process('remove', id);
  });
});

describe('a terminal that takes no output', () => {
  it('is left by a signal at once, although the session prints on', async () => {
    const id = await client.background('yes 7777', { pty: true });
    const one = attachSized(id, 24, 80);
    await one.see('7777');
    const [attached] = childrenOf(one.child.pid ?? 0);
    one.child.stdout?.pause();
    process.kill(attached?.pid ?? 0, 'SIGTERM');
    await waitFor(() => !isAlive(attached?.pid ?? 0), 'who had attached to be gone');
    one.child.stdout?.resume();
    expect(await one.exited).toBe(143);
    await client.process('remove', id);
  });
});

describe('the terminal of a person whose attach is ended by a signal', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGQUIT', 131],
  ] as const)('%s gives it back', async (name, status) => {
    const id = await shellSession();
    const words = '"$0" process attach "$1"; echo "status $?"; stty -a';
    const one = new TerminalRun([], { home: home.folder, program: ['/bin/sh', '-c', words, binary, id] });
    await one.see('bash-');
    const [script] = childrenOf(one.child.pid ?? 0);
    const [attached] = childrenOf(script?.pid ?? 0);
    process.kill(attached?.pid ?? 0, name);
    await one.see(`status ${status}\n`);
    await one.see('isig icanon iexten echo ');
    expect(await one.exited).toBe(0);
    await client.process('remove', id);
  });
});

describe('the terminal of a person who detaches', () => {
  const rows = 12;

  /** What an attach to a session that prints this, and detaching, leave in a terminal. */
  async function leftBy(printed: string): Promise<InstanceType<typeof headless.Terminal>> {
    const id = await client.background(`stty -echo; read go; printf '${printed}'; cat`, { pty: true, rows });
    const one = attachSized(id, rows, 80);
    await one.see('\x1b[2J');
    one.type('\r');
    await one.see('here');
    one.type(detach);
    await one.exited;
    await client.process('remove', id);
    const terminal = new headless.Terminal({ rows, allowProposedApi: true, convertEol: true });
    await new Promise<void>((resolve) => terminal.write(one.output, resolve));
    return terminal;
  }

  it('has none of the modes that the program has set', async () => {
    const set = ['?1h', '?1002h', '?1004h', '?2004h', '?7l', '4h', '?1049h'].map((mode) => `\\033[${mode}`);
    const { modes, buffer } = await leftBy(`${set.join('')}\\033=here`);
    expect(modes).toMatchObject({
      applicationCursorKeysMode: false,
      applicationKeypadMode: false,
      bracketedPasteMode: false,
      insertMode: false,
      mouseTrackingMode: 'none',
      sendFocusMode: false,
      wraparoundMode: true,
    });
    expect(buffer.active.type).toBe('normal');
  });

  it('has its margins back, and the cursor behind what was shown', async () => {
    const terminal = await leftBy('\\033[2;4rone\\r\\ntwo\\r\\nhere');
    const { active } = terminal.buffer;
    const lines = Array.from(
      { length: rows },
      (_, row) => active.getLine(row)?.translateToString(true) ?? '',
    );
    const here = lines.indexOf('here');
    expect(lines[here + 1]).toMatch(/^agent-tools: detached from session/);
    await new Promise<void>((resolve) => terminal.write(`\x1b[${rows};1Hlow\r\nlowest`, resolve));
    expect(active.getLine(active.baseY + rows - 1)?.translateToString(true)).toBe('lowest');
  });
});

describe('a terminal that reports keys with modifiers, as the program has asked for', () => {
  it.each([
    ['kitty', '[>1u', '\x1b[92;5u'],
    ['xterm', '[>4;2m', '\x1b[27;5;92~'],
  ])('detaches by the key as %s sends it', async (_, asked, key) => {
    const id = await client.background(`printf '\\033${asked}here\\n'; exec cat -v`, { pty: true });
    await client.until(id, 'here');
    const one = attachSized(id, 24, 80);
    await one.see('here');
    one.type(`a${key}`);
    await one.see(`detached from session ${id}`);
    expect(await one.exited).toBe(0);
    await client.process('remove', id);
  });
});

describe('a terminal that attaches again', () => {
  it('has the mouse, focus, paste, keypad and margins of the program, and its cursor', async () => {
    const rows = 12;
    const set = ['?1h', '?1002h', '?1006h', '?1004h', '?2004h', '?1049h', '2;6r'].map(
      (mode) => `\\033[${mode}`,
    );
    const command = `stty -echo; printf '${set.join('')}\\033=\\033[6;1H\\033[31mhere\\033[m'; cat`;
    const id = await client.background(command, { pty: true, rows, cols: 80 });
    await client.until(id, 'here');
    const one = attachSized(id, rows, 80);
    await one.see('here');
    const drawn = one.output;
    one.type('\r');
    await waitFor(() => one.output.length > drawn.length, 'the line to be handed on');
    const terminal = new headless.Terminal({ rows, allowProposedApi: true });
    await new Promise<void>((resolve) => terminal.write(one.output, resolve));
    expect(terminal.modes).toMatchObject({
      applicationCursorKeysMode: true,
      applicationKeypadMode: true,
      bracketedPasteMode: true,
      mouseTrackingMode: 'drag',
      sendFocusMode: true,
    });
    const { active } = terminal.buffer;
    expect(active.type).toBe('alternate');
    const lines = Array.from(
      { length: rows },
      (_, row) => active.getLine(row)?.translateToString(true) ?? '',
    );
    expect(lines.indexOf('here')).toBe(4);
    expect(active.getLine(4)?.getCell(0)?.getFgColor()).toBe(1);
    expect(active.cursorY).toBe(5);
    one.type(detach);
    await one.exited;
    await client.process('remove', id);
  });
});

describe('afterwards', () => {
  it('nothing runs that a session has started', async () => {
    const own = (): readonly number[] => processesIn(home.folder).filter((pid) => pid !== client.child.pid);
    await expect.poll(own).toEqual([]);
  });
});
