import { spawn, spawnSync } from 'node:child_process';
import { closeSync, linkSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { Home, SessionRpc } from '../helpers/sessions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const filter = join(import.meta.dirname, '../fixtures/faults/denied-call.py');
const canDenyCalls = ['wait', 'read', 'sync', 'place', 'cut'].every(
  (call) => spawnSync('python3', [filter, call, 'true']).status === 0,
);

/** A text as a pattern that matches it alone. */
const literal = (text: string) => text.replace(/[()]/g, '\\$&');

/** Runs the binary where a system call fails, in a folder with a file and one that has two names. */
function denied(call: string, args: readonly string[], input = '') {
  const folder = tempFolder();
  for (const name of ['file', 'linked']) writeFileSync(join(folder, name), 'old');
  linkSync(join(folder, 'linked'), join(folder, 'other'));
  const { status, stdout, stderr } = spawnSync('python3', [filter, call, binary, '--yolo', ...args], {
    cwd: folder,
    env: cleanEnv(folder),
    input,
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  return { folder, status, stdout, stderr };
}

/** Runs the binary where nobody is told how a child ended. */
function untold(args: readonly string[], input = '') {
  const { status, stdout, stderr } = denied('wait', args, input);
  return { status, stdout, stderr };
}

describe.runIf(canDenyCalls)('where the system does not tell how a child ended', () => {
  const unknown = 'the system does not tell how it ended';

  it('a command has ended all the same, and counts as failed', () => {
    expect(untold(['shell', '--no-stdin', 'echo out; exit 3'])).toEqual({
      status: 1,
      stdout: 'out\n',
      stderr: `agent-tools: The command has ended, but ${unknown}: it may have failed\n`,
    });
  });

  it('a search is not taken for a whole one', () => {
    const { status, stderr } = untold(['grep', 'word', '.']);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining(`Cannot finish "rg": ${unknown}`),
    });
  });

  it('a session has ended', () => {
    const { status, stdout } = untold(['shell', '--yield-ms', '20000', 'echo out']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining('out') });
  });

  it('a server answers every call', () => {
    const calls = [1, 2, 3].map((id) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'shell', params: { command: `echo ${id}; sleep 0.3` } }),
    );
    const { status, stdout, stderr } = untold(['rpc'], `${calls.join('\n')}\n`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.trim().split('\n')).toHaveLength(3);
  });
});

describe.runIf(canDenyCalls)('where the output of a command cannot be read', () => {
  const told = ': its disk or device reports an error (EIO); it was started, and may have done its work';

  it.each([
    ['a command', ['shell', '--no-stdin', 'echo out'], `Cannot read the output of "/\\S+sh"${literal(told)}`],
    ['a search', ['grep', 'old'], `Cannot read the output of "/\\S+"${literal(told)}`],
    [
      'a session',
      ['shell', '--no-stdin', '--yield-ms', '30000', 'echo out'],
      `Cannot run "echo out": its keeper had a fault \\(.*${literal(told)}`,
    ],
  ])('%s fails, and says why', (_, words, message) => {
    const { status, stderr } = denied('read', words);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(new RegExp(message)) });
  });

  it('the session ends and names the fault', async () => {
    const home = new Home();
    const server = new SessionRpc({ home: home.folder, program: ['python3', filter, 'read', binary] });
    const seconds = uniqueSleep();
    const id = await server.background(`(sleep ${seconds} &) ; read line; echo "$line"`);
    await server.process('write', id, { data: 'go\n' });
    const ended = await server.ended(id);
    expect(ended).toMatchObject({
      isError: true,
      message: expect.stringMatching(
        /was ended because of a fault in its keeper \(Cannot read the output of "\S+bash": \S.*\(EIO\); it was started, .*\)\.$/,
      ),
      details: { status: 'killed', endedBy: 'fault' },
    });
    await waitFor(() => processesWith(seconds).length === 0, 'all to be ended');
    expect(await server.process('remove', id)).toMatchObject({ status: 'completed' });
    expect(await server.close()).toBe(0);
  });
});

describe.runIf(canDenyCalls)('where the disk does not take for good what was written', () => {
  it.each([
    ['a new file', ['write', 'new', 'fresh']],
    ['a new file in a new folder', ['write', 'deep/new', 'fresh']],
    ['a file', ['write', 'file', 'fresh']],
    ['an edit', ['edit', 'file', '--old', 'old', '--new', 'fresh']],
    ['what is appended', ['write', 'file', 'fresh', '--mode', 'append']],
    ['a file with hard links', ['write', 'linked', 'fresh']],
  ])('%s is refused, and all is as it was', (_, words) => {
    const { folder, status, stderr } = denied('sync', words);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('its disk or device reports an error (EIO), expected a sound one\n'),
    });
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual(['file', 'linked', 'other']);
    for (const name of ['file', 'linked']) expect(readFileSync(join(folder, name), 'utf8')).toBe('old');
  });
});

describe.runIf(canDenyCalls)('where a file that is written in place cannot be put back', () => {
  it('is said', () => {
    const { status, stderr } = denied('place', ['write', 'linked', 'fresh']);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'agent-tools: Cannot write "linked": its disk or device reports an error (EIO), and what it held could not be put back, expected a sound disk; a part of it may be overwritten, so look at what it holds now\n',
    });
  });
});

const canLimit = spawnSync('prlimit', ['--fsize=7', 'true']).status === 0;
if (!canLimit) process.stderr.write('Skipped: a file past the limit on its size (needs prlimit)\n');

describe.runIf(canLimit)('where a file that is written in place is past the limit on its size', () => {
  it('it is put back, and nothing else is said', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'linked'), 'old, and long\n');
    linkSync(join(folder, 'linked'), join(folder, 'other'));
    const words = ['--fsize=7', binary, '--yolo', 'edit', 'linked', '--old', 'old', '--new', 'new'];
    const { status, stderr } = spawnSync('prlimit', words, {
      cwd: folder,
      env: cleanEnv(folder, { AGENT_TOOLS_AUDIT_ENABLED: 'false' }),
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'agent-tools: Cannot edit "linked": the content passes the file size limit, expected a smaller one, or a higher limit (ulimit -f)\n',
    });
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('old, and long\n');
  });
});

describe.runIf(canDenyCalls)('where a file that is appended to can grow, but not be cut', () => {
  /** The binary with as many bytes for a file as come first, where no file can be cut. */
  const growing = (bytes: number) => [
    'prlimit',
    `--fsize=${bytes}`,
    'python3',
    filter,
    'cut',
    binary,
    '--yolo',
  ];

  function run([program = '', ...words]: readonly string[], folder = tempFolder()) {
    writeFileSync(join(folder, 'log'), 'old\n');
    const { status, stderr } = spawnSync(program, words, {
      cwd: folder,
      env: cleanEnv(folder, { AGENT_TOOLS_AUDIT_PATH: join(folder, 'trail') }),
      encoding: 'utf8',
    });
    return { folder, status, stderr };
  }

  it.each([
    [
      'fails for good',
      ['python3', filter, 'sync', ...growing(1_000_000)],
      6,
      'its disk or device reports an error (EIO)',
      'a sound one',
    ],
    [
      'has no room',
      growing(7),
      3,
      'the content passes the file size limit',
      'a smaller one, or a higher limit (ulimit -f)',
    ],
  ])('what is left of an append that %s is told', (_, program, bytes, state, wanted) => {
    const { folder, status, stderr } = run([...program, 'write', 'log', 'fresh\n', '--mode', 'append']);
    expect({ status, stderr: stderr.split('\n').at(-2) }).toEqual({
      status: 1,
      stderr: `agent-tools: Cannot write "log": ${state}, and the first ${bytes} bytes were appended and could not be taken back, expected ${wanted}; look at what it holds now`,
    });
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe(`old\n${'fresh\n'.slice(0, bytes)}`);
  });

  it('an audit trail without room is told as that', () => {
    const { stderr } = run([...growing(100), 'shell', '--no-stdin', 'true']);
    expect(stderr).toContain('/trail cannot be written (the content passes the file size limit)');
  });
});

const refusing = [
  '-f',
  '-qq',
  '-o',
  '/dev/null',
  '-e',
  'trace=clone3',
  '-e',
  'inject=clone3:error=EAGAIN:when=1',
];
const canRefuse = spawnSync('strace', [...refusing, 'true']).status === 0;
if (!canRefuse)
  process.stderr.write('Skipped: a thread that is refused (needs strace, and leave to trace)\n');

describe.runIf(canRefuse)('where the system refuses the first thread of the pool of the runtime', () => {
  it.each([
    ['a command', ['shell', '--no-stdin', 'echo out']],
    ['a search', ['glob', '*']],
  ])('%s ends, and says why', (_, words) => {
    const home = tempFolder();
    const { status, stderr } = spawnSync('strace', [...refusing, binary, '--yolo', ...words], {
      cwd: home,
      env: cleanEnv(home),
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'agent-tools: Cannot run "agent-tools": the system has no room for its threads, expected fewer processes, or a higher limit (ulimit -u, pids.max)\n',
    });
  });
});

describe.runIf(canRefuse)('where the system does not tell about', () => {
  function traced(flags: readonly string[], words: readonly string[], folder: string) {
    const out = openSync(join(folder, 'out'), 'w');
    const { status, stderr } = spawnSync(
      'strace',
      ['-f', '-qq', '-o', '/dev/null', ...flags, binary, ...words],
      {
        cwd: folder,
        env: cleanEnv(folder),
        encoding: 'utf8',
        stdio: ['ignore', out, 'pipe'],
        timeout: 60_000,
        killSignal: 'SIGKILL',
      },
    );
    closeSync(out);
    return { status, stderr, written: readFileSync(join(folder, 'out'), 'utf8') };
  }

  it('its own folder, that is named', () => {
    const folder = tempFolder();
    // The first call is the runtime's, before this program runs.
    const flags = ['-e', 'trace=getcwd', '-e', 'inject=getcwd:error=ENOENT:when=2'];
    expect(traced(flags, ['config', 'show'], folder)).toEqual({
      status: 1,
      stderr:
        'agent-tools: Cannot run in ".": the folder was deleted, expected an existing folder, or one as --cwd\n',
      written: '',
    });
    expect(traced(flags, ['config', 'show', '--cwd', folder], folder)).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('its output, that is written to all the same', () => {
    const folder = tempFolder();
    const flags = [
      '-P',
      join(folder, 'out'),
      '-e',
      'trace=%stat,%fstat',
      '-e',
      'inject=%stat,%fstat:error=EIO',
    ];
    const { status, stderr, written } = traced(flags, ['config', 'show'], folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(written).toContain('audit.path');
  });
});

const bun = join(import.meta.dirname, '../../node_modules/.bin/bun');
const faulty = [bun, join(import.meta.dirname, '../fixtures/faults/agent-tools.ts')] as const;

/** A home with a folder for faults, and how one is planted there. */
function faultyHome() {
  const home = new Home();
  const temporary = join(home.folder, 'temporary');
  mkdirSync(temporary);
  return {
    home,
    env: { TMPDIR: temporary },
    plant: (word: string, kind: string) => writeFileSync(join(temporary, `fault-${word}`), kind),
  };
}

const kinds = ['throw', 'reject'];

describe.each(kinds)('a fault that nobody catches (%s)', (kind) => {
  it.each([
    ['text', [], /^ready\n$/],
    ['an Outcome', ['--json'], /^\{"status":"cancelled".*\}\n$/],
  ])('ends a command line with 125, a message and what it runs, in %s', async (_, flags, shown) => {
    const { home, env, plant } = faultyHome();
    const seconds = uniqueSleep();
    const [program, script] = faulty;
    const command = `echo ready; sleep ${seconds}`;
    const child = spawn(program, [script, 'shell', '--yolo', '--no-stdin', ...flags, command], {
      cwd: home.folder,
      env: cleanEnv(home.folder, env),
    });
    const said = { out: '', err: '' };
    child.stdout.on('data', (part) => {
      said.out += part;
    });
    child.stderr.on('data', (part) => {
      said.err += part;
    });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length > 0, 'it to run');
    plant('shell', kind);
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect({ status, ...said }).toEqual({
      status: 125,
      out: expect.stringMatching(shown),
      err: expect.stringMatching(/^agent-tools: internal fault: Error: planted\n/m),
    });
    await waitFor(() => processesWith(seconds).length === 0, 'all to be ended');
  });

  it.each(['rpc', 'mcp'] as const)('ends %s with 125, and every request is answered', async (mode) => {
    const { home, env, plant } = faultyHome();
    const seconds = uniqueSleep();
    const server = new SessionRpc({ home: home.folder, env, mode, program: faulty });
    const call = (command: string) =>
      mode === 'rpc'
        ? server.request('shell', { command })
        : server.request('tools/call', { name: 'shell', arguments: { command } });
    const running = [call(`sleep ${seconds}`), call(`sleep ${seconds}; true`)];
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 2, 'both to run');
    plant(mode, kind);
    expect(await server.exited).toBe(125);
    expect(server.stderr).toContain('agent-tools: internal fault: Error: planted\n');
    expect(await Promise.all(running)).toHaveLength(2);
    await waitFor(() => processesWith(seconds).length === 0, 'all to be ended');
  });

  it('ends a session, which says so', async () => {
    const { home, env, plant } = faultyHome();
    const seconds = uniqueSleep();
    const server = new SessionRpc({ home: home.folder, env, program: faulty });
    const id = await server.background(`echo ready; sleep ${seconds}`);
    await server.until(id, 'ready');
    plant('__keeper', kind);
    expect(await server.ended(id)).toMatchObject({
      isError: true,
      message: `Session ${id} was ended because of a fault in its keeper (Internal fault: planted).`,
      details: { status: 'killed', endedBy: 'fault' },
    });
    expect(await server.output(id)).toBe('ready\n');
    await waitFor(() => processesWith(seconds).length === 0, 'all to be ended');
    await server.close();
  });
});
