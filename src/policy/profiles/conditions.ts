import { asksForSignature } from '../../core/git-format.ts';
import { type Arg, textOf } from '../shell/arg.ts';
import { plainReading, type Reading, versionOnly } from './profile.ts';

/** Reads the arguments of a program that must be one of `forms`, apart by `|`; a text is the reason for refusing. */
export function readForms(
  forms: string,
  [, ...args]: readonly Arg[],
  otherwise = versionOnly,
): Reading | string {
  const given = args.map(textOf);
  const isForm = (form: string) => {
    const words = form === '' ? [] : form.split(' ');
    return words.length === given.length && words.every((word, index) => word === given[index]);
  };
  return forms.split('|').some(isForm) ? plainReading([]) : otherwise;
}

/** A veto of commands without all of these options. */
export function without(options: string, problem: string): (reading: Reading) => string | null {
  return ({ options: given }) => (options.split(' ').every((name) => given.has(name)) ? null : problem);
}

/** A veto of commands with an operand that does not match a form or is computed. */
export function operandsUnlike(form: RegExp, problem: string): (reading: Reading) => string | null {
  return ({ positionals }) => (positionals.every(({ arg }) => form.test(textOf(arg) ?? '')) ? null : problem);
}

/** A veto of formats and sort keys for which git checks signatures: it starts programs that may use the network. */
export function noSignatures({ options }: Reading): string | null {
  const texts = ['--format', '--pretty', '--sort', '--group']
    .flatMap((name) => options.get(name) ?? [])
    .map((arg) => (arg === null ? '' : textOf(arg)));
  return texts.every((text) => text !== null && !asksForSignature(text))
    ? null
    : 'it may have signatures checked by other programs';
}

/** The content of a file that a name in the store stands for, and not its size. */
const rawContent = /%\(\*?raw(?!:size\))/;

/**
 * A veto of values by which git merges again to show what a merge changed, for which it writes into the store, runs itself
 * in the repositories inside, also in those that only a commit names, or prints a file that has no path.
 */
export function onlyTold({ options }: Reading): string | null {
  const texts = (name: string) => (options.get(name) ?? []).map((arg) => (arg === null ? '' : textOf(arg)));
  if (!texts('--diff-merges').every((text) => text !== null && !/^r(emerge)?$/.test(text)))
    return 'it merges again, for which it writes into its store';
  if (!texts('--submodule').every((text) => text !== null && text !== 'diff'))
    return 'it shows what the repositories inside keep, by the programs these configure';
  return texts('--format').every((text) => text !== null && !rawContent.test(text))
    ? null
    : 'it may print a file of its store by another name';
}
