import { type ToolFailure, wrongField } from '../../core/failure.ts';
import { nearest } from '../../core/nearest.ts';

/** What is wrong with a word or flag, as a failure. */
export function refuseWord(word: string, problem: string): ToolFailure {
  return wrongField(word, problem);
}

/** The action a command's first word names. Throws `invalid_input` with the nearest known one. */
export function actionOf<const Name extends string>(word: string | undefined, names: readonly Name[]): Name {
  const known = names.find((name) => name === word);
  if (known !== undefined) return known;
  const wanted = `expected one of ${names.join(', ')}`;
  if (word === undefined) throw refuseWord('action', `is missing; ${wanted}`);
  const hint = nearest(word, names);
  throw refuseWord(word, `is not an action; ${hint === null ? wanted : `did you mean "${hint}"?`}`);
}

/** Throws `invalid_input` when words are left over. */
export function requireNoMore(surplus: readonly string[]): void {
  const [first] = surplus;
  if (first !== undefined) throw refuseWord(first, 'is one word too many');
}
