import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, startCli } from '../helpers/binary.ts';
import { Home, textOf } from '../helpers/sessions.ts';

const mebibyte = `${'x'.repeat(63)}\n`.repeat(16_384);
const shell = (...words: readonly string[]) => ['shell', '--yolo', '--timeout', '20', '--pty', ...words];

describe('standard input of a command in a terminal', () => {
  it.each([
    ['lines', 'one\ntwo\n', 'one\ntwo\n'],
    ['the end of input within a line', 'one\ntwo', 'one\ntwo'],
    ['nothing', '', ''],
  ])('is typed from a pipe: %s', async (_, input, got) => {
    const { status, stdout } = await runCli(shell('stty -echo; cat > got; echo read; cat got'), { input });
    expect(status).toBe(0);
    expect(stdout.toString().replaceAll('\r', '').split('read\n')[1]).toBe(got);
  });

  it('is typed from --stdin', async () => {
    const { status, stdout } = await runCli(shell('--stdin', 'word', 'read -r line; echo "<$line>"'));
    expect(status).toBe(0);
    expect(stdout.toString()).toContain('<word>');
  });

  it.each([
    ['closed', ['--no-stdin'], {}],
    ['empty', [], { input: '' }],
    ['not there', [], {}],
  ])('is at its end where it is %s: what asks does not wait', async (_, flags, options) => {
    const { status, stdout } = await runCli(shell(...flags, 'read -r x; echo "<$x> $?"'), options);
    expect({ status, said: stdout.toString() }).toEqual({ status: 0, said: '<> 1\r\n' });
  });

  it.each([
    ['by each question', 'for i in 1 2 3; do read -rp "q? " x || echo "end $i"; done'],
    ['by way of /dev/tty', 'for i in 1 2 3; do bash -c "read -ru 3 x 3</dev/tty" || echo "end $i"; done'],
    ['by a program that waits for another', 'for i in 1 2 3; do (read -r x) || echo "end $i"; done'],
  ])('is at its end however often it is read: %s', async (_, command) => {
    const { status, stdout } = await runCli(shell('--no-stdin', command));
    expect({ status, ends: stdout.toString().match(/end \d/g) }).toEqual({
      status: 0,
      ends: ['end 1', 'end 2', 'end 3'],
    });
  });

  it('is not at its end before its sender is', async () => {
    const child = startCli(shell('read -r x; echo "<$x>"'), { input: '' });
    setTimeout(() => child.stdin?.end('late\n'), 2500);
    const said = await child.stdout?.map(String).toArray();
    expect(said?.join('')).toContain('<late>');
  });

  it.each([
    ['reads keys itself', 'stty -icanon; echo on; sleep 20', ['reads keys or hides what is typed']],
    ['asks for a secret', 'stty -echo; echo on; sleep 20', ['reads keys or hides what is typed']],
    ['does neither', 'echo on; sleep 20', []],
  ])('is told to be missing where the time is up for a program that %s', async (_, command, told) => {
    const call = ['shell', '--yolo', '--json', '--pty', '--timeout', '2', command];
    const { status, stdout } = await runCli(call);
    expect(status).toBe(124);
    const { notices } = JSON.parse(stdout.toString());
    expect(notices).toEqual(told.map((words) => expect.stringContaining(words)));
  });

  it('is typed as fast as it is read, and none of it is lost', async () => {
    const input = `${'x'.repeat(99)}\n`.repeat(20_000);
    const { stdout, stderr } = await runCli(shell('stty -echo; sleep 0.5; wc -c'), { input });
    expect(stderr).toBe('');
    expect(stdout.toString()).toMatch(/2000000\r\n$/);
  });

  it.each([
    ['lines', 'one\ntwo\n', 'one\ntwo\n'],
    ['the end of input within a line', 'one', 'one'],
    ['nothing', '', ''],
    ['as much as may wait', mebibyte, mebibyte],
  ])('that is given ends, also where the call may go on as a session: %s', async (_, stdin, got) => {
    const home = new Home();
    const client = home.sidecar();
    const fields = { command: 'stty -echo; cat > got', pty: true, stdin };
    for (const mode of [{}, { yieldMs: 60_000 }]) {
      expect((await client.call('shell', { ...fields, ...mode })).status).toBe('completed');
      expect(readFileSync(join(home.folder, 'got'), 'utf8')).toBe(got);
    }
  });

  it('by shell.yieldMs ends too, and that of --no-stdin', async () => {
    const env = { AGENT_TOOLS_SHELL_YIELD_MS: '60000' };
    const given = await runCli(shell('--stdin', 'hi\n', 'wc -c'), { env });
    expect(given.stdout.toString()).toMatch(/3\r?\n$/);
    const closed = await runCli(shell('--no-stdin', '--yield-ms', '60000', 'read -r x; echo "<$x> $?"'));
    expect(closed.stdout.toString()).toContain('<> 1');
  });

  it('of a call that went on takes keys behind what was given', async () => {
    const client = new Home().sidecar();
    const fields = { command: 'stty -echo; wc -c; cat; echo over', pty: true, stdin: 'given', yieldMs: 1500 };
    const id = (await client.call('shell', fields)).details.sessionId;
    await client.process('write', id, { data: 'more\n', eof: true });
    await client.ended(id);
    expect((await client.output(id)).replaceAll('\r', '')).toMatch(/5\nmore\nover\n$/);
  });

  const long = 'x'.repeat(5000);
  it.each([
    ['a line', `short\n${long}\nshort\n`, {}],
    ['one without an end', long, {}],
    ['a line of what may go on', long, { yieldMs: 60_000 }],
    ['a line of a session', long, { background: true }],
  ])('is refused where the terminal would drop the end of it: %s', async (_, stdin, more) => {
    const home = new Home();
    const client = home.sidecar();
    const call = client.call('shell', { command: 'touch ran', pty: true, stdin, ...more });
    await expect(call).rejects.toThrow(/has a line of 5000 bytes, and a terminal drops what is past 4095/);
    const fitting = { command: 'wc -c > got', pty: true, stdin: `${'x'.repeat(4095)}\n`.repeat(2) };
    await client.call('shell', fitting);
    expect(readFileSync(join(home.folder, 'got'), 'utf8')).toBe('8192\n');
    expect(textOf(await client.call('shell', { command: 'wc -c', stdin: long }))).toBe('5000\n');
  });

  it('from a pipe is told to have been cut, unless the program reads keys itself', async () => {
    const input = `${long}\n`;
    const cut = await runCli(shell('stty -echo; wc -c'), { input });
    expect(cut.stderr).toContain('A line of its standard input has more than 4095 bytes');
    const fits = await runCli(shell('stty -echo; wc -c'), { input: `${'x'.repeat(99)}\n`.repeat(100) });
    expect(fits.stderr).toBe('');
  });

  it('of a session may not become too long by pieces either', async () => {
    const client = new Home().sidecar();
    const id = await client.background('stty -echo; echo on; cat > got', { pty: true });
    await client.until(id, 'on');
    const write = (data: string) => client.process('write', id, { data });
    expect((await write('x'.repeat(3000))).status).toBe('completed');
    expect((await write('x'.repeat(2000))).message).toContain(
      'a line of it has 5000 bytes, and its terminal',
    );
    expect((await write(`${'x'.repeat(1000)}\n`)).status).toBe('completed');
    expect((await write('x'.repeat(4000))).status).toBe('completed');
    await client.process('remove', id);
  });

  it('does not keep the call when the command does not read it', async () => {
    const { status } = await runCli(shell('exit 3'), { input: 'never read\n' });
    expect(status).toBe(3);
  });

  it('of a session ends where write says so, also within a line', async () => {
    const client = new Home().rpc();
    const id = await client.background('cat; echo over', { pty: true });
    await client.process('write', id, { data: 'word', eof: true });
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 0 });
    expect(await client.output(id)).toMatch(/word.*over\n$/s);
    await client.close();
  });
});

describe('a terminal that nobody looks at', () => {
  it.each([
    ['where the cursor is', '\\033[6n', 'R', /033 {3}\[ {3}1 {3}; {3}1/],
    ['where the cursor has gone', 'one\\ntwo\\033[6n', 'R', /033 {3}\[ {3}2 {3}; {3}4/],
    [
      'where it was asked, not where it went then',
      '\\0337\\033[9;9H\\033[6n\\0338',
      'R',
      /033 {3}\[ {3}9 {3}; {3}9/,
    ],
    ['what it is', '\\033[c', 'c', /033 {3}\[ {3}\? {3}1/],
  ])('answers %s', async (_, question, end, answer) => {
    const asks = `stty -echo -icanon; printf "${question}"; IFS= read -rd ${end} got; printf "%s" "$got" | od -An -c`;
    const { status, stdout } = await runCli(shell('--json', asks));
    expect(status).toBe(0);
    expect(JSON.parse(stdout.toString()).content[0].text).toMatch(answer);
  });
});
