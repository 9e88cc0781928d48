import { type Arg, textOf } from '../shell/arg.ts';
import { plainReading, type Reading, versionOnly } from './profile.ts';

/** Reads the arguments of a program by the whole forms that are written for it; a text is the reason why they are none of them. */
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

/** A veto for want of options, all of which must be given. */
export function without(options: string, problem: string): (reading: Reading) => string | null {
  return ({ options: given }) => (options.split(' ').every((name) => given.has(name)) ? null : problem);
}

/** A veto of operands that are not all of a form, or are computed. */
export function operandsUnlike(form: RegExp, problem: string): (reading: Reading) => string | null {
  return ({ positionals }) => (positionals.every(({ arg }) => form.test(textOf(arg) ?? '')) ? null : problem);
}
