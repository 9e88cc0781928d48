import { isUtf8 } from 'node:buffer';
import { readdirSync } from 'node:fs';
import { lstatOrNull, statOrNull } from './stats.ts';

/** The character for bytes in a decoded name that are not UTF-8; a name may also contain it itself. */
export const replacement = '\ufffd';

/** A name in a folder that is not UTF-8, in the ways a shell may read it. */
export interface UndecodableName {
  /** As decoded everywhere else; another name may be written the same. */
  readonly name: string;
  /** Also with each invalid byte as one character, and with every byte as one. */
  readonly readings: readonly string[];
}

/** Decodes a name, with each invalid byte as U+FFFD. */
function decodeBytewise(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const size = [1, 2, 3, 4].find(
      (count) => at + count <= bytes.length && isUtf8(bytes.subarray(at, at + count)),
    );
    text += size === undefined ? replacement : bytes.toString('utf8', at, at + size);
    at += size ?? 1;
  }
  return text;
}

/** The names in a folder that are not UTF-8; empty if it cannot be read. */
function undecodableNames(folder: string): readonly UndecodableName[] {
  let names: readonly Buffer[];
  try {
    names = readdirSync(folder, { encoding: 'buffer' });
  } catch {
    return [];
  }
  return names
    .filter((bytes) => !isUtf8(bytes))
    .map((bytes) => ({
      name: bytes.toString('utf8'),
      readings: [bytes.toString('utf8'), decodeBytewise(bytes), bytes.toString('latin1')],
    }));
}

/** Separates a folder's decoded names from those that are not UTF-8; reads the folder again only if one may be such a name. */
export function partNames(
  folder: string,
  names: readonly string[],
): { readonly told: readonly string[]; readonly undecodable: readonly UndecodableName[] } {
  if (!names.some((name) => name.includes(replacement))) return { told: names, undecodable: [] };
  const undecodable = undecodableNames(folder);
  const odd = new Set(undecodable.map(({ name }) => name));
  return { told: names.filter((name) => !odd.has(name)), undecodable };
}

/** Whether the real path of `path` is not UTF-8: as text, `real` names another file, or none. */
export function isUndecodable(path: string, real: string): boolean {
  if (!real.includes(replacement)) return false;
  const [there, named] = [statOrNull(path), lstatOrNull(real)];
  return there !== null && (named === null || named.ino !== there.ino || named.dev !== there.dev);
}
