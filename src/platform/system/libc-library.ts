import { isBun } from './runtime.ts';

const names = ['libc.so.6', `libc.musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`];

/**
 * What `bind` makes of libc, called by its name with glibc or with musl; null outside Linux and Bun, and where neither has all
 * that `bind` asks for.
 */
export async function bindLibc<Bound>(
  bind: (ffi: typeof import('bun:ffi'), name: string) => Bound,
): Promise<Bound | null> {
  if (!isBun || process.platform !== 'linux') return null;
  const ffi = await import('bun:ffi');
  for (const name of names) {
    try {
      return bind(ffi, name);
    } catch {
      // The next name.
    }
  }
  return null;
}
