import { readFileSync } from 'node:fs';

/** What the runtime puts where bytes of the command line are no UTF-8. */
const replacement = '\ufffd';

/**
 * The first word that was given as bytes which are no UTF-8, or null: the runtime hands on another text than was given. `words`
 * are the last ones of this process's command line. Only Linux tells what was given.
 */
export function undecodableWord(words: readonly string[]): string | null {
  if (!words.some((word) => word.includes(replacement))) return null;
  let given: readonly Buffer[];
  try {
    given = split(readFileSync('/proc/self/cmdline')).slice(-words.length);
  } catch {
    return null;
  }
  const index = given.findIndex((bytes) => !isText(bytes));
  return words[index] ?? null;
}

function isText(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Texts that each end in a NUL. */
function split(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let from = 0, to = bytes.indexOf(0); to >= 0; from = to + 1, to = bytes.indexOf(0, from))
    parts.push(bytes.subarray(from, to));
  return parts;
}
