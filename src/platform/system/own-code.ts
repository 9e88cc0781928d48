import { readlinkSync } from 'node:fs';
import { readProc } from '../process/proc-file.ts';
import { bindLibc } from './libc-library.ts';

const MADV_DONTNEED = 4;

/** Matches the mapping of this program's code in /proc/self/maps (proc(5)). */
const codeMapping = /^([0-9a-f]+)-([0-9a-f]+) r-xp \S+ \S+ \S+ +(.*)$/gm;

/** The address range of this program's code; null if the system does not tell. */
function codeRange(): { readonly start: bigint; readonly length: bigint } | null {
  try {
    // Latin-1, as readProc reads, whatever bytes the path has.
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
 * Releases the pages of this program's code, most of which only the start needed: saves a waiting server 10 MiB or more. Code
 * that runs again comes back from the page cache in microseconds; it is never written to (madvise(2)).
 */
export async function releaseOwnCode(): Promise<void> {
  const advise = await bindLibc(
    ({ dlopen }, name) =>
      dlopen(name, { madvise: { args: ['u64', 'u64', 'i32'], returns: 'i32' } }).symbols.madvise,
  );
  const range = advise === null ? null : codeRange();
  if (advise !== null && range !== null) advise(range.start, range.length, MADV_DONTNEED);
}
