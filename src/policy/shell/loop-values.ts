import type { For } from 'unbash';
import { printsCommitLines } from '../profiles/commit-lists.ts';
import { printsNumbers } from '../profiles/line-numbers.ts';
import { type Arg, type Cwds, NotUnderstood, textOf } from './arg.ts';
import { numberArg, wholeNumber } from './numbers.ts';
import { commitArg } from './revisions.ts';
import { readWords, type WordReading } from './word.ts';

const mostRounds = 32;

/** The words that a loop runs through: those behind `in`, else the parameters of the script. */
function wordsOf({ wordlist }: For, reading: WordReading): readonly Arg[] {
  if (wordlist !== undefined) return wordlist.flatMap((word) => readWords(word, reading));
  const given = reading.known.get('@');
  if (given === undefined) throw new NotUnderstood('loops over its arguments');
  return given.kind === 'unknown' && given.elements !== undefined ? given.elements : [given];
}

/** The values of a loop's variable, one by one; null for one that is known only when it runs. */
export function loopValues(node: For, cwds: Cwds, reading: WordReading): readonly (Arg | null)[] {
  const values = wordsOf(node, reading).map((value) =>
    value.kind === 'glob' ? { ...value, walkedIn: cwds } : value,
  );
  const [only, ...others] = values;
  if (only?.kind === 'unknown' && only.printed !== undefined && others.length === 0) {
    if (printsCommitLines(only.printed.commands)) return [commitArg(only.text)];
    if (printsNumbers(only.printed.commands)) return [numberArg(only.text)];
    return [{ ...only, single: true, printed: { ...only.printed, isEach: true } }];
  }
  // For many numbers, it does not matter which one it is.
  if (values.length > mostRounds && values.every((value) => wholeNumber.test(textOf(value) ?? '')))
    return [numberArg(values[0]?.text ?? '')];
  const clear = values.every((value) => value.kind !== 'unknown') && values.length <= mostRounds;
  return clear && values.length > 0 ? values : [null];
}
