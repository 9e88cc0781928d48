import type { Arg } from '../shell/arg.ts';
import type { Profile } from './profile.ts';

/** What a word begins with for sure, a dash where it may be an option. */
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
