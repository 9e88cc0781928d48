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

/** Where bubblewrap is looked for; never in a command's PATH. */
const places = ['/usr/bin', '/usr/local/bin', '/bin', '/run/wrappers/bin', '/run/current-system/sw/bin'];
/** Milliseconds for setting up an empty sandbox. */
const limitMs = 10_000;
const groupOrOthersWrite = 0o022;
/** Temporary errors, or limits of this process, that say nothing about the machine. */
const passing: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EFBIG']);
/** The same in words of bubblewrap, once it has started. */
const passingWords: readonly (readonly [words: string, code: string])[] = [
  [': Resource temporarily unavailable', 'EAGAIN'],
  [': Cannot allocate memory', 'ENOMEM'],
  [': Too many open files', 'EMFILE'],
];

/** The result of probing a mechanism: its value, or the reason why it is unavailable. */
export type Found<T> = { readonly value: T } | { readonly reason: string };

/** The system's bubblewrap, which nobody but root can have put there. */
function findBubblewrap(): Found<string> {
  let reason: string | null = null;
  for (const folder of places) {
    const path = join(folder, 'bwrap');
    const stats = statOrNull(path);
    if (stats === null) continue;
    const isWritable = (stats.mode & groupOrOthersWrite) !== 0;
    if (stats.uid === 0 && !isWritable) return { value: path };
    // In a user namespace, root's files seem to be of a user without a number there.
    reason ??= isWritable
      ? `others may write to ${path}`
      : `${path} belongs to user ${stats.uid}, not to root`;
  }
  return { reason: reason ?? `bubblewrap is not installed (no bwrap in ${places.join(', ')})` };
}

/** A string of all that decides whether bubblewrap works: the program, the user, this boot. */
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
 * Tests whether bubblewrap can set up a sandbox with these options; a success is remembered in the cache folder until the
 * next boot. Throws `tool_failed` for a lack of descriptors or memory, which may be temporary.
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
    // If it cannot be remembered, it is tested each time.
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

/** The failure when a process limit (`ulimit -u`, a control group) is reached. */
function roomless(): ToolFailure {
  const wanted = 'fewer calls at once, or a higher limit (ulimit -u)';
  return cannot('set up', 'the sandbox', 'the system has no room for another process', wanted);
}

/** Forgets that bubblewrap works, after it has failed. */
export function forgetBubblewrap(cacheFolder: string): void {
  rmSync(cacheFile(cacheFolder), { force: true });
}

/** Why bubblewrap cannot set up a sandbox, in its own words; null if it can. */
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
    // Kills its whole group: children of bubblewrap wait forever if it alone is killed during the setup.
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

/** The version of Landlock that is available together with a system call filter. */
export async function probeLandlock(): Promise<Found<number>> {
  if (process.platform !== 'linux') return { reason: 'Landlock is for Linux' };
  const calls = await loadSystemCalls();
  if (calls === null) return { reason: whyWithoutCalls() };
  const version = landlockVersion(calls);
  return version === 0 ? { reason: 'the kernel has no Landlock' } : { value: version };
}
