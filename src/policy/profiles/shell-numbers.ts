import type { Arg } from '../shell/arg.ts';
import { isCount } from '../shell/numbers.ts';

const number = /^[-+]?(0x[\da-f]+|\d+(\.\d*)?(e[-+]?\d+)?|\.\d+)$/i;
/** As `printf` takes the code of a character. */
const character = /^['"][^[\]()$`]$/;

/** Why a word is refused that is no number. */
export const computed = 'some shells compute what it takes for a number';

/**
 * Whether a word stands for a number to every shell. Where one is wanted, bash takes other words for mistakes, but mksh, zsh
 * and their kin compute them, which sets variables and runs what stands in a subscript. What only the run tells is bash's alone.
 */
export function isNumberToAll(arg: Arg | undefined): boolean {
  if (arg?.kind === 'text') return number.test(arg.text) || character.test(arg.text);
  return arg?.kind === 'unknown' && arg.single;
}

/** Whether every shell takes a word where numbers are compared for one, or misses it. */
export function comparesToAll(arg: Arg): boolean {
  return isNumberToAll(arg) || isCount(arg);
}
