import { type Arg, textOf } from '../shell/arg.ts';

/** Where the command of an action ends, from its first word on; null where that cannot be told. */
export function endOfCommand(
  args: readonly Arg[],
  from: number,
): { readonly at: number; readonly isBatch: boolean } | null {
  for (let at = from; at < args.length; at += 1) {
    const text = textOf(args[at]);
    if (text === null) return null;
    if (text === ';') return { at, isBatch: false };
    if (text === '+' && at > from + 1 && textOf(args[at - 1]) === '{}') return { at, isBatch: true };
  }
  return null;
}
