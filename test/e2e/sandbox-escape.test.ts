import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanEnv } from '../helpers/binary.ts';
import { giveAway, type Level, levels, outside, outsideFolder, prefixOf } from '../helpers/sandbox-levels.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const { base, own } = outsideFolder();

interface Run {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly level: unknown;
  readonly home: string;
  readonly received: number;
}

function prepareHome(isOther: boolean): string {
  const home = mkdtempSync(join(base, 'home-'));
  for (const name of ['.ssh', 'ws', 'out', 'hidden']) mkdirSync(join(home, name));
  writeFileSync(join(home, '.ssh/id_rsa'), 'SECRET');
  writeFileSync(join(home, '.netrc'), 'SECRET');
  writeFileSync(join(home, 'hidden/note'), 'SECRET');
  for (const name of ['file', 'input']) {
    writeFileSync(join(home, 'out', name), 'kept');
    chmodSync(join(home, 'out', name), 0o644);
  }
  copyFileSync(join(import.meta.dirname, '../fixtures/sandbox/escape.py'), join(home, 'ws/escape.py'));
  if (isOther) giveAway(home);
  return home;
}

function answersIn(text: string): Readonly<Record<string, unknown>> {
  const rows = text.split('\n').filter((line) => line.startsWith('["'));
  return Object.fromEntries(rows.map((line) => JSON.parse(line)));
}

/** Waits at a Unix socket for datagrams, which the runtime cannot make, until it is killed. */
const datagramServer = `import os, socket, sys
server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
server.bind(sys.argv[1])
os.chmod(sys.argv[1], 0o777)
print("bound", flush=True)
while True: server.recv(9)`;

async function serveDatagrams(path: string): Promise<ChildProcess> {
  const server = spawn('python3', ['-c', datagramServer, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(server.stdout, 'data');
  return server;
}

/** Runs the attempts in a sandbox beside servers that they try to reach. */
async function attack(level: Level, isOther: boolean): Promise<Run> {
  const home = prepareHome(isOther);
  const ws = join(home, 'ws');
  const tcp = createServer((socket) => socket.destroy());
  const unix = createServer((socket) => socket.destroy());
  const udp = createSocket('udp4');
  let received = 0;
  udp.on('message', () => {
    received += 1;
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const address = tcp.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise<void>((resolve) => unix.listen(join(home, 'out/socket'), resolve));
  chmodSync(join(home, 'out/socket'), 0o777);
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  const datagrams = await serveDatagrams(join(home, 'out/datagrams'));
  const [program = '', ...words] = [...prefixOf(level, isOther), own];
  const input = openSync(join(home, 'out/input'), 'r');
  const env = cleanEnv(home, { AGENT_TOOLS_SANDBOX_HIDE: JSON.stringify(['~/hidden']) });
  const run = (...args: readonly string[]) =>
    new Promise<string>((resolve) => {
      const child = spawn(program, [...words, ...args], {
        cwd: ws,
        env,
        stdio: [input, 'pipe', 'inherit'],
      });
      let out = '';
      child.stdout?.on('data', (part: Buffer) => {
        out += part.toString();
      });
      child.on('close', () => resolve(out));
    });
  try {
    const git = spawnSync('git', ['init', '-q', ws]);
    if (git.status !== 0) throw new Error(String(git.stderr));
    if (isOther) giveAway(ws);
    const command = `python3 escape.py ${home} ${join(home, 'out')} ${process.pid} ${port}`;
    const outcome = JSON.parse(await run('shell', '--yolo', '--host', 'sandbox', '--json', command));
    return {
      answers: answersIn(outcome.content[0].text),
      level: outcome.details.sandbox.level,
      home,
      received,
    };
  } finally {
    tcp.close();
    unix.close();
    udp.close();
    datagrams.kill();
    closeSync(input);
  }
}

/** What each level claims; the table of the README has these rows. */
const claims: readonly (readonly [claim: string, partial: boolean])[] = [
  ['write outside', true],
  ['write through a symlink', true],
  ['write kernel settings', true],
  ['chmod outside', false],
  ['read hidden secrets', true],
  ['read through /proc', true],
  ['change .git/hooks', false],
  ['TCP', true],
  ['Unix socket', true],
  ['kill outside', true],
  ['ptrace', true],
  ['new namespaces and mounts', true],
  ['kernel interfaces', true],
  ['type into the terminal', true],
  ['make a setuid file', true],
  ['inherit descriptors', true],
];

describe.each(levels)('the sandbox, %s', (name, level, isOther, can) => {
  const isRun = can && hasPython && outside !== undefined && process.arch === 'x64';
  if (!isRun)
    process.stderr.write(
      `Skipped: the sandbox, ${name} (needs x64, python3, bubblewrap or unshare, root, a folder outside /tmp)\n`,
    );
  let done: Promise<Run> | null = null;
  const attacked = (): Promise<Run> => {
    done ??= attack(level, isOther);
    return done;
  };

  it.runIf(isRun)('says its level', async () => expect((await attacked()).level).toBe(level));

  it.runIf(isRun).each(claims.filter(([, partial]) => level === 'full' || partial))('%s', async (claim) => {
    const { answers } = await attacked();
    expect(answers).toHaveProperty([claim]);
    expect(answers[claim], claim).not.toBeNull();
  });

  it.runIf(isRun)('UDP', async () => expect((await attacked()).received).toBe(0));

  it.runIf(isRun)('leaves what is outside as it was, and nothing of its own', async () => {
    const { home } = await attacked();
    expect(readdirSync(join(home, 'out')).sort()).toEqual(['datagrams', 'file', 'input']);
    for (const name of ['file', 'input']) expect(readFileSync(join(home, 'out', name), 'utf8')).toBe('kept');
    if (level === 'partial') return;
    for (const name of ['file', 'input']) expect(statSync(join(home, 'out', name)).mode & 0o777).toBe(0o644);
    for (const name of ['commondir', 'modules', 'worktrees'])
      expect(existsSync(join(home, 'ws/.git', name)), name).toBe(false);
  });
});

describe('the table of the README', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  it.each([...claims, ['UDP', true] as const, ['survive the SIGKILL of the server', false] as const])(
    'has a row "%s" with both levels',
    (claim, partial) => {
      expect(readme).toContain(`| ${claim} | yes | ${partial ? 'yes' : 'no'} |`);
    },
  );
});
