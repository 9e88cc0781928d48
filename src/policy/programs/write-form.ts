import type { Words } from '../rules/pattern.ts';
import { type FileForm, filesByForm, ownWords } from './file-form.ts';

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

/** Whether the operands behind the first say that it is only read. */
function isOnlyRead({ readBy, ...form }: WriteForm, given: Words): boolean {
  if (readBy === undefined) return false;
  const others = ownWords(form, given)
    .filter((word) => word === null || !word.startsWith('-'))
    .slice(1);
  return others.length > 0 && others.every((word) => word !== null && readBy.test(word.trim()));
}

/** The files that a command writes by a form, among its arguments. */
export function filesWritten(form: WriteForm, given: Words): readonly string[] {
  const found = isOnlyRead(form, given) ? [] : filesByForm(form, given);
  return form.isLast === true ? found.slice(-1) : found;
}
