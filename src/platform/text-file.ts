import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { cannot, errnoOf } from '../core/failure.ts';

/** The text of a file. Throws ToolFailure `invalid_input` when it cannot be read. */
export async function readTextFile(path: string): Promise<string> {
  const text = await readTextFileIfAny(path);
  if (text === null) throw cannot('read', path, 'no such file', 'an existing file', 'invalid_input');
  return text;
}

/** The text of a file, or null when there is none. Any other trouble throws ToolFailure `invalid_input`. */
export async function readTextFileIfAny(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'EISDIR') throw cannot('read', path, 'it is a folder', 'a file', 'invalid_input');
    throw cannot('read', path, code ?? 'it failed', 'a file that can be read', 'invalid_input');
  }
}

/** Whether anything stands at this path. */
export function pathExists(path: string): boolean {
  return existsSync(path);
}
