import { sleep } from '../../core/async/sleep.ts';
import { runMarker } from '../../core/environment.ts';
import { cannot, errnoOf } from '../../core/failure.ts';
import { unknownEnd } from '../../core/unknown-end.ts';
import { systemFailure } from '../files/file-failure.ts';
import { type PinnedFolder, pinFolder } from '../files/folder-pin.ts';
import type { Child, ChildRequest, Exit } from '../process/child.ts';
import { guardRun, unguardRun, worthGuardingMs } from '../process/guardian.ts';
import { loadStart } from '../process/spawn.ts';
import { explainStart } from '../process/start-failure.ts';
import { watchMemory } from './memory-watch.ts';
import { oddIgnoreFile } from './odd-ignore-file.ts';
import { embeddedRipgrep, type RipgrepFile } from './ripgrep-embedded.ts';
import { ThreadWatch, threadOptions, withoutThreads } from './ripgrep-threads.ts';
import { unpackedProgram } from './ripgrep-unpack.ts';
import { type SearchEnd, Stopper } from './stopper.ts';

const mostErrorBytes = 65_536;
/** Most bytes of memory of a search: ignore files are read whole, and so are files in multi-line searches. */
const mostMemory = 1_073_741_824;

export interface RipgrepRun {
  /** Options and, after `--`, paths; the standard options are added. */
  readonly args: readonly string[];
  /** An existing real folder. */
  readonly cwd: string;
  /** The launcher's environment; only variables that locate git's own ignore files are passed on. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder for the unpacked program. */
  readonly cache: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Grace in milliseconds for what we leave if killed; for the first guardian of a process. */
  readonly graceMs: number;
}

export interface RipgrepEnd {
  readonly by: SearchEnd;
  /** Null if it was killed. */
  readonly exitCode: number | null;
  /** The first 64 KiB. */
  readonly stderr: string;
}

/** The path of the program, unpacked if it is embedded. Throws `program_missing` if there is none. */
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

/** Keeps the first 64 KiB of what it is given. */
class FirstBytes {
  private readonly chunks: Uint8Array[] = [];
  private room = mostErrorBytes;

  push(chunk: Uint8Array): void {
    if (this.room === 0) return;
    const part = chunk.slice(0, this.room);
    this.room -= part.length;
    this.chunks.push(part);
  }

  toString(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}

/** Has the guardian end a search if we are killed: one that prints nothing would run on for hours. */
function guard({ pid }: Child, runId: string, graceMs: number): () => void {
  const run = { pid, runId };
  const timer = setTimeout(() => guardRun(run, graceMs), worthGuardingMs);
  return () => {
    clearTimeout(timer);
    unguardRun(run);
  };
}

/** Milliseconds between tries to start a program that is still open for writing. */
const busyPauseMs = 20;
const mostTries = 50;

/**
 * Starts `rg`. A program just unpacked is busy (ETXTBSY) while a child forked meanwhile still holds the descriptor it was
 * written through, until that child executes its own program.
 */
async function startUnpacked(path: string, start: () => Child | Promise<Child>): Promise<Child> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (errnoOf(error) !== 'ETXTBSY') throw explainStart(error, { argv: [path], env: {}, cwd: '/' });
      if (tries === mostTries) throw error;
      await sleep(busyPauseMs);
    }
  }
}

/** Starts a process in exactly the real folder, whatever is at its path by then. */
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

/** Proper exit codes of ripgrep: something found, nothing found, or problems that it names. */
const properCodes = [0, 1, 2];

/** Throws if ripgrep did not end properly: files it had not reached would count as without matches. */
function requireProperEnd(exit: Exit | null): void {
  if (exit === null || properCodes.includes(exit.code ?? -1)) return;
  const byItself = exit.code === null ? unknownEnd : `it ended with exit code ${exit.code}`;
  const state = exit.signal === null ? byItself : `${exit.signal} ended it`;
  throw cannot(
    'finish',
    'rg',
    state,
    'it to come to its end; the system may be short of memory or of processes (ulimit -u)',
  );
}

const standardOptions = ['--no-config', '--color=never', '--hidden', '--null'];

/** Throws if a search was ended because of an ignore file without end, its memory, or missing threads. */
async function requireReadable(by: Stopper['by'], { cwd, args }: RipgrepRun): Promise<SearchEnd> {
  if (by === 'threads') throw withoutThreads();
  if (by !== 'timeout' && by !== 'memory') return by;
  const odd = args.includes('--no-ignore') ? null : await oddIgnoreFile(cwd);
  if (odd !== null)
    throw cannot('read', odd.path, `it is ${odd.kind}`, 'a list of what to ignore (or includeIgnored)');
  if (by === 'timeout') return by;
  throw cannot('finish', 'rg', `it took more than ${mostMemory} bytes of memory`, 'fewer');
}

/** A function that gives output to `take` until that wants no more; what it throws rejects `refused`. */
function takeUntilEnough(take: (chunk: Uint8Array) => boolean | undefined, stopper: Stopper) {
  let refuse: (error: unknown) => void = () => {};
  const refused = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  const push = (chunk: Uint8Array): void => {
    if (stopper.by !== 'itself') return;
    try {
      if (take(chunk) === false) stopper.stop('enough');
    } catch (error) {
      stopper.stop('enough');
      refuse(error);
    }
  };
  return { push, refused };
}

/** Watches over a search that has started; returns what ends that. */
function watchOver(child: Child, runId: string, { stopper, graceMs }: { stopper: Stopper; graceMs: number }) {
  stopper.watch(child);
  const unguard = guard(child, runId, graceMs);
  const unwatch = watchMemory(child.pid, mostMemory, () => stopper.stop('memory'));
  return (): void => {
    unguard();
    unwatch();
    child.release();
  };
}

/**
 * Runs ripgrep with its stdin closed and calls `take` with its output as it arrives, until it ends, `take` returns false,
 * time runs out or the call is cancelled; then it is killed. Throws `program_missing`, `tool_failed` if something else ended
 * it, for an endless ignore file or too much memory, and what `take` throws.
 */
export async function runRipgrep(
  run: RipgrepRun,
  take: (chunk: Uint8Array) => boolean | undefined,
): Promise<RipgrepEnd> {
  const path = await ripgrepPath(run.cache);
  const stopper = new Stopper(run);
  const stderr = new FirstBytes();
  const threads = new ThreadWatch();
  const runId = crypto.randomUUID();
  const { push, refused } = takeUntilEnough(take, stopper);
  const request: Omit<ChildRequest, 'cwd'> = {
    argv: [path, ...standardOptions, ...(await threadOptions()), ...run.args],
    env: { ...environmentOf(run.env), [runMarker]: runId },
    stdin: { kind: 'closed' },
    streams: 'split',
    onOutput: (stream, chunk) => {
      if (stream === 'stdout') return push(chunk);
      stderr.push(chunk);
      if (threads.lacksThreads(chunk)) stopper.stop('threads');
    },
  };
  let end = (): void => {};
  try {
    const start = await loadStart(request);
    const child = await spawnIn(run.cwd, (cwd) => startUnpacked(path, () => start(cwd)));
    end = watchOver(child, runId, { stopper, graceMs: run.graceMs });
    const ended = Promise.all([child.exited, child.drained]).then(([exit]) => exit);
    const exit = await Promise.race([ended, stopper.givenUp, refused]);
    if (stopper.by === 'itself') requireProperEnd(exit);
    const by = await requireReadable(stopper.by, run);
    return { by, exitCode: exit?.code ?? null, stderr: stderr.toString() };
  } finally {
    end();
    stopper.dispose();
  }
}
