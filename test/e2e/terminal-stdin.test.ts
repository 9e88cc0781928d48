import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { Home } from '../helpers/sessions.ts';

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

  it('is typed as fast as it is read, and none of it is lost', async () => {
    const input = `${'x'.repeat(99)}\n`.repeat(20_000);
    const { stdout, stderr } = await runCli(shell('stty -echo; sleep 0.5; wc -c'), { input });
    expect(stderr).toBe('');
    expect(stdout.toString()).toMatch(/2000000\r\n$/);
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
    ['what it is', '\\033[c', 'c', /033 {3}\[ {3}\? {3}1/],
  ])('answers %s', async (_, question, end, answer) => {
    const asks = `stty -echo -icanon; printf "${question}"; IFS= read -rd ${end} got; printf "%s" "$got" | od -An -c`;
    const { status, stdout } = await runCli(shell('--json', asks));
    expect(status).toBe(0);
    expect(JSON.parse(stdout.toString()).content[0].text).toMatch(answer);
  });
});
