import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv, runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Runs `$0` with what only a shell can give it. */
async function inShell(script: string) {
  const folder = tempFolder();
  const child = spawn('bash', ['-c', script, binary], {
    cwd: folder,
    env: cleanEnv(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (part: Buffer) => {
      texts[name] += part.toString();
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { ...texts, status, folder };
}

/** Whether the system tells which descriptors a program was started without. */
const tellsClosed = existsSync('/proc/self/fdinfo');

const places: readonly (readonly [place: string, state: string])[] = [
  ['>/dev/full', 'the disk is full, expected room for the new content (df and df -i tell)'],
  ...(tellsClosed ? [['>&-', 'it is not open for that, expected one that is'] as const] : []),
];

describe.each(places)('a result that cannot be written is said, and is no success (%s):', (place, state) => {
  it.each([
    'shell --yolo "echo hi"',
    '--json shell --yolo "echo hi"',
    'shell --yolo "yes"',
    'shell --yolo "exit 3" --json',
    'read /etc/passwd',
    '--json env',
    'policy list',
    '--help',
    '--version',
    'rpc <<< \'{"jsonrpc":"2.0","id":1,"method":"ping"}\'',
  ])('%s', async (words) => {
    const stderr = `agent-tools: Cannot write "standard output": ${state}\n`;
    expect(await inShell(`"$0" ${words} ${place}`)).toMatchObject({ status: 1, stderr });
  });
});

describe.runIf(tellsClosed)('where there never was a standard output,', () => {
  it('what prints nothing is well', async () => {
    expect(await inShell('"$0" shell --yolo true >&-')).toMatchObject({ status: 0, stderr: '' });
  });

  it('what would print for ever ends', async () => {
    const { status, stderr } = await inShell('"$0" shell --yolo true; "$0" audit tail >&-');
    expect(stderr).toContain('Cannot write "standard output"');
    expect(status).toBe(1);
  });
});

describe('a result that cannot be written whole', () => {
  it('by a file size limit is no success', async () => {
    const { status, stderr } = await inShell(
      'trap "" XFSZ; ulimit -f 1; "$0" shell --yolo --no-cap "seq 100000" >out',
    );
    expect(stderr).toContain('Cannot write "standard output": the content passes the file size limit');
    expect(status).toBe(1);
  });

  it('but a reader that has enough ends it quietly', async () => {
    const { stdout, stderr } = await inShell('"$0" shell --yolo yes | head -1; echo ${PIPESTATUS[0]}');
    expect({ stdout, stderr }).toEqual({ stdout: 'y\n141\n', stderr: '' });
  });

  it.each([
    ['a flood', 'while :; do echo e >&2; done'],
    ['a trickle', 'while :; do echo e >&2; sleep 0.05; done'],
  ])('also where all of it is on standard error: %s', async (_, command) => {
    const { stdout, stderr } = await inShell(
      `"$0" shell --yolo --timeout 30 '${command}' 2>&1 | head -1; echo \${PIPESTATUS[0]}`,
    );
    expect({ stdout, stderr }).toEqual({ stdout: 'e\n141\n', stderr: '' });
  });

  it.each([
    ['a flood', 'yes e >&2'],
    ['a trickle', 'while :; do echo e >&2; sleep 0.05; done'],
  ])('also where standard output is dropped: %s on standard error', async (_, command) => {
    const { stdout, stderr } = await inShell(
      `"$0" shell --yolo --timeout 30 '${command}' 2>&1 >/dev/null | head -1; echo \${PIPESTATUS[0]}`,
    );
    expect({ stdout, stderr }).toEqual({ stdout: 'e\n141\n', stderr: '' });
  });

  it.each([
    ['standard output still has a reader', '2> >(head -1 >&2)', 'e\n', 'done\n'],
    ['there never was a standard error', '2>&- >/dev/null', '', ''],
    ['a full disk takes none of it', '2>/dev/full >/dev/null', '', ''],
  ])('but it goes on where %s', async (_, streams, said, stdout) => {
    const command = 'for i in $(seq 20); do echo e >&2; sleep 0.05; done; touch done; echo done';
    const run = await inShell(
      `"$0" shell --yolo '${command}' ${streams}; status=$?; ls done >&2; exit $status`,
    );
    expect(run).toMatchObject({ status: 0, stdout, stderr: `${said}done\n` });
  });

  it('also where the command has ended, and only what was held back is left to write', async () => {
    const { stdout, stderr } = await inShell(
      '"$0" shell --yolo "seq 99999; until [ -e go ]; do sleep 0.02; done" | { head -1; exec <&-; touch go; }; echo ${PIPESTATUS[0]}',
    );
    expect({ stdout, stderr }).toEqual({ stdout: '1\n141\n', stderr: '' });
  });
});

describe('the end of a terminal', () => {
  const command = 'touch begun; until [ -e go ]; do sleep 0.05; done; echo done';
  const start = `"$0" shell --yolo '${command}' 2>/dev/null & until [ -e begun ]; do sleep 0.05; done; kill -HUP $!`;

  it('ends a command', async () => {
    expect(await inShell(`${start}; wait $!; exit $?`)).toMatchObject({ status: 129, stdout: '' });
  });

  it('passes over one that nohup keeps', async () => {
    const kept = await inShell(`nohup ${start}; touch go; wait $!; exit $?`);
    expect(kept).toMatchObject({ status: 0, stdout: 'done\n' });
  });
});

it.each([
  ['a variable of the input is another one', ['--env', 'A=1'], '1 b\n'],
  ['it is the same one', ['--env', 'A=1', '--env', 'B=2'], '1 2\n'],
  ['there is none', [], 'a b\n'],
])('--env wins over each variable of --input alone: %s', async (_, flags, expected) => {
  const input = JSON.stringify({ command: 'echo $A $B', env: { A: 'a', B: 'b' } });
  const words = ['shell', '--yolo', ...flags, '--input', input];
  expect((await runCli(words)).stdout.toString()).toBe(expected);
});

describe('a word that is not UTF-8', () => {
  it.each([
    `shell --yolo $'touch a\\xffb'`,
    `shell --yolo -- touch $'a\\xffb'`,
    `write $'a\\xffb' --content x`,
    `$'\\xff'`,
  ])('is refused, not replaced: %s', async (words) => {
    const { status, stderr, folder } = await inShell(`"$0" ${words}`);
    expect(stderr).toContain('was not given as UTF-8');
    expect(status).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not one that holds the replacement character', async () => {
    expect(await inShell(`"$0" shell --yolo -- printf %s $'a\\xef\\xbf\\xbd\\xc3\\xa9'`)).toMatchObject({
      status: 0,
      stdout: 'a\ufffdé',
    });
  });
});

it('ends with 127 where the interpreter of a script is missing, by way of a shell and without', async () => {
  const home = tempFolder();
  writeFileSync(join(home, 'script'), '#!/no/such/interpreter\n', { mode: 0o755 });
  for (const words of [['./script'], ['--', './script']])
    expect((await runCli(['--yolo', 'shell', ...words], { home })).status).toBe(127);
});
