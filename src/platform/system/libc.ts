import { encodeText } from '../../core/text/utf8.ts';
import { bindLibc, closeOnExec, memoryFileCall, memoryFileCloseOnExec } from './libc-library.ts';

/** The few system calls the runtime does not offer. Every function returns the call's own value, -1 for a failure. */
export interface Libc {
  /** A pipe whose ends are closed on exec. */
  pipe(): { readonly read: number; readonly write: number } | null;
  /** A descriptor of memory to be shared with children, closed on exec; null where the system has none to give. */
  sharedMemory(name: string): number | null;
  /** Makes this process the parent of orphaned descendants, so that they can be found and reaped. */
  becomeSubreaper(): boolean;
  /** Reaps one dead child by pid, without waiting. */
  reap(pid: number): void;
  /** Whether nobody can read any more what is written to a pipe or socket. */
  hasNoReader(descriptor: number): boolean;
  /** Whether nobody writes any more to what is read from a pipe or socket; what was written may not have been read yet. */
  hasNoWriter(descriptor: number): boolean;
  /** Bytes that can be read from a pipe or socket without waiting. */
  unread(descriptor: number): number;
}

const PR_SET_CHILD_SUBREAPER = 36;
const WNOHANG = 1;
const SIG_SETMASK = 2;
/** Bytes of a `sigset_t` of glibc and of musl. */
const signalSetBytes = 128;
/** ioctl_tty(2). */
const FIONREAD = 0x541bn;
const POLLERR = 8;
const POLLHUP = 16;
const POLLRDHUP = 0x2000;

let loaded: Promise<Libc | null> | null = null;
let resolved: Libc | null = null;

/** libc through FFI, once, and from then on no signal is blocked in this thread, which starts the children; null outside Linux and Bun, or where it cannot be loaded. */
export function loadLibc(): Promise<Libc | null> {
  loaded ??= open().then((libc) => {
    resolved = libc;
    return libc;
  });
  return loaded;
}

/** libc as far as `loadLibc` has brought it: null before, and where there is none. */
export function loadedLibc(): Libc | null {
  return resolved;
}

function open(): Promise<Libc | null> {
  return bindLibc(({ dlopen, ptr }, name) => {
    const { symbols } = dlopen(name, {
      pipe2: { args: ['ptr', 'i32'], returns: 'i32' },
      prctl: { args: ['i32', 'u64', 'u64', 'u64', 'u64'], returns: 'i32' },
      poll: { args: ['ptr', 'u64', 'i32'], returns: 'i32' },
      ioctl: { args: ['i32', 'u64', 'ptr'], returns: 'i32' },
      syscall: { args: ['i64', 'ptr', 'u64'], returns: 'i64' },
      sigprocmask: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
      waitpid: { args: ['i32', 'ptr', 'i32'], returns: 'i32' },
    });
    // Who started this program may have blocked signals: its children would have them blocked too, and not heed SIGTERM or Ctrl-C.
    symbols.sigprocmask(SIG_SETMASK, ptr(new Uint8Array(signalSetBytes)), null);
    /** What poll(2) says at once of `events` and of errors, which are reported unasked. */
    const poll = (descriptor: number, events: number): number => {
      // struct pollfd: int fd, short events, short revents.
      const asked = new Int32Array([descriptor, events]);
      return symbols.poll(ptr(asked), 1n, 0) === 1 ? (asked[1] ?? 0) >> 16 : 0;
    };
    return {
      pipe() {
        const ends = new Int32Array(2);
        if (symbols.pipe2(ptr(ends), closeOnExec) !== 0) return null;
        return { read: ends[0] ?? -1, write: ends[1] ?? -1 };
      },
      sharedMemory(name) {
        const text = encodeText(`${name}\0`);
        const descriptor = Number(symbols.syscall(memoryFileCall, ptr(text), memoryFileCloseOnExec));
        return descriptor < 0 ? null : descriptor;
      },
      becomeSubreaper: () => symbols.prctl(PR_SET_CHILD_SUBREAPER, 1n, 0n, 0n, 0n) === 0,
      reap: (pid) => void symbols.waitpid(pid, null, WNOHANG),
      hasNoReader: (descriptor) => (poll(descriptor, 0) & (POLLERR | POLLHUP)) !== 0,
      hasNoWriter: (descriptor) => (poll(descriptor, POLLRDHUP) & (POLLHUP | POLLRDHUP)) !== 0,
      unread(descriptor) {
        const count = new Int32Array(1);
        return symbols.ioctl(descriptor, FIONREAD, ptr(count)) === 0 ? (count[0] ?? 0) : 0;
      },
    };
  });
}
