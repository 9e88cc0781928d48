import { bindLibc, errnoCall, errnoReader } from './libc-library.ts';

/**
 * Reads and writes that never block (RWF_NOWAIT of preadv2(2)): a turn of the runtime's thread pool costs more than a page in
 * memory or a pipe with room. Both return -1 if they would block or cannot tell; the ordinary call then gives the reason.
 */
export interface NoWait {
  /** Bytes read into `buffer` from `position`, 0 at the end of the file. */
  read(descriptor: number, buffer: Uint8Array, position: number): number;
  /** Bytes written of `bytes` at the current position; may be fewer than given. */
  write(descriptor: number, bytes: Uint8Array): number;
  /** Whether a process group has members, of any user. Through process.kill, an empty group costs an exception. */
  hasGroup(group: number): boolean;
  /** Tries to lock an open file or folder (flock(2)): `free` if taken now, `taken` if another holds it, `none` if unsupported. */
  lock(descriptor: number): 'free' | 'taken' | 'none';
  /** Enlarges a pipe to `bytes`, as far as the system allows; does nothing to anything else. */
  widen(descriptor: number, bytes: number): void;
}

const RWF_NOWAIT = 8;
const F_SETPIPE_SZ = 1031;
const LOCK_EX = 2;
const LOCK_NB = 4;
const EWOULDBLOCK = 11;
const ESRCH = 3;
/** Numbers of preadv2(2) and pwritev2(2), for which glibc has no names before 2.26 and musl none before 1.2.5. */
const [readCall, writeCall] = process.arch === 'arm64' ? [286, 287] : [327, 328];
/** Offset argument for the current position of a stream. */
const currentPosition = -1;

let binding: Promise<NoWait | null> | null = null;
let loaded: NoWait | null = null;

/** The calls that `loadNoWait` has loaded; null before that, and if there are none. */
export function loadedNoWait(): NoWait | null {
  return loaded;
}

/** Binds the calls for the caller alone; null outside Linux and Bun, or if libc lacks them. */
export function bindNoWait(): Promise<NoWait | null> {
  binding ??= open();
  return binding;
}

/** Makes `loadedNoWait` return the calls, if there are any. */
export async function loadNoWait(): Promise<void> {
  loaded = await bindNoWait();
}

function open(): Promise<NoWait | null> {
  return bindLibc(({ dlopen, ptr, read }, name) => {
    const { symbols } = dlopen(name, {
      // Number, descriptor, vector and its length, position in two parts, flags. Returns a count below 2 GiB, or -1.
      syscall: { args: ['i32', 'i32', 'ptr', 'i32', 'i64', 'i32', 'i32'], returns: 'i32' },
      flock: { args: ['i32', 'i32'], returns: 'i32' },
      ...errnoCall,
      fcntl: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
      kill: { args: ['i32', 'i32'], returns: 'i32' },
    });
    const errno = errnoReader(symbols, read);
    // struct iovec: void *base, size_t length (readv(2)).
    const vector = new BigUint64Array(2);
    const address = ptr(vector);
    const pointTo = (bytes: Uint8Array) => {
      vector[0] = BigInt(ptr(bytes));
      vector[1] = BigInt(bytes.length);
    };
    return {
      read(descriptor, buffer, position) {
        pointTo(buffer);
        return symbols.syscall(readCall, descriptor, address, 1, position, 0, RWF_NOWAIT);
      },
      write(descriptor, bytes) {
        pointTo(bytes);
        return symbols.syscall(writeCall, descriptor, address, 1, currentPosition, 0, RWF_NOWAIT);
      },
      lock(descriptor) {
        if (symbols.flock(descriptor, LOCK_EX | LOCK_NB) === 0) return 'free';
        return errno() === EWOULDBLOCK ? 'taken' : 'none';
      },
      hasGroup: (group) => symbols.kill(-group, 0) === 0 || errno() !== ESRCH,
      widen: (descriptor, bytes) => void symbols.fcntl(descriptor, F_SETPIPE_SZ, bytes),
    };
  });
}
