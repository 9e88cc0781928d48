import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cannot, errnoOf, messageOf, ToolFailure } from '../../core/failure.ts';
import { systemFailure } from '../files/file-failure.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { statOrNull } from '../files/stats.ts';
import { regularTextOrNull } from '../files/text-file.ts';
import { exitOf } from '../process/exit-bun.ts';
import { claimChild } from '../process/owned-children.ts';
import { sendSignal } from '../process/signals.ts';
import { whyWithoutCalls } from '../system/libc-library.ts';
import { loadSystemCalls } from '../system/system-calls.ts';
import { landlockVersion } from './landlock.ts';
import type { Bubblewrap } from './sandbox-spec.ts';
import { enterSandbox } from './sandbox-start.ts';

/** Where bubblewrap is looked for; never where a command's PATH says. */
const places = ['/usr/bin', '/usr/local/bin', '/bin', '/run/wrappers/bin', '/run/current-system/sw/bin'];
/** Milliseconds that setting up an empty sandbox may take. */
const limitMs = 10_000;
const groupOrOthersWrite = 0o022;
/** Errors that tell of this moment, or of the limits of this process, and nothing of what the machine can do. */
const passing: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EFBIG']);
/** The same in words of bubblewrap, which has started. */
const passingWords: readonly (readonly [words: string, code: string])[] = [
  [': Resource temporarily unavailable', 'EAGAIN'],
  [': Cannot allocate memory', 'ENOMEM'],
  [': Too many open files', 'EMFILE'],
];

/** What can be had of a mechanism: a value to go on with, or the reason why not. */
export type Found<T> = { readonly value: T } | { readonly reason: string };

/** The bubblewrap of the system, as nobody but root can have put it there. */
function findBubblewrap(): Found<string> {
  let reason: string | null = null;
  for (const folder of places) {
    const path = join(folder, 'bwrap');
    const stats = statOrNull(path);
    if (stats === null) continue;
    const isWritable = (stats.mode & groupOrOthersWrite) !== 0;
    if (stats.uid === 0 && !isWritable) return { value: path };
    // In a user namespace root's own files are those of a user without a number there.
    reason ??= isWritable
      ? `others may write to ${path}`
      : `${path} belongs to user ${stats.uid}, not to root`;
  }
  return { reason: reason ?? `bubblewrap is not installed (no bwrap in ${places.join(', ')})` };
}

/** A name for all that decides whether bubblewrap works: the program, the user, this start of the machine. */
function circumstances(program: string): string {
  const { mtimeMs, size } = statSync(program);
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const namespace = statSync('/proc/self/ns/user').ino;
  return [program, mtimeMs, size, process.getuid?.(), boot, namespace].join(' ');
}

function cacheFile(cacheFolder: string): string {
  return join(cacheFolder, 'sandbox');
}

/**
 * Whether bubblewrap can set up a sandbox with these options, by doing it once; a success is remembered in the cache folder
 * until the machine is started anew. Throws `tool_failed` where descriptors or memory are lacking, which another time may do.
 */
export async function probeBubblewrap(
  options: readonly string[],
  cacheFolder: string,
): Promise<Found<string>> {
  if (process.platform !== 'linux') return { reason: 'bubblewrap is for Linux' };
  if ((await loadSystemCalls()) === null) return { reason: whyWithoutCalls() };
  try {
    const found = findBubblewrap();
    if ('reason' in found) return found;
    const program = found.value;
    const now = circumstances(program);
    if (regularTextOrNull(cacheFile(cacheFolder)) === now) return { value: program };
    const problem = await tryBubblewrap(program, options);
    const passed = passingWords.find(([words]) => problem?.endsWith(words));
    if (passed !== undefined) throw Object.assign(new Error(problem ?? ''), { code: passed[1] });
    if (problem !== null) return { reason: problem };
    // Where it cannot be remembered, it is tried anew each time.
    await writePrivateFile(cacheFile(cacheFolder), now).catch(() => {});
    return { value: program };
  } catch (error) {
    const cause = error instanceof ToolFailure ? error.cause : error;
    const code = errnoOf(cause) ?? '';
    if (code === 'EAGAIN') throw roomless();
    if (passing.has(code)) throw systemFailure('set up', 'the sandbox', error);
    return { reason: messageOf(error) };
  }
}

/** The failure where a limit of processes (`ulimit -u`, a control group) is reached. */
function roomless(): ToolFailure {
  const wanted = 'fewer calls at once, or a higher limit (ulimit -u)';
  return cannot('set up', 'the sandbox', 'the system has no room for another process', wanted);
}

/** Bubblewrap has failed although it is remembered to work. */
export function forgetBubblewrap(cacheFolder: string): void {
  rmSync(cacheFile(cacheFolder), { force: true });
}

/** Why bubblewrap cannot set up a sandbox, in its own words; null when it can. */
async function tryBubblewrap(program: string, options: readonly string[]): Promise<string | null> {
  const spec: Bubblewrap = {
    by: 'bubblewrap',
    program,
    options,
    placeholders: [],
    marks: null,
    launcher: [],
    nullDevice: null,
    isCutOff: false,
  };
  const { argv, env, descriptors, spawned, finish } = await enterSandbox(spec, {
    argv: ['/bin/sh', '-c', ':'],
    env: {},
    cwd: '/',
  });
  try {
    const child = Bun.spawn([...argv], {
      cwd: '/',
      env: { ...env },
      stdio: ['ignore', 'ignore', 'pipe', ...descriptors],
      detached: true,
    });
    const disown = claimChild(child.pid);
    // Its whole group: what bubblewrap has forked waits for it without end when it alone is killed while it sets up.
    const timer = setTimeout(() => sendSignal(-child.pid, 'SIGKILL'), limitMs);
    spawned();
    const [said, exit] = await Promise.all([new Response(child.stderr).text(), exitOf(child)]);
    clearTimeout(timer);
    disown();
    if (exit.code === 0) return null;
    return said.trim().split('\n').at(-1) || `bubblewrap ended with ${exit.signal ?? `status ${exit.code}`}`;
  } finally {
    await finish(true);
  }
}

/** The version of Landlock that can be had together with a filter of system calls. */
export async function probeLandlock(): Promise<Found<number>> {
  if (process.platform !== 'linux') return { reason: 'Landlock is for Linux' };
  const calls = await loadSystemCalls();
  if (calls === null) return { reason: whyWithoutCalls() };
  const version = landlockVersion(calls);
  return version === 0 ? { reason: 'the kernel has no Landlock' } : { value: version };
}
