import { basename } from 'node:path';
import { ownChild } from './owned-children.ts';
import type { SignalResult } from './signals.ts';

/** Milliseconds for sudo to say whether it would run something, or to send a signal. */
const answerMs = 10_000;
/** Most characters kept of standard error. */
const mostSaid = 4096;

/** The argv that runs `argv` as root without ever asking for a password; sudo passes only the variables named here. */
export function sudoArgv(
  sudo: string,
  variables: Readonly<Record<string, string>>,
  argv: readonly string[],
): readonly string[] {
  return [sudo, '-n', ...Object.entries(variables).map(([name, value]) => `${name}=${value}`), '--', ...argv];
}

/** The sudo at the start of an argv made by `sudoArgv`; null for any other. */
export function sudoOf(argv: readonly string[]): string | null {
  const [program = '', option] = argv;
  return option === '-n' && basename(program) === 'sudo' ? program : null;
}

/** Why sudo would not run a program now, in its own words, and what is wanted instead; null if it would. */
export async function sudoRefusal(
  sudo: string,
  argv: readonly string[],
): Promise<readonly [state: string, wanted: string] | null> {
  const { status, stderr } = await runShortly(sudo, ['-n', '-l', '--', ...argv]);
  if (status === 0) return null;
  if (status === 'late') return [`sudo has not answered for ${answerMs / 1000} s`, 'one that answers'];
  const said = stderr.trim().split('\n').at(-1)?.trim() ?? '';
  const state = said === '' ? `sudo ended with status ${status ?? 'unknown'}` : said;
  return [state, 'a sudo rule that lets it run without a password'];
}

/** Sends a signal as root to a process or, if negative, to a process group. */
export async function signalBySudo(
  sudo: string,
  target: number,
  signal: NodeJS.Signals,
): Promise<SignalResult> {
  if (Math.abs(target) <= 1) return 'gone';
  const name = signal.replace(/^SIG/, '');
  const { status } = await runShortly(sudo, ['-n', '--', '/bin/kill', '-s', name, '--', String(target)]);
  return status === 0 ? 'sent' : 'forbidden';
}

interface Answer {
  /** The exit status; null after a signal or if it could not be started. */
  readonly status: number | null | 'late';
  readonly stderr: string;
}

/** Runs sudo until it ends, but waits `answerMs` at most: one that runs as root already cannot be killed by a user. */
async function runShortly(program: string, words: readonly string[]): Promise<Answer> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const child = ownChild(
      spawn(program, words, { cwd: '/', windowsHide: true, stdio: ['ignore', 'ignore', 'pipe'] }),
    );
    let stderr = '';
    child.stderr.on('data', (part: Buffer) => {
      if (stderr.length < mostSaid) stderr += part.toString();
    });
    const giveUp = (): void => {
      resolve({ status: 'late', stderr });
      child.kill('SIGKILL');
      child.stderr.destroy();
      child.unref();
    };
    const timer = setTimeout(giveUp, answerMs);
    const end = (status: number | null, said: string): void => {
      clearTimeout(timer);
      resolve({ status, stderr: said });
    };
    child.on('error', (error) => end(null, error.message));
    child.once('close', (status) => end(status, stderr));
  });
}
