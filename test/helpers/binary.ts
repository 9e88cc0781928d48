import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

/** The compiled binary under test. */
export const binary = join(import.meta.dirname, '../../dist/agent-tools');

/** An environment of nothing but PATH and a home of its own, so that no test sees the machine's configuration. */
export function cleanEnv(home: string, extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8', ...extra };
}

export interface CliOptions {
  readonly cwd?: string;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; absent closes it. */
  readonly input?: string | Uint8Array;
}

export interface CliResult {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly ms: number;
}

/** Starts the binary with its own home; `stdin` is a pipe only when there is input. */
export function startCli(args: readonly string[], options: CliOptions = {}): ChildProcess {
  const home = options.home ?? tempFolder();
  return spawn(binary, args, {
    cwd: options.cwd ?? home,
    env: cleanEnv(home, options.env),
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
}

/** Runs the binary to its end. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const startedAt = performance.now();
  const child = startCli(args, options);
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout?.on('data', (part: Buffer) => stdout.push(part));
  child.stderr?.on('data', (part: Buffer) => {
    stderr += part.toString();
  });
  if (options.input !== undefined) {
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input);
  }
  const [status, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.on('close', (code, name) => resolve([code, name]));
  });
  return { status, signal, stdout: Buffer.concat(stdout), stderr, ms: performance.now() - startedAt };
}
