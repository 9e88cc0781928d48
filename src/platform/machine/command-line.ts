import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { replacement } from '../files/undecodable.ts';

/**
 * The first word given in bytes that are not UTF-8, or null: the runtime passes another text. `words` are the last ones of
 * this process's command line. Only Linux gives the original.
 */
export function undecodableWord(words: readonly string[]): string | null {
  if (!words.some((word) => word.includes(replacement))) return null;
  let given: readonly Buffer[];
  try {
    given = split(readFileSync('/proc/self/cmdline')).slice(-words.length);
  } catch {
    return null;
  }
  const index = given.findIndex((bytes) => !isUtf8(bytes));
  return words[index] ?? null;
}

/** The first of the named variables given in bytes that are not UTF-8, or null; only on Linux, as for words. */
export function undecodableVariable(
  env: Readonly<Record<string, string>>,
  isMeant: (name: string) => boolean,
): string | null {
  const doubtful = Object.keys(env).filter((name) => env[name]?.includes(replacement) && isMeant(name));
  if (doubtful.length === 0) return null;
  let given: readonly Buffer[];
  try {
    given = split(readFileSync('/proc/self/environ'));
  } catch {
    return null;
  }
  const isGivenSo = (name: string, bytes: Buffer): boolean =>
    !isUtf8(bytes) && bytes.toString('latin1').startsWith(`${name}=`);
  return doubtful.find((name) => given.some((bytes) => isGivenSo(name, bytes))) ?? null;
}

/** Splits texts that each end in a NUL. */
function split(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let from = 0, to = bytes.indexOf(0); to >= 0; from = to + 1, to = bytes.indexOf(0, from))
    parts.push(bytes.subarray(from, to));
  return parts;
}
