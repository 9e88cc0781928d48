import type { FileForm } from './file-form.ts';
import { words } from './words.ts';

/** Which words of a command name files that it writes. */
export interface WriteForm extends FileForm {
  /** Whether only the last file found is written. */
  readonly isLast?: boolean;
  /** Whether what is named is removed with everything below. */
  readonly isRemoved?: boolean;
  /** Whether such files are asked about also where a rule allows the program, as those that `writtenBy` tells. */
  readonly isFirm?: boolean;
  /** Whether a device that is named loses its content. */
  readonly fillsDevice?: boolean;
  /** If all operands behind the first match, the file is only read. */
  readonly readBy?: RegExp;
}

export const first: WriteForm = { operandsFrom: 0, operandsTo: 1 };
export const second: WriteForm = { operandsFrom: 1, operandsTo: 2 };

/** The last operand, if at least `from` stand before it. */
export function final(from: number): WriteForm {
  return { operandsFrom: from, isLast: true };
}

/** How a program reads the names of its files from a list. */
export interface ListForm {
  readonly options?: readonly string[];
  /** A word without a value that does so. */
  readonly word?: RegExp;
  /** Whether file names are no operands of it, so that `cat` stands for what it does with them. */
  readonly isApart?: boolean;
}

/** What a program does with the files that its words name. */
export interface ProgramFiles {
  /** Options whose value is neither a file nor an operand, for the forms that tell none themselves. */
  readonly valued?: readonly string[];
  /** Options by which it enters a folder, or unpacks into it, so that its other words may be paths there. */
  readonly enters?: readonly string[];
  /** Files whose content is copied, sent or shown. */
  readonly reads?: readonly FileForm[];
  readonly writes?: readonly WriteForm[];
  readonly lists?: ListForm;
}

/** Programs and what they do with files; each stands in one row of all tables. */
export interface FilesRow {
  readonly names: readonly string[];
  readonly files: ProgramFiles;
}

/** What programs do with files; their names are separated by blanks. */
export function doing(names: string, files: ProgramFiles): FilesRow {
  return { names: words(names), files };
}
