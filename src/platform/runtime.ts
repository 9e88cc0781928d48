/** Whether this program runs in Bun, the only runtime with descriptors for children, terminals and FFI. */
export const isBun = typeof Bun !== 'undefined';

/** Variables that turn a compiled binary into another program; no child of ours may get them. */
export const runtimeVariable = /^BUN_/;
