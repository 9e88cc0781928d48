import { readdirSync } from 'node:fs';
import { bindLibc } from './libc-library.ts';
import { fewProcesses, hasFewProcesses, runtimeThreads } from './thread-room.ts';

/** The limit of processes and threads of this process, as what it starts inherits it; both are as getrlimit(2) gives them. */
interface ProcessLimit {
  read(): readonly [soft: bigint, hard: bigint] | null;
  write(soft: bigint, hard: bigint): boolean;
}

const RLIMIT_NPROC = 6;
/** Threads with which the runtime starts. */
const startedThreads = 3;

let loading: Promise<void> | null = null;
let limit: ProcessLimit | null = null;

/** Has `leavingThreads` hold back threads from now on, where there are few. */
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

/** Threads that the runtime has not made yet, or has ended for want of work and makes again. */
function missingThreads(): number {
  return Math.max(0, startedThreads + runtimeThreads() - readdirSync('/proc/self/task').length);
}

/**
 * Starts a child whose limit of processes, and that of all it starts, is lower by what the runtime still needs: it aborts where it
 * cannot make a thread, and a command that starts whatever it can would end the server with all its calls.
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
