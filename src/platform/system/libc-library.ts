import { messageOf } from '../../core/failure.ts';
import { isBun } from './runtime.ts';

/** O_CLOEXEC of pipe2(2) and open(2), the same on x64 and arm64. */
export const closeOnExec = 0x80000;

/** Number of memfd_create(2), for which glibc has no name before 2.27, and its close-on-exec flag. */
export const memoryFileCall = process.arch === 'arm64' ? 279 : 319;
export const memoryFileCloseOnExec = 1;

/** Whether the runtime was refused the memory for the code that calls libc. */
let lacksCodeMemory = false;

/** State and expectation for a failure where no system calls can be bound. */
export function withoutCalls(): readonly [state: string, wanted: string] {
  return lacksCodeMemory
    ? [
        'the runtime may not map the gigabyte that its system calls need',
        'a higher limit of memory (ulimit -v, best above 4000000), or a system that lets it map memory to run code in',
      ]
    : ['this runtime makes no system calls', 'the compiled binary on Linux'];
}

/** The same as one reason. */
export function whyWithoutCalls(): string {
  return withoutCalls().join('; it needs ');
}

type Read = typeof import('bun:ffi').read;

/** The call that tells where errno is, for `dlopen`: both glibc and musl have it. */
export const errnoCall = { __errno_location: { args: [], returns: 'ptr' } } as const;

/** What reads errno there. It holds for the call that just failed; null where it cannot be told. */
export function errnoReader(
  { __errno_location: locate }: { readonly __errno_location: () => Parameters<Read['i32']>[0] | null },
  { i32 }: Read,
): () => number | null {
  return () => {
    const place = locate();
    return place === null ? null : i32(place);
  };
}

const names = ['libc.so.6', `libc.musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`];

/**
 * Calls `bind` with the name of libc, glibc's or musl's, and returns its result; null outside Linux and Bun, and if neither
 * has all that `bind` asks for.
 */
export async function bindLibc<Bound>(
  bind: (ffi: typeof import('bun:ffi'), name: string) => Bound,
): Promise<Bound | null> {
  if (!isBun || process.platform !== 'linux') return null;
  const ffi = await import('bun:ffi');
  for (const name of names) {
    try {
      return bind(ffi, name);
    } catch (error) {
      // Tries the next name.
      lacksCodeMemory ||= messageOf(error).includes('requires the JIT');
    }
  }
  return null;
}
