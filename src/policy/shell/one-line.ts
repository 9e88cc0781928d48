import { type Printed, textOf } from './arg.ts';

const takesOne = /^(head|tail) (-n ?1|-1)$/;

/** What commands print as one word, where they print one line at most: `$(ls -t | head -1)`; null for all others. */
export function oneLineOf(printed: Printed): Printed | null {
  const last = printed.commands.at(-1) ?? [];
  const isOne = takesOne.test(last.map(textOf).join(' '));
  return isOne ? { ...printed, isEach: true, isOne } : null;
}
