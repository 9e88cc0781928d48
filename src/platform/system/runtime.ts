/** Whether this program runs in Bun, the only runtime with descriptors for children, terminals and FFI. */
export const isBun = typeof Bun !== 'undefined';

/** Variables that turn a compiled binary into another program; no child of ours may get them. */
export const runtimeVariable = /^BUN_/;

let engine: typeof import('bun:jsc') | null = null;

/** Loads what `collectYoung` needs. */
export async function loadCollector(): Promise<void> {
  if (isBun) engine ??= await import('bun:jsc');
}

/** Gives back the memory of what came since the last collection and nothing refers to any more: a millisecond. Nothing before `loadCollector`. */
export function collectYoung(): void {
  engine?.edenGC();
}

/** Gives back the memory of what nothing refers to any more; takes a few milliseconds. */
export function collectGarbage(): void {
  if (isBun) Bun.gc(true);
}

/**
 * How many times as often as usual code has to run until it is compiled; 1 or more. The binary starts with some patience, which suits
 * what ends soon.
 */
export function setCompilePatience(times: number): void {
  if (isBun) Bun.unsafe.setJITPolicy(times);
}
