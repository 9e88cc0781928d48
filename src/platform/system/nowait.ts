import { bindLibc } from './libc-library.ts';

/**
 * Reads and writes that never wait (RWF_NOWAIT of preadv2(2)): a turn of the runtime's thread pool costs more than a page that
 * lies in memory or a pipe with room. Both return -1 where they would have to wait or cannot tell; the ordinary call says why.
 */
export interface NoWait {
  /** Bytes read into `buffer` from `position`, 0 at the end of the file. */
  read(descriptor: number, buffer: Uint8Array, position: number): number;
  /** Bytes written of `bytes` at the current position; may be fewer than given. */
  write(descriptor: number, bytes: Uint8Array): number;
  /** Whether a process group has members, whosever they are. Asked by process.kill, an empty group costs an exception. */
  hasGroup(group: number): boolean;
  /** Takes an open folder's or file's lock (flock(2)): `free` is taken now, `taken` another's, `none` not to be had there. */
  lock(descriptor: number): 'free' | 'taken' | 'none';
  /** Makes room for `bytes` in a pipe, as far as the system allows; nothing happens to what is no pipe. */
  widen(descriptor: number, bytes: number): void;
}

const RWF_NOWAIT = 8;
const F_SETPIPE_SZ = 1031;
const LOCK_EX = 2;
const LOCK_NB = 4;
const EWOULDBLOCK = 11;
const ESRCH = 3;
/** Where a stream stands. */
const currentPosition = -1;

let binding: Promise<NoWait | null> | null = null;
let loaded: NoWait | null = null;

/** What `loadNoWait` has brought: null before, and where there is none. */
export function loadedNoWait(): NoWait | null {
  return loaded;
}

/** The calls for who waits for them, and nobody else; null outside Linux and Bun, or in a libc without them. */
export function bindNoWait(): Promise<NoWait | null> {
  binding ??= open();
  return binding;
}

/** Has `loadedNoWait` give the calls from now on, where there are any. */
export async function loadNoWait(): Promise<void> {
  loaded = await bindNoWait();
}

function open(): Promise<NoWait | null> {
  // Both return a count below 2 GiB, or -1.
  const call = { args: ['i32', 'ptr', 'i32', 'i64', 'i32'], returns: 'i32' } as const;
  return bindLibc(({ dlopen, ptr, read }, name) => {
    const { symbols } = dlopen(name, {
      preadv2: call,
      pwritev2: call,
      flock: { args: ['i32', 'i32'], returns: 'i32' },
      // Both glibc and musl have errno behind it.
      __errno_location: { args: [], returns: 'ptr' },
      fcntl: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
      kill: { args: ['i32', 'i32'], returns: 'i32' },
    });
    /** Whether the call that has just failed said so. */
    const failedBy = (errno: number): boolean => {
      const place = symbols.__errno_location();
      return place !== null && read.i32(place) === errno;
    };
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
        return symbols.preadv2(descriptor, address, 1, position, RWF_NOWAIT);
      },
      write(descriptor, bytes) {
        pointTo(bytes);
        return symbols.pwritev2(descriptor, address, 1, currentPosition, RWF_NOWAIT);
      },
      lock(descriptor) {
        if (symbols.flock(descriptor, LOCK_EX | LOCK_NB) === 0) return 'free';
        return failedBy(EWOULDBLOCK) ? 'taken' : 'none';
      },
      hasGroup: (group) => symbols.kill(-group, 0) === 0 || !failedBy(ESRCH),
      widen: (descriptor, bytes) => void symbols.fcntl(descriptor, F_SETPIPE_SZ, bytes),
    };
  });
}
