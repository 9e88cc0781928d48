import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { sleep } from '../../core/async/sleep.ts';
import { errnoOf } from '../../core/failure.ts';
import { loadLibc } from '../system/libc.ts';
import { runtimeVariable } from '../system/runtime.ts';
import { guardRun, unguardRun } from './guardian.ts';
import { claimChild } from './owned-children.ts';
import { sendSignal } from './signals.ts';

/** How the program of a transport ended. */
export interface TransportEnd {
  readonly status: number | null;
  readonly signal: string | null;
  /** Why it could not be started; null if it was. */
  readonly problem: string | null;
  /** The last line of its standard error; null for none. */
  readonly said: string | null;
}

/** A program that carries bytes to and from another place. */
export interface Transport {
  readonly pid: number | null;
  /** Its output, until it closes it. */
  readonly input: AsyncIterable<Uint8Array>;
  /** Resolves when the bytes are written; rejects if the program is gone. */
  write(bytes: Uint8Array): Promise<void>;
  readonly ended: Promise<TransportEnd>;
  /** Ends its input, then, if needed, the program and its group; resolves when it is gone, with whether that was needed. */
  close(): Promise<boolean>;
}

export interface TransportRequest {
  readonly argv: readonly string[];
  /** The launcher's environment; variables from which this program reads its settings are left out. */
  readonly env: Readonly<Record<string, string>>;
  /** Value in the environment of all that it starts, so that no clean-up of a call ends it. */
  readonly owner: string;
}

/** Matches our settings, which a node takes from its own configuration; run markers and the owner's marker are passed on. */
const ownVariable = /^AGENT_TOOLS_(?!RUN$|SERVER$)/;
const ownerVariable = 'AGENT_TOOLS__LINK';
/** Most characters kept of standard error. */
const mostSaid = 4096;
/** Milliseconds after the exit in which its last words may still come. */
const lastWordsMs = 100;
/** Milliseconds for a program to end by itself, after SIGTERM, and after SIGKILL. */
const closeMs = { byItself: 700, terminated: 300, killed: 500 };

/** Starts a transport in a session of its own: a password prompt fails at once there, because there is no terminal. */
export async function startTransport({ argv, env, owner }: TransportRequest): Promise<Transport> {
  const [{ spawn }] = await Promise.all([import('node:child_process'), loadLibc()]);
  const [program = '', ...words] = argv;
  const names = Object.keys(env).filter((name) => !ownVariable.test(name) && !runtimeVariable.test(name));
  const passed = Object.fromEntries(names.map((name) => [name, env[name] ?? '']));
  const child = spawn(program, words, {
    env: { ...passed, [ownerVariable]: owner },
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  child.stdout.on('error', () => {});
  const ended = endOf(child);
  const unguard = child.pid === undefined ? () => {} : guard(child.pid);
  void ended.then(unguard);
  return {
    pid: child.pid ?? null,
    input: child.stdout,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        child.stdin.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    ended,
    close: () => close(child, ended),
  };
}

/** Has the guardian end it if we are killed and the end of its input does not. */
function guard(pid: number): () => void {
  const disown = claimChild(pid);
  const run = { pid, runId: crypto.randomUUID(), isAlone: true };
  guardRun(run, closeMs.byItself);
  return () => {
    disown();
    unguardRun(run);
  };
}

function endOf(child: ChildProcessWithoutNullStreams): Promise<TransportEnd> {
  let said = '';
  child.stderr.on('error', () => {});
  child.stderr.on('data', (part: Buffer) => {
    said = (said + part.toString()).slice(-mostSaid);
  });
  const lastLine = (): string | null => {
    const lines = said.split(/[\r\n]+/).filter((line) => line.trim() !== '');
    return lines.at(-1)?.trim() ?? null;
  };
  const drained = new Promise<void>((resolve) => {
    for (const event of ['end', 'close'] as const) child.stderr.once(event, () => resolve());
  });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      const problem = errnoOf(error) === 'ENOENT' ? 'no such program' : error.message;
      resolve({ status: null, signal: null, problem, said: lastLine() });
    });
    child.once('exit', async (status, signal) => {
      // Its last words may still be in the pipe, which a child of it can hold open forever.
      await Promise.race([drained, sleep(lastWordsMs)]);
      resolve({ status, signal, problem: null, said: lastLine() });
    });
  });
}

async function close(child: ChildProcessWithoutNullStreams, ended: Promise<unknown>): Promise<boolean> {
  const isGone = (limitMs: number): Promise<boolean> =>
    Promise.race([ended.then(() => true), sleep(limitMs, { ref: false }).then(() => false)]);
  child.stdin.end();
  // Nothing reads any more, and a program blocked in a write never sees the end of its input.
  child.stdout.resume();
  const pid = child.pid ?? 0;
  const hasLeft = await isGone(closeMs.byItself);
  const isOver =
    hasLeft ||
    (sendSignal(-pid, 'SIGTERM') !== 'gone' && (await isGone(closeMs.terminated))) ||
    (sendSignal(-pid, 'SIGKILL') !== 'gone' && (await isGone(closeMs.killed)));
  if (!isOver) child.unref();
  child.stdout.destroy();
  child.stderr.destroy();
  return !hasLeft;
}
