/** Whether this program runs in Bun, the only runtime with descriptors for children, terminals and FFI. */
export const isBun = typeof Bun !== 'undefined';

/** Matches variables that turn a compiled binary into another program; no child of ours may get them. */
export const runtimeVariable = /^BUN_/;

let engine: typeof import('bun:jsc') | null = null;

/** Loads what `collectYoung` needs. */
export async function loadCollector(): Promise<void> {
  if (isBun) engine ??= await import('bun:jsc');
}

/** Frees young garbage, allocated since the last collection; takes a millisecond. Does nothing before `loadCollector`. */
export function collectYoung(): void {
  engine?.edenGC();
}

/** Frees all garbage for use by new objects; takes a few milliseconds. Does nothing before `loadCollector`. */
export function collectAll(): void {
  engine?.fullGC();
}

/** Frees all garbage and gives the memory back to the system, which makes new objects slow: each page of theirs is mapped anew. */
export function giveMemoryBack(): void {
  if (isBun) Bun.gc(true);
}

/**
 * Sets by which factor (1 or more) code must run more often than usual to be compiled. The binary starts with a higher one,
 * which suits short runs.
 */
export function setCompilePatience(times: number): void {
  if (isBun) Bun.unsafe.setJITPolicy(times);
}
