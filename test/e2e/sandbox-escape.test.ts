import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { asNobody, nobody } from '../helpers/other-user.ts';
import { canForbidNamespaces, partialPrefix } from '../helpers/partial-sandbox.ts';

const isRoot = process.getuid?.() === 0;
const hasBubblewrap =
  existsSync('/usr/bin/bwrap') &&
  spawnSync('/usr/bin/bwrap', ['--ro-bind', '/', '/', '--proc', '/proc', '--unshare-all', 'true']).status ===
    0;
const hasPython = spawnSync('python3', ['--version']).status === 0;
const canForbid = canForbidNamespaces();

/** Not below /tmp, which every sandbox has apart anyway; undefined where this user can write nowhere else. */
const outside = isRoot
  ? '/var/lib'
  : [homedir(), process.cwd()].find((folder) => !/^\/(?:var\/)?tmp(?:\/|$)/.test(realpathSync(folder)));
const base = mkdtempSync(join(outside ?? tmpdir(), 'agent-tools-test-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
chmodSync(base, 0o755);
const own = join(base, 'agent-tools');
copyFileSync(binary, own);
chmodSync(own, 0o755);

type Level = 'full' | 'partial';

interface Run {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly level: unknown;
  readonly home: string;
  readonly received: number;
}

function prefixOf(level: Level, isOther: boolean): readonly string[] {
  return [...(isOther ? asNobody : []), ...(level === 'partial' ? partialPrefix : [])];
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
  if (isOther) execFileSync('chown', ['-R', `${nobody}:${nobody}`, home]);
  if (isOther) chownSync(home, nobody, nobody);
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
    if (isOther) execFileSync('chown', ['-R', `${nobody}:${nobody}`, ws]);
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

const runs: readonly (readonly [name: string, level: Level, isOther: boolean, can: boolean])[] = [
  ['full', 'full', false, hasBubblewrap],
  ['full, as an unprivileged user', 'full', true, hasBubblewrap && isRoot],
  ['partial', 'partial', false, canForbid],
  ['partial, as an unprivileged user', 'partial', true, canForbid && isRoot],
];

describe.each(runs)('the sandbox, %s', (name, level, isOther, can) => {
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
    expect(existsSync(join(home, 'ws/.git/commondir'))).toBe(false);
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
