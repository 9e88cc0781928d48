import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { Home, type SessionRpc, textOf } from '../helpers/sessions.ts';

const home = new Home();
let client: SessionRpc;
beforeAll(() => {
  client = home.rpc();
});
afterAll(() => client.close());

const terminal = (command: string, more: object = {}): Promise<string> =>
  client.background(command, { pty: true, ...more });
const press = (id: string, ...keys: readonly string[]) => client.process('send-keys', id, { keys });
const type = (id: string, literal: string, ...keys: readonly string[]) =>
  client.process('send-keys', id, { literal, keys });
const screen = async (id: string): Promise<string> => textOf(await client.process('screen', id));

/** A tiny full-screen program: shows its size, which keys it was sent, and where an arrow key moved. */
const tui = `
import curses
def main(window):
    curses.curs_set(1)
    row = 2
    while True:
        window.erase()
        height, width = window.getmaxyx()
        window.addstr(0, 0, f"size {height}x{width}")
        window.addstr(1, 0, "title", curses.A_BOLD)
        window.addstr(row, 4, "here")
        window.refresh()
        key = window.getch()
        if key == ord("q"): break
        if key == curses.KEY_DOWN: row += 1
        if key == curses.KEY_F5: row = 7
curses.wrapper(main)
print("left")
`;

describe('interpreters', () => {
  it('python3 -i answers what is typed', async () => {
    const id = await terminal('python3 -i -q');
    await client.until(id, '>>> $');
    await type(id, 'print(6 * 7)', 'Enter');
    await client.until(id, '^42$');
    await client.process('paste', id, { text: 'def f():\n    return "pasted"\n\n', bracketed: false });
    await type(id, 'f()', 'Enter');
    await client.until(id, "^'pasted'$");
    await press(id, 'C-d');
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 0 });
  });

  it('python3 -i on pipes, for programs that want no terminal', async () => {
    const id = await client.background('python3 -i -q -u');
    await client.process('write', id, { data: 'print(6 * 7)\n' });
    await client.until(id, '42');
    await client.process('write', id, { data: 'import sys; sys.exit(4)' });
    await client.process('submit', id);
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 4 });
  });

  it('bash -i runs nothing of a bracketed paste, and none comes that it would run the rest of', async () => {
    const id = await terminal('exec bash --norc -i');
    await client.until(id, '\\$ $|# $');
    const text = 'echo a\x1ctouch pasted\n';
    const refused = await client.request('process', {
      action: 'paste',
      sessionId: id,
      text,
      bracketed: true,
    });
    expect(refused.error).toMatchObject({ code: -32602, data: { field: 'text' } });
    await client.process('paste', id, { text: 'touch pasted\n', bracketed: true });
    await client.until(id, 'touch pasted');
    await press(id, 'C-c');
    await type(id, 'exit 7', 'Enter');
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 7 });
    expect(existsSync(join(home.folder, 'pasted'))).toBe(false);
  });

  it('bash -i has job control', async () => {
    const id = await terminal('exec bash --norc -i');
    await client.until(id, '\\$ $|# $');
    await type(id, "sh -c 'echo in front; exec sleep 100'", 'Enter');
    await client.until(id, '^in front$');
    await press(id, 'C-z');
    await client.until(id, 'Stopped');
    await type(id, 'jobs; echo job-$?', 'Enter');
    await client.until(id, '^job-0$');
    await type(id, 'bg; kill %1; wait; exit 6', 'Enter');
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 6 });
  });
});

describe('signals of the terminal', () => {
  it('C-c ends a program that does not catch it', async () => {
    const id = await terminal('exec sleep 100');
    await press(id, 'C-c');
    expect((await client.ended(id)).details).toMatchObject({ status: 'completed', signal: 'SIGINT' });
  });

  it('C-c is caught by a program that does', async () => {
    const id = await terminal("trap 'echo caught; exit 42' INT; echo ready; while :; do sleep 0.05; done");
    await client.until(id, 'ready');
    await press(id, 'C-c');
    await client.until(id, 'caught');
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 42 });
  });

  it('kill reaches the program in front, and SIGKILL the session too', async () => {
    const id = await terminal('exec bash --norc -i');
    await client.until(id, '\\$ $|# $');
    await type(
      id,
      'bash -c \'trap "echo inner; exit" INT; echo begun; while :; do sleep 0.05; done\'',
      'Enter',
    );
    await client.until(id, '^begun$');
    await client.process('kill', id, { signal: 'SIGINT' });
    await client.until(id, '^inner$');
    await type(id, "sh -c 'echo next; exec sleep 100'", 'Enter');
    await client.until(id, '^next$');
    await client.process('kill', id, { signal: 'SIGKILL' });
    expect((await client.ended(id)).details).toMatchObject({ status: 'killed', signal: 'SIGKILL' });
  });
});

describe('a prompt for a password', () => {
  it('is seen to wait, and what is typed is not echoed', async () => {
    const id = await terminal('python3 -c "import getpass; print(len(getpass.getpass()))"');
    await client.until(id, 'Password: $');
    let waiting = false;
    for (let tries = 0; !waiting && tries < 100; tries += 1) {
      waiting =
        (await client.process('poll', id, { cursor: 10, waitMs: 50 })).details.waitingForInput === true;
    }
    expect(waiting).toBe(true);
    await type(id, 'hunter2', 'Enter');
    await client.ended(id);
    const output = await client.output(id);
    expect(output).toMatch(/Password: \n7\n/);
    expect(output).not.toContain('hunter2');
  });
});

describe('the size', () => {
  it('is what was asked for, and a resize is seen by the program', async () => {
    const id = await terminal("trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done", {
      cols: 90,
      rows: 20,
    });
    await client.until(id, '^20 90$');
    expect(await client.process('resize', id, { cols: 132, rows: 43 })).toMatchObject({
      details: { cols: 132, rows: 43 },
    });
    await client.until(id, '^43 132$');
    await client.process('remove', id);
  });

  it('is 120 by 30 by default, in a terminal that names itself', async () => {
    const id = await terminal('stty size; echo $TERM; tty');
    await client.ended(id);
    expect(await client.output(id)).toMatch(/^30 120\nxterm-256color\n\/dev\/pts\/\d+\n$/);
  });

  it('of a session without a terminal cannot be set', async () => {
    const id = await client.background('sleep 60');
    expect((await client.process('resize', id, { cols: 80, rows: 24 })).message).toContain(
      'it has no terminal',
    );
    expect((await client.process('screen', id)).message).toContain('it has no terminal');
    const refused = await client.request('process', { action: 'send-keys', sessionId: id, keys: ['C-c'] });
    expect(refused.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('needs a terminal'),
    });
    const paste = { action: 'paste', sessionId: id, text: 'a' };
    expect((await client.request('process', { ...paste, bracketed: true })).error).toMatchObject({
      code: -32602,
      message: '"bracketed" needs a terminal; the session has none (start it with "pty")',
    });
    for (const more of [{}, { bracketed: false }])
      expect((await client.request('process', { ...paste, ...more })).error).toBeUndefined();
    await client.process('remove', id);
  });
});

describe('full-screen programs', () => {
  it('leave no blanks at the ends of lines, but before the cursor', async () => {
    const id = await terminal("printf 'one   \\r\\n      \\r\\ntwo   \\r\\n> '; sleep 60");
    await client.until(id, '> $');
    expect(await screen(id)).toBe('one\n\ntwo\n> \n');
    expect((await client.process('poll', id)).notices).toEqual([]);
    await client.process('remove', id);
  });

  it('a program with curses: its screen, arrow keys in application mode, function keys, resize', async () => {
    const id = await terminal(`python3 -c '${tui}'`, { cols: 60, rows: 12 });
    await client.until(id, 'here');
    const first = await client.process('screen', id);
    expect(textOf(first)).toBe('size 12x60\ntitle\n    here\n');
    expect(first.details).toMatchObject({
      alternate: true,
      cols: 60,
      rows: 12,
      cursor: { row: 3, column: 9 },
    });
    const hint = 'The program draws on its screen; action screen shows that as it looks.';
    expect((await client.process('poll', id)).notices).toContain(hint);
    expect((await client.process('log', id)).notices).toContain(hint);
    await press(id, 'Down', 'Down');
    await client.process('wait', id, { pattern: 'nothing like this', timeout: 0.3 });
    expect(await screen(id)).toBe('size 12x60\ntitle\n\n\n    here\n');
    await press(id, 'F5');
    await client.process('wait', id, { pattern: 'nothing like this', timeout: 0.3 });
    expect(await screen(id)).toContain('\n\n\n\n\n\n    here\n');
    const { details } = await client.process('poll', id);
    await client.process('resize', id, { cols: 40, rows: 10 });
    await client.until(id, 'size|10x40', { cursor: details.bytes });
    await client.process('wait', id, { pattern: 'nothing like this', timeout: 0.3 });
    expect(await screen(id)).toContain('size 10x40');
    await type(id, 'q');
    await client.ended(id);
    expect(await screen(id)).toContain('left');
  });

  it.for([
    ['vim', 'vim -u NONE file', [':q!', 'Enter'], '~'],
    ['less', 'less file', ['q'], 'the text'],
  ] as const)('%s', async ([program, command, leave, shown], context) => {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
      context.skip(`${program} is not installed`);
    const id = await terminal(`echo the text > file; ${command}`);
    await client.until(id, 'the text');
    expect(await screen(id)).toContain(shown);
    await press(id, ...leave);
    expect((await client.ended(id)).details).toMatchObject({ status: 'completed', exitCode: 0 });
  });
});

describe('the terminal itself', () => {
  it('answers where the cursor is', async () => {
    const ask =
      'stty -echo -icanon; printf "\\033[6n"; IFS= read -rd R answer; printf "%s" "$answer" | od -An -c';
    const id = await terminal(ask);
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 0 });
    expect(await client.output(id)).toMatch(/033 {3}\[ {3}1 {3}; {3}1/);
  });

  it('answers where the cursor was when it was asked, not where the program took it then', async () => {
    const ask =
      'stty -echo -icanon; printf "\\0337\\033[99;99H\\033[6n\\0338"; IFS= read -rd R answer; printf "%s" "$answer" | od -An -c';
    const id = await terminal(ask, { cols: 80, rows: 24 });
    await client.ended(id);
    expect(await client.output(id)).toMatch(/033 {3}\[ {3}2 {3}4 {3}; {3}8 {3}0/);
  });

  it('answers where the cursor has gone, also in another size', async () => {
    const ask =
      'stty -echo -icanon; read -rn 1 _; printf "\\033[2J\\033[99;99Hx\\033[6n"; IFS= read -rd R got; printf "%s" "$got" | od -An -c';
    const id = await terminal(ask);
    await client.process('resize', id, { cols: 30, rows: 12 });
    await press(id, 'x');
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 0 });
    expect(await client.output(id)).toMatch(/033 {3}\[ {3}1 {3}2 {3}; {3}3 {3}0/);
  });

  it('shows what was drawn before its size changed as it was drawn', async () => {
    const command = 'printf "\\033[?1049h%099d" 7; read -rsn 1; printf " end"; read -rsn 1';
    const id = await terminal(command, { cols: 80, rows: 10 });
    await client.until(id, '7');
    await client.process('resize', id, { cols: 120, rows: 10 });
    await press(id, 'x');
    await client.until(id, 'end');
    expect(await screen(id)).toBe(`${'0'.repeat(80)}\n${'0'.repeat(18)}7 end\n`);
    await press(id, 'x');
    await client.ended(id);
    expect(await screen(id)).toBe(`${'0'.repeat(80)}\n${'0'.repeat(18)}7 end\n`);
  });

  it('takes 100 MB with bounded memory, and keeps head and tail', async () => {
    const id = await terminal('head -c 100000000 /dev/zero | tr "\\0" a | fold -w 99; echo; echo the end');
    const ended = await client.process('wait', id, { timeout: 60 });
    expect(ended.details).toMatchObject({ status: 'completed', exitCode: 0 });
    const log = await client.process('log', id, { limit: 1 });
    expect(textOf(log)).toBe('the end\n');
    expect(Number(log.details.bytes)).toBeGreaterThan(102_000_000);
  });

  it('a flood that goes on grows neither the keeper nor its log', async () => {
    const id = await terminal('yes "a line of a flood that does not end"');
    const { keeper } = home.record(id);
    const rss = (): number =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${keeper.pid}/status`, 'utf8'))?.[1]) / 1024;
    for (let bytes = 0; bytes < 60_000_000; ) {
      bytes = Number(
        (await client.process('poll', id, { cursor: bytes, waitMs: 1000, maxBytes: 1 })).details.bytes,
      );
    }
    const before = rss();
    for (let bytes = 0; bytes < 200_000_000; ) {
      bytes = Number(
        (await client.process('poll', id, { cursor: bytes, waitMs: 1000, maxBytes: 1 })).details.bytes,
      );
    }
    expect(rss() - before).toBeLessThan(40);
    await client.process('remove', id);
  });

  it('is refused input that a program does not read', async () => {
    const id = await terminal('stty raw -echo; echo ready; sleep 60');
    await client.until(id, 'ready');
    const data = 'x'.repeat(600_000);
    expect((await client.process('write', id, { data })).details.queuedBytes).toBeGreaterThan(0);
    expect((await client.process('write', id, { data })).message).toContain('it does not read');
    await client.process('remove', id);
  });

  it('refuses a line that the kernel would cut, and takes many that it does not', async () => {
    const id = await terminal('stty -echo; echo ready; exec md5sum');
    await client.until(id, 'ready');
    const refused = await client.process('write', id, { data: `${'x'.repeat(4096)}\n` });
    expect(refused.message).toContain('a line of it has 4096 bytes');
    const data = `${'x'.repeat(4094)}\n`.repeat(100);
    await client.process('write', id, { data, eof: true });
    await client.ended(id);
    expect(await client.output(id)).toContain(createHash('md5').update(data).digest('hex'));
  });

  it('with input that is known from the start, which stays open', async () => {
    const id = await terminal('read a; read b; echo "$b$a"', { stdin: 'one\n' });
    await client.until(id, 'one');
    await client.process('write', id, { data: 'two\n' });
    await client.ended(id);
    expect(await client.output(id)).toMatch(/two\r?\ntwoone\r?\n$/);
  });

  it('with more of it than may be written at once, and what is typed behind it', async () => {
    const stdin = '0123456789abcdefghi\n'.repeat(60_000);
    const id = await terminal('stty -echo; exec md5sum', { stdin });
    const isRefused = async () => (await client.process('write', id, { data: 'last\n' })).status === 'failed';
    while (await isRefused()) await client.process('poll', id, { waitMs: 50 });
    await client.process('write', id, { data: '', eof: true });
    await client.ended(id);
    expect(await client.output(id)).toContain(createHash('md5').update(`${stdin}last\n`).digest('hex'));
  });

  it('in the foreground', async () => {
    const outcome = await client.call('shell', {
      command: 'tty; stty size; exit 3',
      pty: true,
      cols: 70,
      rows: 11,
    });
    expect(textOf(outcome)).toMatch(/^\/dev\/pts\/\d+\n11 70\n\(exit code 3\)$/);
    const fed = await client.call('shell', { command: 'cat', pty: true, stdin: 'typed\n' });
    expect(textOf(fed)).toBe('typed\ntyped\n');
  });
});

describe('a person who attaches', () => {
  it('sees the screen, types, resizes, detaches, comes back and sees the end', async () => {
    const id = await terminal('exec bash --norc -i', { keep: true });
    await client.until(id, '\\$ $|# $');
    const script = join(import.meta.dirname, '../fixtures/sessions/attach.py');
    const { stdout, stderr, status } = spawnSync('python3', [script, binary, id], {
      cwd: home.folder,
      env: cleanEnv(home.folder),
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toEqual([
      'prompt',
      'size 24 80',
      'resized 40 100',
      'detached 0',
      'again',
      'ended 5',
    ]);
    expect(status).toBe(0);
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 5 });
  });

  it('must be a person', async () => {
    const id = await terminal('sleep 60');
    for (const words of [['attach'], ['--yolo', 'attach'], ['-C', '.', 'attach']]) {
      const { status, stderr } = await home.cli(['process', ...words, id]);
      expect(stderr).toContain('is no terminal, expected a person at a terminal');
      expect(status).toBe(1);
    }
    await client.process('remove', id);
  });
});
