import { createHash } from 'node:crypto';

/** A project file the user trusts, as it was then. */
export interface TrustEntry {
  /** Absolute, the folder's symlinks resolved. */
  readonly path: string;
  /** Hex, of the UTF-8 text. */
  readonly sha256: string;
}

/** Keeps what the user trusts; at most one entry a path. */
export interface TrustStore {
  list(): Promise<readonly TrustEntry[]>;
  /** Replaces what was trusted under this path. */
  add(path: string, sha256: string): Promise<void>;
  /** Whether there was such an entry. */
  remove(path: string): Promise<boolean>;
}

/** What a text is pinned by. */
export function hashContent(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Whether exactly this content is trusted at exactly this path. */
export function isTrusted(entries: readonly TrustEntry[], path: string, text: string): boolean {
  const entry = entries.find((one) => one.path === path);
  return entry !== undefined && entry.sha256 === hashContent(text);
}
