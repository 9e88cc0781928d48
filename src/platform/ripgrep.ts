import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { cannot, errnoOf, ToolFailure } from '../core/failure.ts';
import { sleep } from '../core/sleep.ts';
import { systemFailure } from './file-failure.ts';
import { type PinnedFolder, pinFolder } from './folder-pin.ts';
import { ownChild } from './owned-children.ts';
import { embeddedRipgrep, type RipgrepFile } from './ripgrep-embedded.ts';
import { unpackedProgram } from './ripgrep-unpack.ts';

const mostErrorBytes = 65_536;
/** After a kill the pipes are waited for this long; a process stuck in the kernel keeps them. */
const drainMs = 1000;

export interface RipgrepRun {
  /** Options and, after `--`, paths; the standard ones are added. */
  readonly args: readonly string[];
  /** Real folder; an existing one. */
  readonly cwd: string;
  /** The launcher's environment; only what tells where git's own ignore files are is passed on. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder for the unpacked program. */
  readonly cache: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface RipgrepEnd {
  readonly by: 'itself' | 'timeout' | 'cancel' | 'enough';
  /** Null when it was killed. */
  readonly exitCode: number | null;
  /** The first 64 KiB. */
  readonly stderr: string;
}

/** Where the program is, unpacked when it is an embedded one. Throws `program_missing` when there is none. */
export async function ripgrepPath(
  cache: string,
  file: RipgrepFile | null = embeddedRipgrep(),
): Promise<string> {
  if (file === null)
    throw cannot('run', 'rg', 'it is not installed', 'the platform package of ripgrep', 'program_missing');
  return file.sha256 === null
    ? file.path
    : unpackedProgram(file.path, { name: `rg-${file.version}`, sha256: file.sha256, cache });
}

function environmentOf(env: Readonly<Record<string, string>>): Record<string, string> {
  const passed = ['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SystemRoot'];
  return Object.fromEntries(passed.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** Ends a child for one of the reasons that are not its own; the first reason counts. */
class Stopper {
  by: RipgrepEnd['by'] = 'itself';
  /** Resolves when a killed child does not even close its pipes. */
  readonly givenUp: Promise<null>;
  private readonly child: ChildProcess;
  private readonly signal: AbortSignal;
  private readonly timer: ReturnType<typeof setTimeout>;
  private drain: ReturnType<typeof setTimeout> | undefined;
  private giveUp: () => void = () => {};
  private readonly onAbort = (): void => this.stop('cancel');

  constructor(child: ChildProcess, { signal, timeoutMs }: Pick<RipgrepRun, 'signal' | 'timeoutMs'>) {
    this.child = child;
    this.signal = signal;
    this.givenUp = new Promise((resolve) => {
      this.giveUp = () => resolve(null);
    });
    this.timer = setTimeout(() => this.stop('timeout'), timeoutMs);
    signal.addEventListener('abort', this.onAbort);
    if (signal.aborted) this.onAbort();
  }

  stop(reason: RipgrepEnd['by']): void {
    if (this.by !== 'itself') return;
    this.by = reason;
    this.child.kill('SIGKILL');
    this.drain = setTimeout(this.giveUp, drainMs);
  }

  dispose(): void {
    clearTimeout(this.timer);
    clearTimeout(this.drain);
    this.signal.removeEventListener('abort', this.onAbort);
  }
}

/** The first 64 KiB of a stream, read to its end. */
function firstBytes(stream: Readable): () => string {
  let bytes = Buffer.alloc(0);
  stream.on('data', (chunk: Uint8Array) => {
    if (bytes.length < mostErrorBytes)
      bytes = Buffer.concat([bytes, chunk.subarray(0, mostErrorBytes - bytes.length)]);
  });
  return () => bytes.toString('utf8');
}

function missing(path: string, error: unknown): ToolFailure {
  return new ToolFailure('program_missing', systemFailure('run', path, error).message);
}

/** Milliseconds between tries to start a program that is still open for writing. */
const busyPauseMs = 20;
const mostTries = 50;

/**
 * Starts `rg`. A program just unpacked is busy (ETXTBSY) while a child that was forked in between still holds the
 * descriptor it was written through; that is over as soon as the child executes its own program.
 */
async function spawnUnpacked(
  path: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Record<string, string> },
) {
  for (let tries = 1; ; tries += 1) {
    try {
      return ownChild(
        spawn(path, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true }),
      );
    } catch (error) {
      if (errnoOf(error) !== 'ETXTBSY' || tries === mostTries) throw error;
      await sleep(busyPauseMs);
    }
  }
}

/** Starts what runs in the real folder, whatever stands at its path by then. */
async function spawnIn<T>(real: string, start: (cwd: string) => Promise<T>): Promise<T> {
  let folder: PinnedFolder;
  try {
    folder = pinFolder(real, 'search', real);
  } catch (error) {
    throw systemFailure('search', real, error);
  }
  try {
    return await start(folder.path);
  } finally {
    folder.close();
  }
}

/**
 * Runs ripgrep with its stdin closed and calls `take` with its output as it arrives, until it ends, `take` returns false, time
 * runs out or the call is cancelled; then it is killed. Throws `program_missing`, and what `take` throws.
 */
export async function runRipgrep(
  run: RipgrepRun,
  take: (chunk: Uint8Array) => boolean | undefined,
): Promise<RipgrepEnd> {
  const path = await ripgrepPath(run.cache);
  const args = ['--no-config', '--color=never', '--hidden', '--null', ...run.args];
  const env = environmentOf(run.env);
  const child = await spawnIn(run.cwd, (cwd) => spawnUnpacked(path, args, { cwd, env }));
  const stopper = new Stopper(child, run);
  const stderr = firstBytes(child.stderr);
  try {
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', (error) => reject(missing(path, error)));
      child.on('close', resolve);
      child.stdout.on('data', (chunk: Uint8Array) => {
        try {
          if (stopper.by === 'itself' && take(chunk) === false) stopper.stop('enough');
        } catch (error) {
          stopper.stop('enough');
          reject(error);
        }
      });
    });
    const exitCode = await Promise.race([ended, stopper.givenUp]);
    return { by: stopper.by, exitCode, stderr: stderr() };
  } finally {
    stopper.dispose();
  }
}
