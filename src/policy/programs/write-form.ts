import { type Candidate, hasWord } from '../rules/pattern.ts';
import { type FileForm, filesByForm } from './file-form.ts';
import { isOptionValue } from './option-value.ts';

/** Which words of a command name files that it writes. */
export interface WriteForm extends FileForm {
  /** Whether only the last file found is written. */
  readonly isLast?: boolean;
  /** Whether what is named is removed with everything below. */
  readonly isRemoved?: boolean;
  /** If all operands behind the first match, the file is only read. */
  readonly readBy?: RegExp;
}

export const first: WriteForm = { operandsFrom: 0, operandsTo: 1 };
export const second: WriteForm = { operandsFrom: 1, operandsTo: 2 };

/** The last operand, if at least `from` stand before it. */
export function final(from: number): WriteForm {
  return { operandsFrom: from, isLast: true };
}

/** Options and operands before `--`, without the values of options. */
function ownWords(
  { options = [], valued = [] }: WriteForm,
  given: readonly Candidate[],
): readonly Candidate[] {
  const end = given.indexOf('--');
  const own = end === -1 ? given : given.slice(0, end);
  const taking = [...options, ...valued];
  return own.filter((_, index) => !isOptionValue(own, index, taking));
}

/** Whether the command only reads its file, by `unless` or `readBy`. */
function isOnlyRead({ unless, readBy, ...form }: WriteForm, given: readonly Candidate[]): boolean {
  const own = ownWords(form, given);
  if (unless !== undefined && hasWord(own, unless)) return true;
  if (readBy === undefined) return false;
  const others = own.filter((word) => word === null || !word.startsWith('-')).slice(1);
  return others.length > 0 && others.every((word) => word !== null && readBy.test(word.trim()));
}

/** The files that a command writes by a form, among its arguments. */
export function filesWritten(form: WriteForm, given: readonly Candidate[]): readonly string[] {
  if (isOnlyRead(form, given)) return [];
  const { unless: _, options = [], valued = [], ...rest } = form;
  const found = filesByForm({ ...rest, options, valued: [...options, ...valued] }, given);
  return form.isLast === true ? found.slice(-1) : found;
}
