import { loadCrypto } from '../system/builtins.ts';
import { isBun } from '../system/runtime.ts';

/** An incremental SHA-256; text is hashed as UTF-8. */
export interface Sha256 {
  update(data: string | Uint8Array): Sha256;
  digest(encoding: 'hex'): string;
  /** The hash of what it was given so far, to go on with apart. */
  copy(): Sha256;
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
  return hexOf(startSha256(), parts);
}

/** The hash of what `sum` was given and of these parts after it, in hex; `sum` stays as it is. */
export function hexOf(sum: Sha256, parts: readonly Uint8Array[] = []): string {
  const hash = sum.copy();
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
