import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { accountOrNull } from './account.ts';
import { tempFolder } from './temp-folder.ts';

const program = '/usr/sbin/sshd';

/** Why no OpenSSH server can be started here; null when one can. */
export function sshdObstacle(): string | null {
  if (!existsSync(program)) return 'openssh-server is not installed';
  const account = accountOrNull();
  if (account === null) return 'the account is listed nowhere, so sshd knows no such user';
  if (/\/(?:nologin|false)$/.test(account.shell ?? '')) return `the account has ${account.shell} for a shell`;
  if (process.getuid?.() === 0) return null;
  return existsSync('/run/sshd') ? null : 'sshd needs /run/sshd, which only root can make';
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  }).finally(() => delay(20)) as Promise<boolean>;
}

/** A real OpenSSH server on a port of its own, with keys and configuration of its own. */
export class Sshd {
  readonly #folder = tempFolder();
  #port = 0;
  #server: ChildProcess | null = null;
  #log = '';

  async start(): Promise<void> {
    this.#port = await freePort();
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
    for (const name of ['host', 'user']) {
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(this.#folder, name)]);
    }
    const key = (name: string): string => readFileSync(join(this.#folder, `${name}.pub`), 'utf8').trim();
    writeFileSync(join(this.#folder, 'authorized_keys'), `${key('user')}\n`, { mode: 0o600 });
    writeFileSync(join(this.#folder, 'known_hosts'), `[127.0.0.1]:${this.#port} ${key('host')}\n`);
    const settings = [
      `Port ${this.#port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(this.#folder, 'host')}`,
      `AuthorizedKeysFile ${join(this.#folder, 'authorized_keys')}`,
      `PidFile ${join(this.#folder, 'pid')}`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'PermitRootLogin prohibit-password',
    ];
    writeFileSync(join(this.#folder, 'config'), `${settings.join('\n')}\n`);
    const server = spawn(program, ['-D', '-e', '-f', join(this.#folder, 'config')], { stdio: 'pipe' });
    server.stderr.on('data', (part: Buffer) => {
      this.#log += part.toString();
    });
    this.#server = server;
    for (let tries = 0; !(await answers(this.#port)); tries += 1) {
      if (server.exitCode !== null || tries > 500) throw new Error(`sshd does not answer: ${this.#log}`);
    }
  }

  /** The argv that runs a shell text there. */
  argv(text: string): readonly string[] {
    const options = [
      'BatchMode=yes',
      'IdentitiesOnly=yes',
      'StrictHostKeyChecking=yes',
      `UserKnownHostsFile=${join(this.#folder, 'known_hosts')}`,
    ].flatMap((option) => ['-o', option]);
    const key = join(this.#folder, 'user');
    const who = `${accountOrNull()?.username}@127.0.0.1`;
    return ['ssh', '-F', '/dev/null', '-T', '-i', key, '-p', String(this.#port), ...options, who, text];
  }

  stop(): void {
    this.#server?.kill('SIGTERM');
  }
}
