import { join } from 'node:path';
import { cannot } from '../../core/failure.ts';
import { isRecord } from '../../core/record.ts';
import { foreignWriterOf, ownFile } from '../files/foreign-writer.ts';
import { sha256 } from '../files/sha256.ts';
import { readTextFileIfAny } from '../files/text-file.ts';
import type { Folders } from '../machine/folders.ts';

/** A project file, or the folder of a project's skill, that the user trusts with exactly this content. */
export interface TrustedFile {
  readonly path: string;
  /** Of its content, in hex. */
  readonly sha256: string;
}

function storePath({ state }: Folders): string {
  return join(state, 'trust.json');
}

/** The trusted files; none if the store cannot be read or others may write it. */
export async function listTrusted(folders: Folders): Promise<readonly TrustedFile[]> {
  return readTrusted(folders).catch(() => []);
}

/** The same for a person, who is told why not. Throws `tool_failed`, or `invalid_input` if the system does not let it be read. */
export async function readTrusted(folders: Folders): Promise<readonly TrustedFile[]> {
  const path = storePath(folders);
  const problem = foreignWriterOf(path);
  if (problem !== null) throw cannot('trust', path, problem, ownFile);
  const parsed = parse((await readTextFileIfAny(path)) ?? '[]');
  if (!Array.isArray(parsed))
    throw cannot('read', path, 'it is not what was written', 'a list; remove the file to trust anew');
  return parsed.filter(isTrustedFile);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isTrustedFile(value: unknown): value is TrustedFile {
  return isRecord(value) && typeof value.path === 'string' && typeof value.sha256 === 'string';
}

/** Whether exactly this content of this file is trusted. */
export async function isTrusted(folders: Folders, path: string, text: string): Promise<boolean> {
  const hash = sha256(text);
  return (await listTrusted(folders)).some((row) => row.path === path && row.sha256 === hash);
}

/**
 * Trusts a file with this content, instead of its earlier content; null revokes. Throws, and changes nothing, if the store
 * cannot be read: its entries would be lost.
 */
export async function setTrusted(folders: Folders, path: string, sha256: string | null): Promise<void> {
  // Loaded here, because every start reads the store and few write it.
  const [{ withPathLock }, { writePrivateFile }] = await Promise.all([
    import('../locks/locks.ts'),
    import('../files/private-file.ts'),
  ]);
  const store = storePath(folders);
  await withPathLock({ folder: folders.state, path: store, shown: store }, async () => {
    const others = (await readTrusted(folders)).filter((row) => row.path !== path);
    const rows = sha256 === null ? others : [...others, { path, sha256 }];
    await writePrivateFile(store, `${JSON.stringify(rows, null, 2)}\n`);
  });
}
