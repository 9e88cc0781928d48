import { placesHere } from '../programs/placing.ts';
import { writeForms } from '../programs/program-files.ts';
import { partsOf } from '../programs/word-parts.ts';
import { readsFiles } from './started.ts';

/** Further programs that only read what they name. */
const onlyReads = /^(ls|stat|diff|cmp|readlink|realpath|echo|printf|test|\[)$/;
/** Options with the names of what is left out. */
const leavesOut =
  /^-(?!-no-)[^=]*(?:exclude|ignore|skip|prune|omit|filter)(?:-(?:dir|file|path|pattern|glob|from)s?)?(?:=|$)/i;
/** An address of another machine. */
const address = /^(?:-[\w-]+=)?(?!fileb?:)[\w+.-]+:\/\//i;

/** Whether it is known which operands a program writes, and that it reads the others. */
function isTold(base: string): boolean {
  return placesHere(base) || writeForms(base).some(({ isFirm }) => isFirm === true);
}

/** The option that a word belongs to: itself, or what stands before it. */
export function optionOf(word: string, before: string): string {
  return word.startsWith('-') || before.includes('=') ? word : before;
}

/** The paths that the words of a program may name for it to write: what is joined to options, and all others unless its operands are known. */
export function namedWords(base: string, words: readonly string[]): readonly string[] {
  if (readsFiles.test(base) || onlyReads.test(base)) return [];
  const told = isTold(base);
  return words.flatMap((word, index) => {
    const isLeft = leavesOut.test(optionOf(word, words[index - 1] ?? '')) || address.test(word);
    return isLeft || (told && !word.startsWith('-')) ? [] : partsOf(word);
  });
}
