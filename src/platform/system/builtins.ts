import { createRequire } from 'node:module';

let require: NodeJS.Require | null = null;

/** Created with the first module: creating it costs a third of a millisecond at every start. */
function load(name: string): ReturnType<NodeJS.Require> {
  require ??= createRequire(import.meta.url);
  return require(name);
}

// Modules of the runtime that cost milliseconds where they are loaded: 6 for node:crypto, 3 for node:tty, so never at every start.

export function loadCrypto(): typeof import('node:crypto') {
  return load('node:crypto');
}

export function loadTty(): typeof import('node:tty') {
  return load('node:tty');
}

export function loadOs(): typeof import('node:os') {
  return load('node:os');
}

export function loadChildProcess(): typeof import('node:child_process') {
  return load('node:child_process');
}
