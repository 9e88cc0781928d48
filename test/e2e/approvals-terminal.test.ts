import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { binary, runCli } from '../helpers/binary.ts';
import { waitFor } from '../helpers/processes.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { TerminalRun } from '../helpers/terminal.ts';

const prompt = 'Your answer: ';
const again = 'Please answer with one of y, a, a2, n, never: ';

describe('a question on the terminal', () => {
  it.each<readonly [typed: string, status: number, isMade: boolean, says: string]>([
    ['y\n', 0, true, 'done'],
    ['a\n', 0, true, 'done'],
    ['a touch *\n', 0, true, 'done'],
    ['n\n', 126, false, 'Rejected by the user.'],
    ['n please use make\n', 126, false, 'Rejected by the user. please use make'],
    ['never\n', 126, false, 'Rejected by the user.'],
    [
      '\x04',
      126,
      false,
      '\n\x1b[31magent-tools:\x1b[0m Rejected without an answer: no answer on the terminal',
    ],
    ['\x03', 130, false, ''],
  ])('answered with %j ends with %d', async (typed, status, isMade, says) => {
    const home = tempFolder();
    const run = new TerminalRun(['shell', 'touch made && echo done'], { home });
    await run.see(prompt);
    run.type(typed);
    expect(await run.exited).toBe(status);
    expect(run.output).toContain(says);
    expect(existsSync(join(home, 'made'))).toBe(isMade);
  });

  it.each<readonly [key: string, typed: string, status: number]>([
    ['Enter', 'y\r', 0],
    ['C-c', '\x03', 130],
    ['C-d', '\x04', 126],
  ])('is answered in a terminal that a program has in raw mode: %s', async (_, typed, status) => {
    const home = tempFolder();
    const script = 'trap : INT; stty raw -echo; "$0" shell "touch made"; code=$?; stty -a; exit $code';
    const run = new TerminalRun([], { home, program: ['/bin/sh', '-c', script, binary] });
    await run.see(prompt);
    run.type(typed);
    expect(await run.exited).toBe(status);
    expect(existsSync(join(home, 'made'))).toBe(status === 0);
    // It gets its terminal back as it was.
    expect(run.output).toMatch(/-icanon\b/);
    expect(run.output).toMatch(/-isig\b/);
  });

  it('shows the command, its place, its variables and each verdict, all escaped', async () => {
    const home = tempFolder();
    const words = [
      'shell',
      'touch x\ufe0fz\nls',
      '--env',
      'MODE=a\x1b[2J\u202eb',
      '--description',
      'why\x07',
    ];
    const run = new TerminalRun(words, { home });
    await run.see(prompt);
    run.type('n\n');
    await run.exited;
    expect(run.output).toContain('  | touch x\\u{fe0f}z\n  | ls\n');
    expect(run.output).toContain('  | MODE=a\\u{1b}[2J\\u{202e}b\n');
    expect(run.output).toContain('why\\u{7}');
    expect(run.output).toMatch(/shell in \/\S+\n/);
    expect(run.output).toMatch(
      / {2}\| {3}asked: touch .*\n {2}\| {3}allowed: ls \(\/\S+\/ls\): it only reads\n/,
    );
    expect(run.output.replaceAll('\x1b[31magent-tools:\x1b[0m', '')).not.toMatch(/\x1b|\x07|\u202e|\ufe0f/);
  });

  it('shows the diff of a file, and a change that is too long to show has no yes', async () => {
    const home = tempFolder();
    writeFileSync(join(home, 'a.txt'), 'one\ntwo\n');
    const edit = new TerminalRun(['edit', 'a.txt', '--old', 'two', '--new', 'three'], { home });
    await edit.see('  | -two\n  | +three');
    await edit.see(prompt);
    edit.type('y\n');
    expect(await edit.exited).toBe(0);
    expect(readFileSync(join(home, 'a.txt'), 'utf8')).toBe('one\nthree\n');
    writeFileSync(
      join(home, 'input.json'),
      JSON.stringify({ path: 'big.txt', content: 'line\n'.repeat(20_000) }),
    );
    const write = new TerminalRun(['write', '--input', '@input.json'], { home });
    await write.see('cannot all be shown');
    await write.see(prompt);
    write.type('y\n');
    await write.see('Please answer with');
    write.type('n\n');
    expect(await write.exited).toBe(126);
    expect(existsSync(join(home, 'big.txt'))).toBe(false);
  });

  it('remembers always and never', async () => {
    const home = tempFolder();
    const once = new TerminalRun(['shell', 'touch a'], { home });
    await once.see(prompt);
    once.type('a2\n');
    expect(await once.exited).toBe(0);
    expect((await runCli(['shell', 'touch b'], { home })).status).toBe(0);
    const never = new TerminalRun(['shell', 'mkdir c'], { home });
    await never.see(prompt);
    never.type('never mkdir *\n');
    await never.exited;
    const refused = await runCli(['shell', 'mkdir d'], { home });
    expect(refused).toMatchObject({ status: 126, stderr: expect.stringContaining('approvals.jsonc:') });
    const list = await runCli(['policy', 'list'], { home });
    expect(list.stdout.toString()).toMatch(
      /allow +shell +touch \* +\S+approvals\.jsonc:6\ndeny +shell +mkdir \* +\S+approvals\.jsonc:8\n/,
    );
  });

  /** A question that is there only after something was typed behind the line that begins it. */
  const typedAhead = async (typed: string) => {
    const home = tempFolder();
    const program = ['/bin/bash', '--norc', '-c', 'echo ready; read -r go; exec "$@"', 'sh', binary];
    const run = new TerminalRun(['shell', 'touch made'], { home, program });
    await run.see('ready');
    run.type(typed);
    await run.see(prompt);
    return { home, run };
  };

  it('is not answered by what was typed before it was there', async () => {
    const { home, run } = await typedAhead('go\ny\ny\n');
    run.type('n\n');
    expect(await run.exited).toBe(126);
    expect(existsSync(join(home, 'made'))).toBe(false);
  });

  it('is not answered by the beginning of a line that was typed before it was there', async () => {
    const { home, run } = await typedAhead('go\ny');
    run.type('\n');
    await run.see(again);
    run.type('n\n');
    expect(await run.exited).toBe(126);
    expect(existsSync(join(home, 'made'))).toBe(false);
  });

  it('is put again after a word that is no answer, and not answered by what came with that word', async () => {
    const home = tempFolder();
    const run = new TerminalRun(['shell', 'touch made && echo done'], { home });
    await run.see(prompt);
    for (const typed of ['yess\ny\na\n', '\n', 'what?\n']) {
      run.type(typed);
      await run.see(again);
      expect(existsSync(join(home, 'made'))).toBe(false);
    }
    run.type(' y \n');
    expect(await run.exited).toBe(0);
    expect(existsSync(join(home, 'made'))).toBe(true);
  });

  it('is asked one after another when several run at once', async () => {
    const home = tempFolder();
    const script = '"$0" shell "touch one" & "$0" shell "touch two" & wait';
    // Both stand in the foreground group of a shell without job control.
    const run = new TerminalRun([], { home, program: ['/bin/sh', '-c', script, binary] });
    await run.see(prompt);
    const first = run.output.includes('touch one') ? 'one' : 'two';
    expect(run.output.includes('touch one') && run.output.includes('touch two')).toBe(false);
    run.type('y\n');
    await run.see(prompt);
    run.type('n\n');
    await run.exited;
    expect(existsSync(join(home, first))).toBe(true);
    expect(existsSync(join(home, first === 'one' ? 'two' : 'one'))).toBe(false);
  });

  it('is not put to a job in the background, to a pipe, or inside a run of ours', async () => {
    const home = tempFolder();
    const background = new TerminalRun([], {
      home,
      program: ['/bin/bash', '--norc', '-c', 'set -m; "$0" shell "touch made" & wait $!', binary],
    });
    expect(await background.exited).toBe(126);
    expect(background.output).toContain('Approval required, nothing ran');
    const inside = new TerminalRun(['shell', 'touch made'], { home, env: { AGENT_TOOLS_RUN: 'x' } });
    expect(await inside.exited).toBe(126);
    expect(inside.output).toContain('Approval required, nothing ran');
    expect((await runCli(['shell', 'touch made'], { home })).stderr).toContain(
      'Approval required, nothing ran',
    );
    expect(existsSync(join(home, 'made'))).toBe(false);
  });

  it('leaves standard input to the command', async () => {
    const home = tempFolder();
    const program = ['/bin/sh', '-c', 'printf "from the pipe\\n" | "$0" shell "tee copy"', binary];
    const run = new TerminalRun([], { home, program });
    await run.see("what the caller's pipe or file holds");
    await run.see(prompt);
    run.type('y\n');
    expect(await run.exited).toBe(0);
    expect(readFileSync(join(home, 'copy'), 'utf8')).toBe('from the pipe\n');
  });

  it('ends when its time is over', async () => {
    const home = tempFolder();
    mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
    writeFileSync(join(home, '.config/agent-tools/config.json'), '{"approval":{"timeoutSeconds":1}}');
    const run = new TerminalRun(['shell', 'touch made'], { home });
    await run.see(prompt);
    await run.see('nobody answered within 1 s');
    expect(await run.exited).toBe(126);
  });
});

describe('approvals watch', () => {
  it('asks about what waits and about what comes, and the calls run then', async () => {
    const home = tempFolder();
    await runCli(['shell', 'touch first'], { home });
    const watch = new TerminalRun(['approvals', 'watch'], { home });
    await watch.see('touch first');
    await watch.see(prompt);
    watch.type('y\n');
    await watch.see('allowed');
    expect((await runCli(['shell', 'touch second'], { home })).status).toBe(126);
    await watch.see('touch second');
    await watch.see(prompt);
    watch.type('n not that\n');
    await watch.see('rejected');
    expect((await runCli(['shell', 'touch first'], { home })).status).toBe(0);
    expect((await runCli(['shell', 'touch second'], { home })).stderr).toContain(
      'Rejected by the user. not that',
    );
    watch.type('\x03');
    expect(await watch.exited).toBe(130);
  });

  it.each(['\x03', '\x04'])('leaves waiting what %j is all that is typed at, and says so', async (key) => {
    const home = tempFolder();
    await runCli(['shell', 'touch first'], { home });
    const watch = new TerminalRun(['approvals', 'watch'], { home });
    await watch.see(prompt);
    watch.type(key);
    await watch.see(' it goes on waiting\n');
    watch.child.kill();
    const { stdout } = await runCli(['approvals', 'list', '--json'], { home });
    expect(JSON.parse(stdout.toString()).approvals[0].state).toBe('waiting');
    expect(watch.output).not.toContain('taken back');
  });

  it.each([
    ['--reject', 'rejected'],
    ['--allow-once', 'allowed'],
  ])('says of a question answered elsewhere with %s that it was %s', async (answer, state) => {
    const home = tempFolder();
    await runCli(['shell', 'touch first'], { home });
    const watch = new TerminalRun(['approvals', 'watch'], { home });
    await watch.see(prompt);
    const { stdout } = await runCli(['approvals', 'list', '--json'], { home });
    const { approvals } = JSON.parse(stdout.toString());
    const { approvalId } = approvals[0];
    expect((await runCli(['approvals', 'resolve', approvalId, answer], { home })).status).toBe(0);
    await watch.see('(no longer asked)');
    await watch.see(`${approvalId}: it was ${state} elsewhere\n`);
    watch.type('\x03');
    expect(await watch.exited).toBe(130);
  });

  it('asks what came while it was a job in the background once it is in front again', async () => {
    const home = tempFolder();
    await runCli(['shell', 'touch first'], { home });
    const shell = new TerminalRun([], {
      home,
      program: ['/bin/bash', '--norc', '-i'],
    });
    await shell.see('bash-');
    shell.type(`'${binary}' approvals watch\n`);
    await shell.see(prompt);
    shell.type('n\n');
    await shell.see('rejected');
    shell.type('\x1a');
    await shell.see('Stopped');
    shell.type('bg\n');
    await shell.see('watch &');
    await runCli(['shell', 'touch second'], { home });
    // It looks at least once in a second.
    await delay(1200);
    shell.type('fg\n');
    await shell.see('touch second');
    await shell.see(prompt);
    expect(shell.output).not.toContain('the terminal is gone');
    shell.type('\x03');
    await shell.see('bash-');
    shell.type('exit 7\n');
    expect(await shell.exited).toBe(7);
  });

  it('ends without a fault when its terminal is closed while it asks', async () => {
    const home = tempFolder();
    await runCli(['shell', 'touch first'], { home });
    const script = 'trap : HUP; "$@" 2>said; echo $? >status';
    const watch = new TerminalRun(['approvals', 'watch'], {
      home,
      program: ['sh', '-c', script, 'sh', binary],
    });
    await watch.see(prompt);
    watch.child.kill('SIGKILL');
    const status = join(home, 'status');
    await waitFor(() => existsSync(status) && readFileSync(status, 'utf8') !== '', 'it to end');
    // By the signal, or because nobody reads its output any more, whichever is noticed first.
    expect(readFileSync(status, 'utf8')).toMatch(/^(129|0)\n$/);
    const said = readFileSync(join(home, 'said'), 'utf8');
    expect(said).toMatch(/^agent-tools: [\w-]+: (the terminal is gone; )?it goes on waiting\n$/);
  });

  it('needs a terminal, or only tells', async () => {
    const home = tempFolder();
    const { status, stderr } = await runCli(['approvals', 'watch'], { home });
    expect({ status, stderr }).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('nobody sits at a terminal'),
    });
    const inside = new TerminalRun(['approvals', 'watch'], { home, env: { AGENT_TOOLS_RUN: 'x' } });
    expect(await inside.exited).toBe(126);
  });
});
