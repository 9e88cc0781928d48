import { readlinkSync } from 'node:fs';
import { readProc } from '../process/proc-file.ts';
import { bindLibc } from './libc-library.ts';

const MADV_DONTNEED = 4;

/** Where the code of this program is mapped: a line of /proc/self/maps (proc(5)). */
const codeMapping = /^([0-9a-f]+)-([0-9a-f]+) r-xp \S+ \S+ \S+ +(.*)$/gm;

/** The addresses of this program's own code; null where the system tells none. */
function codeRange(): { readonly start: bigint; readonly length: bigint } | null {
  try {
    // The bytes as readProc reads them, whatever is in the path.
    const program = readlinkSync('/proc/self/exe', 'latin1');
    for (const [, start, end, path] of readProc('/proc/self/maps').matchAll(codeMapping)) {
      if (path !== program) continue;
      return { start: BigInt(`0x${start}`), length: BigInt(`0x${end}`) - BigInt(`0x${start}`) };
    }
  } catch {
    // No /proc.
  }
  return null;
}

/**
 * Lets go of the pages of this program's own code, most of which only its start has needed: a server that waits holds 10 MiB or more
 * less. What runs again comes back from the system's cache, microseconds a piece; nothing is ever written there (madvise(2)).
 */
export async function releaseOwnCode(): Promise<void> {
  const advise = await bindLibc(
    ({ dlopen }, name) =>
      dlopen(name, { madvise: { args: ['u64', 'u64', 'i32'], returns: 'i32' } }).symbols.madvise,
  );
  const range = advise === null ? null : codeRange();
  if (advise !== null && range !== null) advise(range.start, range.length, MADV_DONTNEED);
}
