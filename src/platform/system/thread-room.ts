import { readFileSync } from 'node:fs';
import { lazy } from '../../core/async/lazy.ts';
import { cannot } from '../../core/failure.ts';
import { encodeText } from '../../core/text/utf8.ts';
import { loadOs } from './builtins.ts';
import { bindLibc } from './libc-library.ts';

/** Process limits up to this are tested; beyond, a test would cost more than it tells. */
export const fewProcesses = 1024;
/** Bytes for a `sem_t`: 32, and some more. */
const semaphoreBytes = 64;

/** Processes that a call starts besides the runtime's threads: its command and a guardian. */
const spareProcesses = 2;

/** Parses a limit, which the system writes as a word if there is none. */
function limitOf(text: string | undefined): number {
  return /^\d+$/.test(text ?? '') ? Number(text) : Number.POSITIVE_INFINITY;
}

/** The least number in any of these files; an unreadable file counts for none. */
function leastOf(files: readonly (readonly [path: string, pattern: RegExp])[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [path, pattern] of files) {
    try {
      least = Math.min(least, limitOf(pattern.exec(readFileSync(path, 'utf8'))?.[1]));
    } catch {
      // Absent: another system, or no such control group.
    }
  }
  return least;
}

/** Whether this account or container is limited to so few processes and threads that the next may be refused. */
export const hasFewProcesses = lazy((): boolean => {
  if (process.platform !== 'linux') return false;
  const files = [
    ['/proc/self/limits', /^Max processes +(\d+)/m],
    ['/sys/fs/cgroup/pids.max', /^(\d+)/],
    ['/sys/fs/cgroup/pids/pids.max', /^(\d+)/],
  ] as const;
  return leastOf(files) < fewProcesses;
});

/** Number of threads that can be made now, up to `most`, found by making them; they end at once. Null if that cannot be tried. */
async function countThreadRoom(most: number): Promise<number | null> {
  return bindLibc(({ dlopen, ptr }, name) => {
    const { symbols } = dlopen(name, {
      dlsym: { args: ['ptr', 'ptr'], returns: 'ptr' },
      pthread_create: { args: ['ptr', 'ptr', 'ptr', 'ptr'], returns: 'i32' },
      pthread_join: { args: ['u64', 'ptr'], returns: 'i32' },
      sem_init: { args: ['ptr', 'i32', 'u32'], returns: 'i32' },
      sem_post: { args: ['ptr'], returns: 'i32' },
      sem_destroy: { args: ['ptr'], returns: 'i32' },
    });
    const bytes = new Uint8Array(semaphoreBytes);
    const semaphore = ptr(bytes);
    symbols.sem_init(semaphore, 0, 0);
    // Each waits for the semaphore, so that all are there at once.
    const wait = symbols.dlsym(null, ptr(encodeText('sem_wait\0')));
    const made: bigint[] = [];
    const thread = new BigUint64Array(1);
    while (made.length < most && symbols.pthread_create(ptr(thread), null, wait, semaphore) === 0)
      made.push(thread[0] ?? 0n);
    for (const _ of made) symbols.sem_post(semaphore);
    for (const id of made) symbols.pthread_join(id, null);
    // Referenced last, so that its memory lives as long as a thread waits for it.
    symbols.sem_destroy(ptr(bytes));
    return made.length;
  });
}

/**
 * Number of threads that the runtime makes while it works, besides those it starts with: up to four of its pool, three that
 * compile and eight that collect garbage, each at most one per processor. It aborts, or hangs, if it cannot make them.
 */
export function runtimeThreads(): number {
  const processors = Math.max(1, loadOs().availableParallelism());
  return Math.min(4, processors) + Math.min(3, processors) + Math.min(8, processors);
}

/** Threads and processes that can be made besides the runtime's, up to `most`; `most` if that cannot be tried. */
export async function roomBesideRuntime(most: number): Promise<number> {
  const own = runtimeThreads();
  const room = await countThreadRoom(most + own);
  return room === null ? most : room - own;
}

/** Throws `tool_failed` if the limits are too low for the runtime's threads and a call's processes. */
export async function requireThreads(): Promise<void> {
  if (!hasFewProcesses()) return;
  const room = await roomBesideRuntime(spareProcesses);
  if (room >= spareProcesses) return;
  const own = runtimeThreads();
  const state = `there is room for ${Math.max(0, room + own)} of the ${own + spareProcesses} threads and processes it may need`;
  throw cannot(
    'run',
    'agent-tools',
    state,
    'fewer of this account, or a higher limit (ulimit -u, pids.max of the container)',
  );
}
