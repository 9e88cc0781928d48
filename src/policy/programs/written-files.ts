import type { Words } from '../rules/pattern.ts';
import { baseName } from './base-name.ts';
import { dashed } from './old-options.ts';
import { pythonModule } from './python-module.ts';
import { filesWritten } from './write-form.ts';
import { writeForms } from './write-forms.ts';

/** The paths that a command changes. */
export interface ChangedFiles {
  /** Files that it writes, makes, or removes by themselves. */
  readonly files: readonly string[];
  /** What it removes or moves away with everything below. */
  readonly whole: readonly string[];
}

/** The program that a command is, and the words behind it: a module that python runs by its name. */
function meant(base: string, given: Words): readonly [string, Words] {
  if (!/^python[\d.]*$/.test(base)) return [base, given];
  const module = pythonModule(given);
  return module === null ? [base, given] : [baseName(module.name), module.words];
}

/** The files that a command writes by forms of its program, by the words behind its name. */
export function formFiles(base: string, given: Words): ChangedFiles {
  const [program, behind] = meant(base, given);
  const words = dashed(program, behind);
  const forms = writeForms(program);
  const named = (isRemoved: boolean) =>
    forms
      .filter((form) => (form.isRemoved === true) === isRemoved)
      .flatMap((form) => filesWritten(form, words))
      // What stands on another machine is named with it.
      .filter((path) => path !== '' && !/^(?:-$|[^/]*:|\/dev\/)/.test(path));
  return { files: named(false), whole: named(true) };
}
