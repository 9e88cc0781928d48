import { loadCrypto } from '../system/builtins.ts';
import { isBun } from '../system/runtime.ts';

/** An incremental SHA-256; text is hashed as UTF-8. */
export interface Sha256 {
  update(data: string | Uint8Array): Sha256;
  digest(encoding: 'hex'): string;
}

/** Starts an incremental SHA-256. (Only runtimes other than Bun load node:crypto for it.) */
export function startSha256(): Sha256 {
  return isBun ? new Bun.CryptoHasher('sha256') : loadCrypto().createHash('sha256');
}

/** SHA-256 of text (as UTF-8) or bytes, in hex; cheap enough for every call. */
export function sha256(data: string | Uint8Array): string {
  return startSha256().update(data).digest('hex');
}

/** SHA-256 of bytes in parts, in hex. */
export function sha256OfParts(parts: readonly Uint8Array[]): string {
  const hash = startSha256();
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
