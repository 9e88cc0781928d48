import { hasWord, type Words } from '../rules/pattern.ts';

/** The words of an `ls`, read as far as they are known. */
export interface LsLine {
  readonly options: readonly string[];
  readonly operands: readonly string[];
  /** Whether it lists a folder as itself, and not what lies in it. */
  readonly isItself: boolean;
}

/** Reads the words of an `ls`, its name first. */
export function readLsLine([, ...words]: Words): LsLine {
  const known = words.filter((word) => word !== null);
  const options = known.filter((word) => word.length > 1 && word.startsWith('-'));
  const operands = known.filter((word) => !options.includes(word));
  return { options, operands, isItself: hasWord(options, /^-\w*d|^--directory$/) };
}
