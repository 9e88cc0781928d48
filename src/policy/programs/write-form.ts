import { type Candidate, hasWord } from '../rules/pattern.ts';
import { type FileForm, filesByForm } from './file-form.ts';
import { optionValue } from './option-value.ts';

/** Which words of a program name files that it writes, as a form of what is read does of those. */
export interface WriteForm extends FileForm {
  /** Whether only the last of the operands is. */
  readonly isLast?: boolean;
  /** Whether what is named is taken away, with everything below it. */
  readonly isRemoved?: boolean;
  /** What every other operand is where the file is only read. */
  readonly readBy?: RegExp;
}

export const first: WriteForm = { operandsFrom: 0, operandsTo: 1 };
export const second: WriteForm = { operandsFrom: 1, operandsTo: 2 };

/** The last operand, where so many stand before it. */
export function final(from: number): WriteForm {
  return { operandsFrom: from, isLast: true };
}

/** The words of a program that are its own options and operands: none behind `--`, and no values of options. */
function ownWords(
  { options = [], valued = [] }: WriteForm,
  given: readonly Candidate[],
): readonly Candidate[] {
  const end = given.indexOf('--');
  const own = end === -1 ? given : given.slice(0, end);
  const taking = [...options, ...valued];
  return own.filter((word, index) => {
    const before = own[index - 1] ?? '';
    return word === null || !before.startsWith('-') || optionValue(before, word, taking) !== word;
  });
}

/** Whether a form says that its file is only read, by an option or by what is asked of it. */
function isOnlyRead({ unless, readBy, ...form }: WriteForm, given: readonly Candidate[]): boolean {
  const own = ownWords(form, given);
  if (unless !== undefined && hasWord(own, unless)) return true;
  if (readBy === undefined) return false;
  const others = own.filter((word) => word === null || !word.startsWith('-')).slice(1);
  return others.length > 0 && others.every((word) => word !== null && readBy.test(word.trim()));
}

/** The files that a form says a command writes, by the words behind its program. */
export function filesWritten(form: WriteForm, given: readonly Candidate[]): readonly string[] {
  if (isOnlyRead(form, given)) return [];
  const { unless: _, options = [], valued = [], ...rest } = form;
  const found = filesByForm({ ...rest, options, valued: [...options, ...valued] }, given);
  return form.isLast === true ? found.slice(-1) : found;
}
