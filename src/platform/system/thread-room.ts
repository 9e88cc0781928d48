import { readFileSync } from 'node:fs';
import { lazy } from '../../core/async/lazy.ts';
import { cannot } from '../../core/failure.ts';
import { encodeText } from '../../core/text/utf8.ts';
import { loadOs } from './builtins.ts';
import { bindLibc } from './libc-library.ts';

/** Limits of processes and threads that are worth to be counted up to; beyond, a try would cost more than it tells. */
export const fewProcesses = 1024;
/** Bytes of a `sem_t`, which are 32, and some more. */
const semaphoreBytes = 64;

/** Processes that a call starts beside the threads of the runtime: its command, a guardian. */
const spareProcesses = 2;

/** A limit as the system writes it, which for none is a word. */
function limitOf(text: string | undefined): number {
  return /^\d+$/.test(text ?? '') ? Number(text) : Number.POSITIVE_INFINITY;
}

/** The least number that one of these files names; a file that cannot be read names none. */
function leastOf(files: readonly (readonly [path: string, pattern: RegExp])[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [path, pattern] of files) {
    try {
      least = Math.min(least, limitOf(pattern.exec(readFileSync(path, 'utf8'))?.[1]));
    } catch {
      // Not here: another system, or no such control group.
    }
  }
  return least;
}

/** Whether this account, or its container, may have so few processes and threads that the next one may be refused. */
export const hasFewProcesses = lazy((): boolean => {
  if (process.platform !== 'linux') return false;
  const files = [
    ['/proc/self/limits', /^Max processes +(\d+)/m],
    ['/sys/fs/cgroup/pids.max', /^(\d+)/],
    ['/sys/fs/cgroup/pids/pids.max', /^(\d+)/],
  ] as const;
  return leastOf(files) < fewProcesses;
});

/** How many threads can be made now, up to `most`: they are made, and end at once. Null where that cannot be tried. */
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
    // Named to the last, so that its memory is there as long as a thread waits for it.
    symbols.sem_destroy(ptr(bytes));
    return made.length;
  });
}

/**
 * Threads that the runtime makes while it works, besides those it started with; it aborts, or waits for ever, where it cannot: four
 * of its pool, three that compile, one for each processor but the first that collects garbage, up to seven, and one that leads them.
 */
export function runtimeThreads(): number {
  const processors = Math.max(1, loadOs().availableParallelism());
  return Math.min(4, processors) + Math.min(3, processors) + Math.min(8, processors);
}

/** Threads and processes that there is room for beside those of the runtime, up to `most`; `most` where that cannot be tried. */
export async function roomBesideRuntime(most: number): Promise<number> {
  const own = runtimeThreads();
  const room = await countThreadRoom(most + own);
  return room === null ? most : room - own;
}

/** Throws `tool_failed` where there are few, and the system would not let the runtime make its threads, and a call its processes. */
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
