import { encodeText } from '../../core/text/utf8.ts';
import { bindLibc, closeOnExec, memoryFileCall, memoryFileCloseOnExec } from './libc-library.ts';

/** The few system calls that the runtime lacks. Each function returns the call's own value, -1 for a failure. */
export interface Libc {
  /** A pipe whose ends are closed on exec. */
  pipe(): { readonly read: number; readonly write: number } | null;
  /** A descriptor of memory shared with children, closed on exec; null if the system gives none. */
  sharedMemory(name: string): number | null;
  /** Makes this process the parent of orphaned descendants, so that they can be found and reaped. */
  becomeSubreaper(): boolean;
  /** Reaps one dead child by pid, without waiting. */
  reap(pid: number): void;
  /** Whether a pipe or socket has no reader any more. */
  hasNoReader(descriptor: number): boolean;
  /** Whether a pipe or socket has no writer any more; unread bytes may be left. */
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

/** Loads libc through FFI, once, and unblocks all signals in this thread, which starts the children; null if unavailable. */
export function loadLibc(): Promise<Libc | null> {
  loaded ??= open().then((libc) => {
    resolved = libc;
    return libc;
  });
  return loaded;
}

/** The libc that `loadLibc` has loaded; null before that, and if there is none. */
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
    // The parent may have blocked signals: children would inherit that, and not obey SIGTERM or Ctrl-C.
    symbols.sigprocmask(SIG_SETMASK, ptr(new Uint8Array(signalSetBytes)), null);
    /** The immediate result of poll(2) for `events`, and for errors, which are always reported. */
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
