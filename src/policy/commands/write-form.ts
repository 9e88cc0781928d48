import type { CopyForm } from './copy-forms.ts';

/** Which words of a program name files that it writes, as a form of what is read does of those. */
export interface WriteForm extends CopyForm {
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
