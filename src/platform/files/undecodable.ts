import { isUtf8 } from 'node:buffer';
import { readdirSync } from 'node:fs';
import { lstatOrNull, statOrNull } from './stats.ts';

/** What stands in a decoded name for bytes that are no UTF-8; a name may hold the character itself, too. */
export const replacement = '\ufffd';

/** A name of a folder that is no UTF-8, in the ways a shell may take it. */
export interface UndecodableName {
  /** As it is decoded everywhere else, which is how another name may be written. */
  readonly name: string;
  /** Each byte that belongs to no character as one, and each byte as one. */
  readonly readings: readonly string[];
}

/** Characters of a name, each byte that belongs to none as U+FFFD. */
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

/** The names of a folder that are no UTF-8; empty where it cannot be read. */
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

/** Decoded names of a folder, those that are no UTF-8 apart; it is read again only where one of them may be such a name. */
export function partNames(
  folder: string,
  names: readonly string[],
): { readonly told: readonly string[]; readonly undecodable: readonly UndecodableName[] } {
  if (!names.some((name) => name.includes(replacement))) return { told: names, undecodable: [] };
  const undecodable = undecodableNames(folder);
  const odd = new Set(undecodable.map(({ name }) => name));
  return { told: names.filter((name) => !odd.has(name)), undecodable };
}

/** Whether what `path` leads to has a real path that is no UTF-8: as text, `real` is another's, or nobody's. */
export function isUndecodable(path: string, real: string): boolean {
  if (!real.includes(replacement)) return false;
  const [there, named] = [statOrNull(path), lstatOrNull(real)];
  return there !== null && (named === null || named.ino !== there.ino || named.dev !== there.dev);
}

/** Whether the working folder's path is no UTF-8: as text it is another's, or nobody's. */
export function isCwdUndecodable(): boolean {
  return isUndecodable('.', process.cwd());
}
