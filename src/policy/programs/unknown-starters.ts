import { isProfiled } from '../profiles/table.ts';
import { hasWord, type Words } from '../rules/pattern.ts';
import { baseName } from './base-name.ts';
import { interpreterOf } from './interpreters.ts';
import { startsOf } from './program-starts.ts';

/** Most words of a command that are read, and most commands that are found in them. */
const mostWords = 64;
const mostFound = 4;

/** Programs that destroy much with few words. */
const ruinous =
  /^(rm|find|chmod|chown|chgrp|mv|rsync|dd|shred|truncate|tee|wipefs|blkdiscard|mkswap|mke2fs|mkfs(\..+)?)$/;
/** An operand that is a path outside of the current folder. */
const faraway = /^(\w+=)?[~/]/;
const codeOption = /^-[A-Za-z]*[cer]$/;

/** Whether some table tells what a program does with its arguments. */
function isKnown(base: string): boolean {
  const { command, subs, texts } = startsOf(base);
  const isStarter = command !== undefined || subs !== undefined || texts !== undefined;
  return isStarter || isProfiled(base) || ruinous.test(base) || interpreterOf(base) !== null;
}

/**
 * The commands that a program might start which nobody knows: its words from a program on that would lose much outside the
 * folder, or that runs a text.
 */
export function perhapsStarted(words: Words): readonly Words[] {
  const program = words[0] ?? null;
  if (words.length < 3 || program === null || isKnown(baseName(program))) return [];
  const found: Words[] = [];
  for (let index = 1; index < Math.min(words.length - 1, mostWords) && found.length < mostFound; index += 1) {
    const name = baseName(words[index] ?? '');
    const has = (shape: RegExp) => hasWord(words.slice(index + 1), shape);
    const isStart = ruinous.test(name) ? has(faraway) : interpreterOf(name) !== null && has(codeOption);
    if (isStart) found.push(words.slice(index));
  }
  return found;
}
