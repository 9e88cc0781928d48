/** Whether this program runs in Bun, the only runtime with descriptors for children, terminals and FFI. */
export const isBun = typeof Bun !== 'undefined';

/** Variables that turn a compiled binary into another program; no child of ours may get them. */
export const runtimeVariable = /^BUN_/;

/** Gives back the memory of what nothing refers to any more; takes a few milliseconds. */
export function collectGarbage(): void {
  if (isBun) Bun.gc(true);
}

/** Compiles often run code as soon as the engine would of itself: the binary starts with more patience, which suits what ends soon. */
export function compileEagerly(): void {
  if (isBun) Bun.unsafe.setJITPolicy(1);
}
