import type { Arg } from '../shell/arg.ts';
import type { Profile } from './profile.ts';

/** How a word surely begins; a dash if it may be an option. */
export function startOf(arg: Arg): string {
  if (arg.kind === 'glob') return typeof arg.segments[0] === 'string' ? arg.literal : '-';
  return arg.kind === 'unknown' ? arg.prefix || '-' : arg.text;
}

/** Whether a word may begin with `@`. */
export function mayBeArgumentFile(arg: Arg): boolean {
  if (arg.kind === 'glob') return typeof arg.segments[0] !== 'string' || arg.segments[0].startsWith('@');
  return arg.kind === 'text' ? arg.text.startsWith('@') : arg.prefix === '' || arg.prefix.startsWith('@');
}

/** Whether a word begins as no option of a program does, whichever numbers it holds. */
export function isNumeral(
  { samples, single }: Extract<Arg, { kind: 'unknown' }>,
  { noNumbers }: Profile,
): boolean {
  const dashed = noNumbers === true ? /^-(?!\d)/ : /^-/;
  return single && samples?.every((sample) => !dashed.test(sample)) === true;
}

/** Whether a form of git takes any number of revisions, so that one more or less changes the meaning of no other; some take files alone. */
export function takesRevisions({ names, operands = '' }: Profile): boolean {
  return /^git: (?!apply$|hash-object$)/.test(names) && /^(read|text)\*$/.test(operands);
}

/** The reason for refusing a word that may be an option, with the way to make a word of a search its pattern. */
export function couldBeOption(
  { single, text }: Extract<Arg, { kind: 'unknown' }>,
  { operands = '', firstUnless = '' }: Profile,
  isFirst: boolean,
): string {
  const reason = 'what a variable or substitution holds could be an option';
  const isPattern =
    isFirst && single && /^pattern (?:read|tree)\*$/.test(operands) && /^-e /.test(firstUnless);
  return isPattern && !text.includes('\n') ? `${reason} (-e before it makes it the pattern)` : reason;
}

/** Whether a word of its own may begin as an option does. */
export function mayBeginWithDash(arg: Arg, profile: Profile): boolean {
  return !(arg.kind === 'unknown' && isNumeral(arg, profile)) && startOf(arg).startsWith('-');
}

/** The reason for refusing more operands than a profile knows. */
export function tooMany({ operands = '', options = '' }: Profile): string {
  if (operands !== '') return 'it has more operands than its harmless forms';
  const [option = null] = /(?<![!\w-])--[a-z][\w-]*/.exec(options) ?? [];
  const form = option === null ? 'without' : `with ${option} and without`;
  return `only its forms ${form} operands are known to be harmless`;
}
