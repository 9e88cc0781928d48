import { createRequire } from 'node:module';
import { isBun } from './runtime.ts';

/** node:crypto takes 3 ms to load in the compiled binary, so only the other runtimes load it. */
function loadCrypto(): typeof import('node:crypto') {
  return createRequire(import.meta.url)('node:crypto');
}

/** SHA-256 of text (as UTF-8) or bytes, in hex; cheap enough for every call. */
export function sha256(data: string | Uint8Array): string {
  if (isBun) return new Bun.CryptoHasher('sha256').update(data).digest('hex');
  return loadCrypto().createHash('sha256').update(data).digest('hex');
}
