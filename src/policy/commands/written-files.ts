import { baseName } from '../programs/base-name.ts';
import { dashed } from '../programs/old-options.ts';
import { optionValue } from '../programs/option-value.ts';
import { type Candidate, hasWord } from '../rules/pattern.ts';
import { filesByForm } from './copied.ts';
import type { WriteForm } from './write-form.ts';
import { writeForms } from './write-forms.ts';

type Words = readonly Candidate[];

/** What the words of a command write by the forms of its program, and what they take away with everything below it. */
interface WrittenFiles {
  readonly files: readonly string[];
  readonly whole: readonly string[];
}

/** The words of a program that are its own options and operands: none behind `--`, and no values of options. */
function ownWords({ options = [], valued = [] }: WriteForm, given: Words): Words {
  const end = given.indexOf('--');
  const own = end === -1 ? given : given.slice(0, end);
  const taking = [...options, ...valued];
  return own.filter((word, index) => {
    const before = own[index - 1] ?? '';
    return word === null || !before.startsWith('-') || optionValue(before, word, taking) !== word;
  });
}

/** Whether a form says that its file is only read, by an option or by what is asked of it. */
function isOnlyRead({ unless, readBy, ...form }: WriteForm, given: Words): boolean {
  const own = ownWords(form, given);
  if (unless !== undefined && hasWord(own, unless)) return true;
  if (readBy === undefined) return false;
  const others = own.filter((word) => word === null || !word.startsWith('-')).slice(1);
  return others.length > 0 && others.every((word) => word !== null && readBy.test(word.trim()));
}

function filesOf(form: WriteForm, given: Words): readonly string[] {
  if (isOnlyRead(form, given)) return [];
  const { unless: _, options = [], valued = [], ...rest } = form;
  const found = filesByForm({ ...rest, options, valued: [...options, ...valued] }, given);
  return form.isLast === true ? found.slice(-1) : found;
}

/** The program that a command is, and the words behind it: a module that python runs by its name. */
function meant(base: string, given: Words): readonly [string, Words] {
  if (!/^python[\d.]*$/.test(base)) return [base, given];
  const at = given.findIndex((word) => word !== null && /^-[A-Za-z]*m/.test(word));
  const attached = given[at]?.replace(/^-[A-Za-z]*?m/, '') ?? '';
  const module = attached === '' ? (given[at + 1] ?? '') : attached;
  return at === -1 ? [base, given] : [baseName(module), given.slice(at + (attached === '' ? 2 : 1))];
}

/** The files that a command writes by forms of its program, by the words behind its name. */
export function formFiles(base: string, given: Words): WrittenFiles {
  const [program, behind] = meant(base, given);
  const words = dashed(program, behind);
  const forms = writeForms(program);
  const named = (isRemoved: boolean) =>
    forms
      .filter((form) => (form.isRemoved === true) === isRemoved)
      .flatMap((form) => filesOf(form, words))
      // What stands on another machine is named with it.
      .filter((path) => path !== '' && !/^(?:-$|[^/]*:|\/dev\/)/.test(path));
  return { files: named(false), whole: named(true) };
}
