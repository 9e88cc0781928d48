import { readdirSync } from 'node:fs';
import { bindLibc } from './libc-library.ts';
import { fewProcesses, hasFewProcesses, runtimeThreads } from './thread-room.ts';

/** The limit of processes and threads of this process, which its children inherit; both values as from getrlimit(2). */
interface ProcessLimit {
  read(): readonly [soft: bigint, hard: bigint] | null;
  write(soft: bigint, hard: bigint): boolean;
}

const RLIMIT_NPROC = 6;
/** Threads the runtime starts with. */
const startedThreads = 3;

let loading: Promise<void> | null = null;
let limit: ProcessLimit | null = null;

/** Makes `leavingThreads` reserve threads, if there are few. */
export function loadThreadReserve(): Promise<void> {
  loading ??= open().then((bound) => {
    limit = bound;
  });
  return loading;
}

async function open(): Promise<ProcessLimit | null> {
  if (!hasFewProcesses()) return null;
  return bindLibc(({ dlopen, ptr }, name) => {
    const call = { args: ['i32', 'ptr'], returns: 'i32' } as const;
    const { symbols } = dlopen(name, { getrlimit: call, setrlimit: call });
    // struct rlimit: rlim_t soft, rlim_t hard.
    const pair = new BigUint64Array(2);
    return {
      read: () => (symbols.getrlimit(RLIMIT_NPROC, ptr(pair)) === 0 ? [pair[0] ?? 0n, pair[1] ?? 0n] : null),
      write: (soft, hard) => {
        pair[0] = soft;
        pair[1] = hard;
        return symbols.setrlimit(RLIMIT_NPROC, ptr(pair)) === 0;
      },
    };
  });
}

/** Threads that the runtime has not made yet, or ended when idle and will make again. */
function missingThreads(): number {
  return Math.max(0, startedThreads + runtimeThreads() - readdirSync('/proc/self/task').length);
}

/**
 * Starts a child whose process limit, inherited by all it starts, is lower by what the runtime still needs. The runtime
 * aborts if it cannot make a thread, so a command that starts all it can would end the server with all its calls.
 */
export function leavingThreads<T>(start: () => T): T {
  const own = limit?.read() ?? null;
  if (limit === null || own === null || own[0] >= fewProcesses) return start();
  const [soft, hard] = own;
  const held = BigInt(missingThreads());
  const left = soft > held ? soft - held : 0n;
  if (held === 0n || !limit.write(left, hard)) return start();
  try {
    return start();
  } finally {
    limit.write(soft, hard);
  }
}
