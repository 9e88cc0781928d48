import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv, runCli, startCli } from '../helpers/binary.ts';
import { processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const shell = (...words: string[]): readonly string[] => ['shell', '--yolo', ...words];

describe('exit status', () => {
  it.each([
    ['the command succeeded', shell('true'), 0],
    ['the command failed', shell('exit 42'), 42],
    ['a signal ended it', shell('kill -TERM $$'), 143],
    ['a signal without a name ended it', shell('kill -35 $$'), 163],
    ['it timed out', shell('--timeout', '1', 'sleep 60'), 124],
    ['a word too many', shell('echo', 'hi'), 2],
    ['a word too many for env', ['env', 'x'], 2],
    ['a word too many for rpc', ['rpc', 'x'], 2],
    ['a word too many for mcp', ['mcp', '--', 'x'], 2],
    ['a field by flag and by word', shell('--command', 'true', 'touch canary'), 2],
    ['--yolo=false', ['--yolo=false', 'shell', 'touch canary'], 126],
    ['--yolo taken back', ['--yolo', 'shell', '--yolo=false', 'touch canary'], 126],
    ['an unknown flag', shell('--timeot', '1', 'true'), 2],
    ['an unknown command', ['shel', 'true'], 2],
    ['no command', [], 2],
    ['nobody to ask', ['shell', 'touch canary'], 126],
    ['everything is denied', ['shell', '--security', 'deny', 'true'], 126],
    ['a program is missing', shell('--', 'no-such-program-here'), 127],
    ['a wrong value of a global flag', ['shell', '--security', 'some', 'true'], 2],
    ['help', ['--help'], 0],
    ['help of a tool', ['shell', '-h'], 0],
    ['the version', ['--version'], 0],
  ])('%s', async (_, args, status) => {
    const home = tempFolder();
    expect((await runCli(args, { home })).status).toBe(status);
    expect(existsSync(join(home, 'canary'))).toBe(false);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
  ] as const)('%s stops the tree', async (name, status) => {
    const seconds = uniqueSleep();
    const child = startCli(shell(`setsid sleep ${seconds} & sleep ${seconds}`));
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 2, 'both to run');
    const exited = new Promise((resolve) => child.on('close', resolve));
    child.kill(name);
    expect(await exited).toBe(status);
    expect(processesWith(seconds)).toEqual([]);
  });
});

describe('global flags', () => {
  it.each([
    ['--cwd', 'sub', 'shell', 'pwd -P'],
    ['shell', '--cwd', 'sub', 'pwd -P'],
    ['shell', 'pwd -P', '-C', 'sub'],
    ['shell', '-Csub', '--', 'pwd', '-P'],
  ])('%s %s %s %s: a relative folder is relative to where the caller is', async (...args) => {
    const home = realpathSync(tempFolder());
    mkdirSync(join(home, 'sub'));
    const { stdout, status } = await runCli(args, { home, cwd: home });
    expect([stdout.toString(), status]).toEqual([`${join(home, 'sub')}\n`, 0]);
    const above = args.map((word) => word.replace('sub', '..'));
    expect((await runCli(above, { home, cwd: join(home, 'sub') })).stdout.toString()).toBe(`${home}\n`);
  });
});

describe('help', () => {
  it.each([
    [['-h'], /^ +--version {4}Show the version$/m],
    [['shell', '-h'], /agent-tools shell \[OPTIONS\] -- PROGRAM \[ARGUMENT…\]/],
    [['shell', '-h'], /^ +--env=<NAME=VALUE> {4}Extra variables \(repeats\)$/m],
  ])('%j says %s', async (args, expected) => {
    const { stdout, stderr, status } = await runCli(args);
    expect(stdout.toString()).toMatch(expected);
    expect([stderr, status]).toEqual(['', 0]);
  });
});

describe('nothing to do', () => {
  it.each([
    [['approvals', 'list'], 'No approval waits for an answer.'],
    [['hosts', 'list'], 'No nodes are configured ("hosts").'],
  ])('%j says so', async (args, message) => {
    const result = await runCli(args);
    expect([result.stdout.toString(), result.stderr, result.status]).toEqual([
      '',
      `agent-tools: ${message}\n`,
      0,
    ]);
  });
});

describe('a folder of --input', () => {
  it.each([
    ['-C', 'shell'],
    ['shell', '-C'],
  ])('is relative to that of --cwd: %s %s', async (...words) => {
    const home = realpathSync(tempFolder());
    mkdirSync(join(home, 'sub'));
    const args = words.flatMap((word) => (word === '-C' ? ['-C', home] : [word]));
    const input = JSON.stringify({ command: 'pwd -P', cwd: 'sub' });
    const { stdout } = await runCli([...args, '--input', input], { home });
    expect(stdout.toString()).toBe(`${join(home, 'sub')}\n`);
  });
});

describe('what goes where', () => {
  it('streams stdout to stdout and stderr to stderr, live and raw', async () => {
    const child = startCli(shell("printf 'a\\033[1m\\0b'; echo problem >&2; read line; echo got $line"), {
      input: '',
    });
    const parts: Buffer[] = [];
    child.stdout?.on('data', (part: Buffer) => parts.push(part));
    let stderr = '';
    child.stderr?.on('data', (part) => {
      stderr += part;
    });
    const exited = new Promise((resolve) => child.on('close', resolve));
    await waitFor(
      () => Buffer.concat(parts).includes('b') && stderr === 'problem\n',
      'output before the end',
    );
    child.stdin?.end('word\n');
    expect(await exited).toBe(0);
    expect(Buffer.concat(parts)).toEqual(Buffer.from('a\x1b[1m\0bgot word\n'));
  });

  it('keeps trailers off standard output', async () => {
    const { stdout, stderr, status } = await runCli(shell('exit 3'));
    expect([stdout.toString(), stderr, status]).toEqual(['', '', 3]);
  });

  it('says a time limit on standard error, unless there is nothing to say', { tags: ['slow'] }, async () => {
    const { stdout, stderr } = await runCli(shell('--timeout', '1', 'echo early; sleep 60'));
    expect(stdout.toString()).toBe('early\n');
    expect(stderr).toBe('agent-tools: Command killed by timeout (1s).\n');
  });

  it('holds back what is over the cap, and prints the notice and the tail at the end', async () => {
    const { stdout, stderr, status } = await runCli(shell('seq 1 200000'));
    const text = stdout.toString();
    expect(status).toBe(0);
    expect(text.startsWith('1\n2\n3\n')).toBe(true);
    expect(text.endsWith('199999\n200000\n')).toBe(true);
    expect(text.length).toBeLessThanOrEqual(30_000);
    const [, bytes = '', path = ''] =
      /stdout: (\d+) bytes, \d+ lines omitted here; all of it is in (\S+)/.exec(stderr) ?? [];
    const whole = readFileSync(path, 'utf8');
    expect(Number(bytes) + text.length).toBe(whole.length);
    expect(whole).toBe(Array.from({ length: 200_000 }, (_, index) => `${index + 1}\n`).join(''));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['colours', 'for i in $(seq 1500); do printf "\\033[32mPASS\\033[0m test %05d ok\\n" $i; done'],
    ['a line that is written over', 'for i in $(seq 9000); do printf "\\r%d%%" $i; done'],
  ])('keeps the whole where %s make it more than its text', async (_, command) => {
    const { stdout, stderr } = await runCli(shell(command));
    const [, bytes = '', path = ''] =
      /stdout: (\d+) bytes, \d+ lines? omitted here; all of it is in (\S+)/.exec(stderr) ?? [];
    expect(Number(bytes) + stdout.length).toBeGreaterThanOrEqual(statSync(path).size);
    expect(statSync(path).size).toBeGreaterThan(30_000);
    const short = await runCli(shell('printf "\\033[32mPASS\\033[0m\\n"'));
    expect(short.stderr).toBe('');
  });

  it('says how much of it is in the file when that is not all', async () => {
    const { stdout, stderr } = await runCli(shell('seq 1 200000'), {
      env: { AGENT_TOOLS_CAPS_SPILL_BYTES: '200000' },
    });
    const [, path = ''] =
      /omitted here; only the first 200000 bytes of the output are in (\S+), --no-cap/.exec(stderr) ?? [];
    expect(statSync(path).size).toBe(200_000);
    expect(stdout.toString().endsWith('199999\n200000\n')).toBe(true);
  });

  it('holds back what is over the cap of the call', async () => {
    const { stdout, stderr } = await runCli(shell('--max-output-chars', '20', 'seq 1 100'));
    expect(stdout.toString()).toBe('1\n2\n3\n4\n5\n98\n99\n100\n');
    expect(stderr).toContain('stdout: 272 bytes, 92 lines omitted here; all of it is in /');
  });

  it('puts the notice between head and tail where one reader has both streams', async () => {
    const { stdout } = spawnSync('/bin/sh', ['-c', '"$0" shell --yolo "seq 1 200000" 2>&1', binary], {
      env: cleanEnv(tempFolder()),
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/\n1000\nagent-tools: stdout: \d+ bytes, 198000 lines omitted here; .*\n199001\n/);
  });

  it('gives the notice a line of its own where the head was cut within one', async () => {
    const script = '"$0" shell --yolo --max-output-chars 20 "seq -s- 1 1000" 2>&1';
    const { stdout } = spawnSync('/bin/sh', ['-c', script, binary], {
      env: cleanEnv(tempFolder()),
      encoding: 'utf8',
    });
    expect(stdout).toMatch(
      /^1-2-3-4-5-\nagent-tools: stdout: \d+ bytes, \d+ lines omitted here; .*\n-999-1000\n$/,
    );
  });

  it.each([
    ['read', '--limit', 'Lines to read (1 to 1000, default 1000)'],
    ['write', '--create-parents', '(on; --no-create-parents turns it off)'],
    ['grep', '--output-mode', 'Lines, paths, or matching lines per file (default content)'],
    ['shell', '--timeout', 'default shell.timeoutSeconds, at most shell.maxTimeoutSeconds;'],
    ['shell', '--yield-ms', '(10 to 120000)'],
    ['read', '--offset=<N>', 'First line; negative counts from the end (default 1)'],
  ])('help of %s says the bounds and the default of %s', async (tool, flag, text) => {
    const { stdout } = await runCli([tool, '--help']);
    const line = stdout
      .toString()
      .split('\n')
      .find((one) => one.trim().startsWith(flag));
    expect(line).toContain(text);
  });

  it('prompt --json is the same text as JSON', async () => {
    const home = tempFolder();
    const [text, json] = await Promise.all([
      runCli(['prompt'], { home }),
      runCli(['prompt', '--json'], { home }),
    ]);
    expect(JSON.parse(json.stdout.toString())).toEqual({ prompt: text.stdout.toString() });
  });

  it('env names the rg that searches, whether or not commands find one', async () => {
    const home = tempFolder();
    const bin = join(home, 'bin');
    mkdirSync(bin);
    const look = async (PATH: string) => {
      const [text, json] = await Promise.all([
        runCli(['env'], { home, env: { PATH } }),
        runCli(['env', '--json'], { home, env: { PATH } }),
      ]);
      return { text: text.stdout.toString(), rg: JSON.parse(json.stdout.toString()).rg };
    };
    const none = await look('/nowhere');
    expect(none.rg).toEqual({
      embedded: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      path: null,
      version: null,
    });
    expect(none.text).toMatch(/^rg +embedded \d+\.\d+\.\d+$/m);
    writeFileSync(join(bin, 'rg'), '#!/bin/sh\necho ripgrep 1.2.3\n', { mode: 0o755 });
    expect((await look(bin)).rg).toEqual({ ...none.rg, path: join(bin, 'rg'), version: '1.2.3' });
  });

  it.each([
    ['stdout', 'seq -s- 1 1000'],
    ['stderr', 'seq -s- 1 1000 >&2'],
  ] as const)('never joins a line of %s that was cut with the tail', async (stream, command) => {
    const { [stream]: text } = await runCli(shell('--quiet', '--max-output-chars', '20', command));
    expect(text.toString()).toBe('1-2-3-4-5-\n-999-1000\n');
  });

  it('--no-cap keeps the order of both streams where one reader has both', () => {
    const script =
      '"$0" shell --yolo --no-cap \'for i in 1 2 3 4 5 6 7 8; do echo o$i; echo e$i >&2; done\' 2>&1';
    const { stdout } = spawnSync('/bin/sh', ['-c', script, binary], {
      env: cleanEnv(tempFolder()),
      encoding: 'utf8',
    });
    expect(stdout.replaceAll('\n', ' ')).toBe('o1 e1 o2 e2 o3 e3 o4 e4 o5 e5 o6 e6 o7 e7 o8 e8 ');
  });

  it('--no-cap streams everything', async () => {
    const { stdout, stderr } = await runCli(shell('--no-cap', 'seq 1 200000'));
    expect(stdout.toString()).toBe(Array.from({ length: 200_000 }, (_, index) => `${index + 1}\n`).join(''));
    expect(stderr).toBe('');
  });

  it.each([
    ['--quiet', ['--quiet']],
    ['--json', ['--json']],
  ])('%s leaves notices out of standard error', async (_, flags) => {
    expect((await runCli(shell(...flags, 'seq 1 200000'))).stderr).toBe('');
  });
});

describe('readers', () => {
  const pipeline = async (
    script: string,
  ): Promise<{ status: number | null; stdout: string; stderr: string }> => {
    const home = tempFolder();
    const child = spawn('bash', ['-c', script, binary], {
      cwd: home,
      env: cleanEnv(home),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (part) => {
      stdout += part;
    });
    child.stderr.on('data', (part) => {
      stderr += part;
    });
    const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { status, stdout, stderr };
  };

  it.each(['--no-cap', ''])(
    'a closed standard output ends the call quietly %s',
    { tags: ['slow'] },
    async (flag) => {
      const seconds = uniqueSleep();
      const result = await pipeline(`"$0" shell --yolo ${flag} 'yes; sleep ${seconds}' | head -1`);
      expect(result).toEqual({ status: 0, stdout: 'y\n', stderr: '' });
      await waitFor(() => processesWith(seconds).length === 0, 'the command to end');
    },
  );

  it('a slow reader loses nothing', { tags: ['slow'] }, async () => {
    const result = await pipeline(`"$0" shell --yolo --no-cap 'seq 1 300000' | { sleep 1; cksum; }`);
    const expected = await pipeline('seq 1 300000 | cksum');
    expect(result.stdout).toBe(expected.stdout);
  });

  it('a time limit fires behind a stalled reader', { tags: ['slow'] }, async () => {
    const result = await pipeline(
      `{ "$0" shell --yolo --no-cap --timeout 1 'date +%s%N >start; trap "date +%s%N >stop; exit" TERM; while :; do yes | head -10000; done'; echo $? >&2; } | { sleep 4; cat >/dev/null; }; echo $(( ($(cat stop) - $(cat start)) / 1000000 ))`,
    );
    expect(result.stderr).toContain('124');
    expect(Number(result.stdout)).toBeLessThan(3500);
  });

  it('leaves a non-blocking pipe usable for the next program', { tags: ['slow'] }, async () => {
    const result = await pipeline(
      `{ "$0" shell --yolo --no-cap 'echo first'; sleep 0.2; head -c 1000000 /dev/zero | tr '\\0' x; } | { sleep 1; wc -c; }`,
    );
    expect(result.stdout.trim()).toBe('1000006');
  });
});

describe('standard input', () => {
  it.each([
    ['a pipe goes to the command', ['shell', '--yolo', 'cat'], 'from the pipe', 'from the pipe'],
    ['--no-stdin closes it', ['shell', '--yolo', '--no-stdin', 'cat; echo end'], 'dropped', 'end\n'],
    [
      '--no-stdin closes it where the command may go on',
      ['shell', '--yolo', '--no-stdin', '--yield-ms', '60000', 'cat; echo end'],
      'dropped',
      'end\n',
    ],
    ['--stdin wins over the pipe', ['shell', '--yolo', '--stdin', 'given', 'cat'], 'dropped', 'given'],
    [
      '--input - takes it as the input object',
      ['shell', '--yolo', '--input', '-'],
      '{"command":"cat; echo $A","env":{"A":"b"}}',
      'b\n',
    ],
  ])('%s', async (_, args, input, expected) => {
    expect((await runCli(args, { input })).stdout.toString()).toBe(expected);
  });

  it('reads @FILE, with flags over its fields', async () => {
    const home = tempFolder();
    writeFileSync(join(home, 'in.json'), '{"command":"echo $A$B","env":{"A":"1","B":"0"},"timeout":5}');
    const { stdout } = await runCli(['shell', '--yolo', '--input', '@in.json', '--env', 'B=2'], { home });
    expect(stdout.toString()).toBe('12\n');
  });
});

describe('a hostile folder', () => {
  it('runs nothing of it', async () => {
    const home = realpathSync(tempFolder());
    const folder = join(home, 'repo');
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    const canary = `require("fs").writeFileSync(${JSON.stringify(join(home, 'canary'))}, "ran")`;
    writeFileSync(join(folder, 'evil.js'), canary);
    writeFileSync(join(folder, 'bunfig.toml'), 'preload = ["./evil.js"]\n[run]\npreload = ["./evil.js"]\n');
    writeFileSync(
      join(folder, '.env'),
      'AGENT_TOOLS_APPROVAL_SECURITY=full\nAGENT_TOOLS_APPROVAL_ASK=off\nBUN_OPTIONS=--preload=./evil.js\n',
    );
    writeFileSync(
      join(folder, 'package.json'),
      '{"scripts":{"preinstall":"node evil.js"},"imports":{"#x":"./evil.js"}}',
    );
    writeFileSync(join(folder, 'tsconfig.json'), '{"compilerOptions":{"paths":{"*":["./evil.js"]}}}');
    for (const args of [['--version'], ['env'], ['shell', '--yolo', 'true'], ['shell', 'touch asked']])
      await runCli(args, { home, cwd: folder });
    expect(existsSync(join(home, 'canary'))).toBe(false);
    expect(existsSync(join(folder, 'asked'))).toBe(false);
  });
});
