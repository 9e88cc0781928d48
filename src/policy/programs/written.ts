import { hasWord, type Words } from '../rules/pattern.ts';
import { baseName } from './base-name.ts';
import { filesByForm, ownWords } from './file-form.ts';
import { dashed } from './old-options.ts';
import { isOnOtherMachine, placedBy, placingOf, type Written } from './placing.ts';
import type { WriteForm } from './program-file.ts';
import { writeForms } from './program-files.ts';
import { pythonModule } from './python-module.ts';
import { words } from './words.ts';

/** Options of any program that name a file to write. */
const output: WriteForm = {
  options: words(
    '-o --output --out --outfile --out-file --output-file --outFile --output-document --output-directory',
  ),
};

/** Whether the operands behind the first say that it is only read. */
function isOnlyRead({ readBy, ...form }: WriteForm, given: Words): boolean {
  if (readBy === undefined) return false;
  const others = ownWords(form, given)
    .filter((word) => word === null || !word.startsWith('-'))
    .slice(1);
  return others.length > 0 && others.every((word) => word !== null && readBy.test(word.trim()));
}

/** The files that a command writes by a form, among its arguments. */
function filesWritten(form: WriteForm, given: Words): readonly string[] {
  const found = isOnlyRead(form, given) ? [] : filesByForm(form, given);
  return form.isLast === true ? found.slice(-1) : found;
}

/** The paths that a command changes. */
export interface ChangedFiles {
  /** Files that it writes, makes, or removes by themselves. */
  readonly files: readonly string[];
  /** What it removes or moves away with everything below. */
  readonly whole: readonly string[];
}

/** What a program copies where on this machine: `rsync` and `scp` may copy to another one, and `rsync` lists a path alone. */
function placedHere(base: string, args: readonly string[]): readonly Written[] {
  const placing = placingOf(base, args);
  if (placing === null) return [];
  const isElsewhere = placing.sources.length === 0 || isOnOtherMachine(placing.into);
  return isElsewhere && /^(?:rsync|scp)$/.test(base) ? [] : placedBy(placing);
}

/** The files that a command writes by those forms of its program that are meant, by the words behind its name. */
function filesBy(base: string, given: Words, isMeant: (form: WriteForm) => boolean): readonly string[] {
  const forms = writeForms(base).filter(isMeant);
  const own = forms.length === 0 ? given : dashed(base, given);
  return forms.flatMap((form) => filesWritten(form, own));
}

/**
 * Paths that a command writes, by the words behind its name, which are asked about also where a rule allows its program: what
 * `formFiles` tells besides matters to rules about writing alone. A word that is none is harmless here, as it only counts where it
 * leads out of the workspace or to what decides what runs.
 */
export function writtenBy(base: string, given: Words): readonly Written[] {
  // What only the run knows has its place among the operands.
  const args = given.map((word) => word ?? '');
  const joined = args.flatMap((word) => /^-[A-Za-z]*?o(.+)$/s.exec(word)?.[1] ?? []);
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  // Behind `--` a dash begins a name.
  const named = args.map((word, at) => (at > end && word.startsWith('-') ? `./${word}` : word));
  const formed = filesBy(base, named, ({ isFirm }) => isFirm === true);
  const all = [...filesWritten(output, args), ...joined, ...formed];
  return [...all.map((path) => ({ path, isInside: false })), ...placedHere(base, args)].filter(
    ({ path }) => path !== '' && path !== '-' && path !== '/dev/tty',
  );
}

/** The program that a command is, and the words behind it: a module that python runs by its name. */
function meant(base: string, given: Words): readonly [string, Words] {
  if (!/^python[\d.]*$/.test(base)) return [base, given];
  const module = pythonModule(given);
  return module === null ? [base, given] : [baseName(module.name), module.words];
}

/** The files that a command writes by any form of its program, by the words behind its name. */
export function formFiles(base: string, given: Words): ChangedFiles {
  const [program, behind] = meant(base, given);
  const named = (isRemoved: boolean) =>
    filesBy(program, behind, (form) => (form.isRemoved === true) === isRemoved)
      // What stands on another machine is named with it.
      .filter((path) => path !== '' && !/^(?:-$|[^/]*:|\/dev\/)/.test(path));
  return { files: named(false), whole: named(true) };
}

/** The paths that a command fills also if they are devices, by the words behind its name. */
export function devicesFilled(base: string, given: Words): readonly string[] {
  // A link is put in the place of a device, whose content stays.
  const into = base === 'ln' ? [] : (placingOf(base, given)?.into ?? []);
  return filesBy(base, given, ({ fillsDevice }) => fillsDevice === true).concat(into);
}

/** Whether an option has a command remove what it packs. */
export function removesPacked(base: string, given: Words): boolean {
  return writeForms(base).some(
    ({ isRemoved, given: by }) => isRemoved === true && by !== undefined && hasWord(given, by),
  );
}
