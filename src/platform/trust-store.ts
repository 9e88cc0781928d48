import { join } from 'node:path';
import type { Folders } from './folders.ts';
import { withPathLock } from './locks.ts';
import { writePrivateFile } from './private-file.ts';
import { readTextFileIfAny } from './text-file.ts';

/** A project file whose exact content the user trusts. */
export interface TrustedFile {
  readonly path: string;
  /** Hex. */
  readonly sha256: string;
}

function storePath({ state }: Folders): string {
  return join(state, 'trust.json');
}

/** The trusted files; a store that cannot be read trusts nothing. */
export async function listTrusted(folders: Folders): Promise<readonly TrustedFile[]> {
  try {
    const parsed: unknown = JSON.parse((await readTextFileIfAny(storePath(folders))) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isTrustedFile) : [];
  } catch {
    return [];
  }
}

function isTrustedFile(value: unknown): value is TrustedFile {
  if (typeof value !== 'object' || value === null) return false;
  const row: { path?: unknown; sha256?: unknown } = value;
  return typeof row.path === 'string' && typeof row.sha256 === 'string';
}

/** Whether exactly this content of this file is trusted. */
export async function isTrusted(folders: Folders, path: string, text: string): Promise<boolean> {
  const { hashText } = await import('./hash.ts');
  const sha256 = hashText(text);
  return (await listTrusted(folders)).some((row) => row.path === path && row.sha256 === sha256);
}

/** Trusts a file with this content from now on, in place of what was trusted of it before; null revokes. */
export async function setTrusted(folders: Folders, path: string, sha256: string | null): Promise<void> {
  const store = storePath(folders);
  await withPathLock({ folder: folders.state, path: store, shown: store }, async () => {
    const others = (await listTrusted(folders)).filter((row) => row.path !== path);
    const rows = sha256 === null ? others : [...others, { path, sha256 }];
    await writePrivateFile(store, `${JSON.stringify(rows, null, 2)}\n`);
  });
}

/** The store as `config trust` uses it. */
export async function openTrustStore(folders: Folders) {
  const { hashText } = await import('./hash.ts');
  return {
    list: () => listTrusted(folders),
    set: (path: string, sha256: string | null) => setTrusted(folders, path, sha256),
    hash: hashText,
  };
}
