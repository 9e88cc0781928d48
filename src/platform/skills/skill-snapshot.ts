import { join } from 'node:path';
import { reasonOf } from '../files/file-failure.ts';
import { readRegular } from '../files/read-regular.ts';
import { oddKind, safeOpen } from '../files/regular-file.ts';
import { sha256 } from '../files/sha256.ts';
import { OddEntry, tooManyBytes, walkSkill } from './skill-walk.ts';

/** All files of a folder as they were when read. */
export interface Snapshot {
  /** Hash of all names and contents, in hex. */
  readonly sha256: string;
  /** Each file's hash in hex and its size in bytes, by its path relative to the folder. */
  readonly files: ReadonlyMap<string, { readonly sha256: string; readonly size: number }>;
  /** The hashed bytes of the requested files. */
  readonly kept: ReadonlyMap<string, Uint8Array>;
}

export type SnapshotResult =
  | { readonly snapshot: Snapshot; readonly problem: null }
  | { readonly snapshot: null; readonly problem: string };

/** Reads and hashes a whole folder, hidden files included. Links, devices and exceeded limits are a problem, in words. Never throws. */
export function takeSnapshot(folder: string, wanted: readonly string[]): SnapshotResult {
  const files = new Map<string, { readonly sha256: string; readonly size: number }>();
  const kept = new Map<string, Uint8Array>();
  try {
    walkSkill(folder, (path, room) => {
      const content = readWhole(join(folder, path), path, room);
      files.set(path, { sha256: sha256(content), size: content.length });
      if (wanted.includes(path)) kept.set(path, content);
      return content.length;
    });
  } catch (error) {
    return { snapshot: null, problem: reasonOf(error) };
  }
  return { snapshot: { sha256: digestOf(files), files, kept }, problem: null };
}

/** Hashes all names and contents. Names are JSON, so that no name can look like two. */
function digestOf(files: Snapshot['files']): string {
  const lines = [...files].map(([path, file]) => `${file.sha256} ${JSON.stringify(path)}\n`);
  return sha256(`skill\n${lines.sort().join('')}`);
}

function readWhole(path: string, shown: string, room: number): Uint8Array {
  const { stats, bytes } = readRegular(path, room, safeOpen);
  const kind = oddKind(stats);
  if (kind !== null) throw new OddEntry(shown, kind);
  if (bytes === null) throw tooManyBytes();
  return bytes;
}
