import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let home: string;
let writer: number;
let client: RpcClient;

beforeAll(() => {
  home = realpathSync(tempFolder());
  mkdirSync(join(home, 'sub folder'));
  writeFileSync(join(home, 'not-a-program'), 'text');
  symlinkSync('loop', join(home, 'loop'));
  copyFileSync('/bin/true', join(home, 'busy'));
  writer = openSync(join(home, 'busy'), 'r+');
  client = new RpcClient({ home, cwd: home });
});
afterAll(async () => {
  await client.close();
  closeSync(writer);
});

interface Outcome {
  readonly status: string;
  readonly isError: boolean;
  readonly message: string;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly details: Record<string, unknown> & { readonly output?: Record<string, unknown> };
  readonly notices: readonly string[];
}

/** What differs between two runs of one command by nature. */
const volatile = ['pid', 'pgid', 'durationMs'];

function comparable(outcome: Outcome): unknown {
  const details = Object.fromEntries(
    Object.entries(outcome.details).filter(([name]) => !volatile.includes(name)),
  );
  return JSON.parse(JSON.stringify({ ...outcome, details }).replace(/shell-[0-9a-f-]{36}/g, 'shell-ID'));
}

async function bothWays(input: Record<string, unknown>): Promise<Outcome> {
  const { stdout } = await runCli(['shell', '--yolo', '--json', '--input', '-'], {
    home,
    cwd: home,
    input: JSON.stringify(input),
  });
  const cli: Outcome = JSON.parse(stdout.toString());
  const { result, error } = await client.request('shell', input);
  expect(error).toBeUndefined();
  expect(comparable(cli)).toEqual(comparable(JSON.parse(JSON.stringify(result))));
  return cli;
}

const text = (outcome: Outcome): string => outcome.content.map((item) => item.text).join('|');

describe('the Outcome of shell is the same through the command line and RPC', () => {
  it.each([
    ['in the foreground', []],
    ['that could have gone on in the background', ['--yield-ms', '60000']],
  ])('with the version of the shell from the first call on, for one %s', async (_, flags) => {
    const fresh = realpathSync(tempFolder());
    const { stdout } = await runCli(['shell', '--json', ...flags, 'true'], { home: fresh });
    const { shell } = JSON.parse(stdout.toString()).details;
    expect(shell).toEqual({
      flavour: 'bash',
      path: expect.stringMatching(/^\//),
      version: expect.stringMatching(/^\d+\.\d+/),
    });
    const probed = await client.request('env/probe');
    expect(probed.result?.shell).toMatchObject(shell);
  });

  it.each([
    [
      'success',
      { command: 'echo hi' },
      { status: 'completed', isError: false, message: 'Command executed successfully.' },
      'hi\n',
    ],
    [
      'a non-zero exit',
      { command: 'echo no; exit 3' },
      { status: 'completed', isError: true, message: 'Command failed with exit code: 3.' },
      'no\n(exit code 3)',
    ],
    ['no output', { command: 'true' }, { status: 'completed', isError: false }, '(no output)'],
    [
      'a signal',
      { command: 'kill -SEGV $$' },
      { status: 'completed', isError: true, message: 'Command killed by signal SIGSEGV.' },
      null,
    ],
    [
      'SIGKILL',
      { command: 'kill -KILL $$' },
      {
        isError: true,
        notices: ['SIGKILL ended it: where nobody sent that, the system did for want of memory'],
      },
      null,
    ],
    [
      'a tool of another suite',
      { command: "apply_patch <<'EOF'\n*** Begin Patch\nEOF" },
      { isError: true, notices: ['"apply_patch" is no program here; the tool edit is meant for that'] },
      null,
    ],
    [
      'a script with CR LF at its line ends',
      { command: 'if true; then\r\n  echo x\r\nfi\r\n' },
      {
        isError: true,
        notices: [
          'Lines of the command end in CR LF, of which the shell takes the CR as text: LF alone ends a line',
        ],
      },
      null,
    ],
    ['data with CR LF', { command: "cat <<'EOF'\r\nhi\r\nEOF\r\n" }, { isError: false, notices: [] }, null],
    [
      'a program that is not there',
      { command: 'cat /dev/null; no_such_program' },
      { isError: true, notices: [] },
      null,
    ],
    [
      'a shell that passes SIGKILL on',
      { command: 'exit 137' },
      {
        isError: true,
        notices: ['SIGKILL ended it: where nobody sent that, the system did for want of memory'],
      },
      null,
    ],
    [
      'a time limit',
      { command: 'echo early; sleep 60', timeout: 1 },
      { status: 'timed_out', isError: true, message: 'Command killed by timeout (1s).', notices: [] },
      'early\n(timed out after 1s)',
    ],
    [
      'argv without a shell',
      { argv: ['printf', '%s,', 'a b', '$HOME', '*'] },
      { status: 'completed' },
      'a b,$HOME,*,',
    ],
    ['standard input as text', { command: 'tr a-z A-Z', stdin: 'abc é' }, { status: 'completed' }, 'ABC é'],
    ['no standard input', { command: 'cat; echo end' }, { status: 'completed' }, 'end\n'],
    [
      'variables',
      { command: 'echo "$A/$PAGER/$GIT_TERMINAL_PROMPT"', env: { A: 'x y', PAGER: 'vi' } },
      { status: 'completed' },
      'x y/cat/0\n',
    ],
    [
      'no editor of git without a terminal',
      {
        command:
          'rm -rf made; git init -q made && cd made && git -c user.name=n -c user.email=e commit -q --allow-empty -m first && git -c core.editor="sh -c \'sleep 600\'" -c user.name=n -c user.email=e commit -q --allow-empty --amend && git log --format=%s',
      },
      { status: 'completed' },
      'first\n',
    ],
    [
      'the editor of git that the call names',
      { command: 'echo "$GIT_EDITOR"', env: { GIT_EDITOR: 'ed' } },
      { status: 'completed' },
      'ed\n',
    ],
    [
      'a folder',
      { command: 'basename "$PWD"; pwd -P | xargs -0 basename', cwd: 'sub folder' },
      { status: 'completed' },
      'sub folder\nsub folder\n\n',
    ],
    [
      'merged streams in order',
      { command: 'for i in 1 2 3; do echo o$i; echo e$i >&2; done' },
      { status: 'completed' },
      'o1\ne1\no2\ne2\no3\ne3\n',
    ],
    [
      'split streams',
      { command: 'echo out; echo err >&2', streams: 'split' },
      { status: 'completed' },
      'out\n|STDERR:\nerr\n',
    ],
    ['a script that begins with a dash', { command: '-x; echo next' }, { status: 'completed' }, null],
    ['no inherited startup code', { command: 'echo "[$BASH_ENV$ENV]"' }, { status: 'completed' }, '[]\n'],
    [
      'binary output',
      { command: "printf 'a\\0b\\0'" },
      { status: 'completed', details: { output: { binary: true, bytes: 4, truncated: true } } },
      null,
    ],
    ['escape sequences', { command: "printf '\\033[31mred\\033[0m\\n'" }, { status: 'completed' }, 'red\n'],
    ['a progress bar', { command: "printf '10%%\\r50%%\\r100%%\\n'" }, { status: 'completed' }, '100%\n'],
    [
      'invalid UTF-8',
      { command: "printf 'a\\377b\\n'" },
      {
        status: 'completed',
        details: { output: { binary: false, truncated: false, spillPath: expect.stringMatching(/^\//) } },
        notices: [expect.stringMatching(/^Bytes that are not UTF-8 are shown as U\+FFFD; full output: \//)],
      },
      null,
    ],
    [
      'the sign that stands for invalid UTF-8',
      { command: "printf 'a\\357\\277\\275b\\n'" },
      { notices: [] },
      'a\ufffdb\n',
    ],
  ])('%s', async (_, input, expected, payload) => {
    const outcome = await bothWays(input);
    expect(outcome).toMatchObject(expected);
    if (payload !== null) expect(text(outcome)).toBe(payload);
  });

  it('names every fact', async () => {
    const { details } = await bothWays({ command: 'echo one; echo two' });
    expect(Object.keys(details).sort()).toEqual([
      'backgroundPids',
      'cancelled',
      'cwd',
      'durationMs',
      'exitCode',
      'host',
      'idleTimedOut',
      'output',
      'pgid',
      'pid',
      'shell',
      'signal',
      'timedOut',
    ]);
    expect(details).toMatchObject({
      exitCode: 0,
      signal: null,
      timedOut: false,
      idleTimedOut: false,
      cancelled: false,
      cwd: home,
      host: 'local',
      backgroundPids: [],
      shell: { flavour: 'bash' },
      output: {
        bytes: 8,
        lines: 2,
        omittedBytes: 0,
        omittedLines: 0,
        truncated: false,
        binary: false,
        spillPath: null,
      },
    });
  });

  it.each([
    [
      'a missing folder',
      { command: 'true', cwd: 'nowhere' },
      'Cannot run in "nowhere": no such folder, expected an existing folder',
      1,
    ],
    [
      'a file as a folder',
      { command: 'true', cwd: 'not-a-program' },
      'Cannot run in "not-a-program": it is not a folder, expected an existing folder',
      1,
    ],
    [
      'a missing program',
      { argv: ['no-such-program-here'] },
      /^Cannot run "no-such-program-here": no such program, expected a path or a name found in PATH/,
      127,
    ],
    [
      'a file that is no program',
      { argv: ['./not-a-program'] },
      /^Cannot run "\.\/not-a-program": it is not (executable|a program)/,
      1,
    ],
    ['a program below a file', { argv: ['./not-a-program/x'] }, /: a part of its path.* is not a folder/, 1],
    ['a loop of links', { argv: ['./loop'] }, /: it leads through a loop of symbolic links/, 1],
    ['too long a name', { argv: [`./${'n'.repeat(300)}`] }, /: its path, or a name in it, is too long/, 1],
    ['a program that is being written', { argv: ['./busy'] }, /: it is being written/, 1],
    ['an argument that is too long', { argv: ['true', 'x'.repeat(200_000)] }, /too long for the system/, 1],
  ])('%s has a message of its own', async (_, input, message, status) => {
    const outcome = await bothWays(input);
    expect(outcome).toMatchObject({ status: 'failed', isError: true });
    if (typeof message === 'string') expect(outcome.message).toBe(message);
    else expect(outcome.message).toMatch(message);
    expect(
      (await runCli(['shell', '--yolo', '--input', '-'], { home, cwd: home, input: JSON.stringify(input) }))
        .status,
    ).toBe(status);
  });

  it.each([
    [
      'a missing shell',
      { AGENT_TOOLS_SHELL_PATH: '/nowhere/bash' },
      127,
      'Cannot run shell "/nowhere/bash": no such program',
    ],
    ['a shell that is none', { AGENT_TOOLS_SHELL_PATH: '/bin/true' }, 127, 'not a known shell'],
  ])('%s', async (_, env, status, message) => {
    const result = await runCli(['shell', '--yolo', 'true'], { env });
    expect(result.status).toBe(status);
    expect(result.stderr).toContain(message);
  });
});

describe('variables that look secret', () => {
  it.each([
    ['a command that failed', 'ls nothing', 2],
    ['none that went well', 'ls', 0],
  ])('are named to %s', async (_, command, exitCode) => {
    const env = { MY_API_TOKEN: 'sesame', AGENT_TOOLS_APPROVAL_SECURITY: 'allowlist' };
    const { stdout } = await runCli(['shell', '--json', command], { env });
    const { details, notices } = JSON.parse(stdout.toString());
    expect(details.exitCode).toBe(exitCode);
    const notice =
      'Held back from the command because they look secret: MY_API_TOKEN (shell.env.pass names those to pass on)';
    expect(notices).toEqual(exitCode === 0 ? [] : [notice]);
  });
});

describe('the working folder', () => {
  it('lies outside the workspace only where its path is absolute', async () => {
    const outside = dirname(home);
    symlinkSync(outside, join(home, 'out'));
    const pwd = async (cwd: string) => (await client.request('shell', { command: 'pwd -P', cwd })).result;
    for (const cwd of ['..', 'out', 'sub folder/../..'])
      expect(await pwd(cwd)).toMatchObject({
        status: 'failed',
        message: `Cannot run in "${cwd}": it leads outside the workspace to "${outside}", expected a folder inside; give an absolute path`,
      });
    for (const cwd of [outside, '~/..', join(home, 'out')])
      expect((await pwd(cwd))?.content).toEqual([{ type: 'text', text: `${outside}\n` }]);
  });
});

describe('invalid input', () => {
  it.each([
    [{}, 'command', '"command" is missing'],
    [{ command: ' ' }, 'command', '"command" is blank'],
    [{ command: 'true', timeout: 301 }, 'timeout', 'shell.maxTimeoutSeconds'],
    [{ command: 'true', timeout: 0 }, 'timeout', 'shell.maxTimeoutSeconds'],
    [{ command: 'true', timeout: -1 }, 'timeout', 'shell.maxTimeoutSeconds'],
    [{ command: 'true', timeout: 86_401 }, 'timeout', 'shell.maxTimeoutSeconds'],
    [{ command: 'true', timeout: '5' }, 'timeout', '"timeout" must be a number'],
    [{ command: 'true', host: 'node', node: 'x' }, 'node', 'is "x", but "hosts" has no nodes'],
    [{ command: 'true', tiemout: 5 }, 'tiemout', 'did you mean "timeout"?'],
    [{ command: 'true', streams: 'both' }, 'streams', '"streams" must be'],
    [{ command: 'true', streams: 'split', pty: true }, 'streams', 'cannot be "split" in a terminal'],
    [{ command: 'true', env: { 'A B': '1' } }, 'env.A B', 'is not a variable name'],
    [{ command: 'true', maxOutputChars: 0 }, 'maxOutputChars', 'is 0, must be at least 1'],
  ])('%j is -32602 and exit status 2, naming the field', async (input, field, message) => {
    const { error } = await client.request('shell', input);
    expect(error).toMatchObject({ code: -32602, data: { field } });
    expect(error?.message).toContain(message);
    const cli = await runCli(['shell', '--yolo', '--input', JSON.stringify(input)], { home });
    expect(cli.status).toBe(2);
    expect(cli.stderr).toContain(message);
    expect(cli.stdout.toString()).toBe('');
  });
});
