import { hasWord, type Words } from '../rules/pattern.ts';
import { innerOf } from './inner-command.ts';
import { asHere, mountsIn } from './mounts.ts';
import { startsOf } from './program-starts.ts';
import type { ValuedOptions } from './valued-options.ts';

/** A sub-command with a command behind it: `poetry run CMD`. */
export interface RunnerForm {
  readonly sub: RegExp;
  /** How many operands stand before the command. */
  readonly skip?: number;
  /** Options that take a value. */
  readonly options?: ValuedOptions;
  /** Whether options may mount what lies here where the command runs. */
  readonly mounts?: true;
  /** Must match a word before the sub-command. */
  readonly under?: RegExp;
  /** Words behind which the command begins, besides `--`. */
  readonly mark?: RegExp;
}

/** The commands that a runner may start. An unknown option may take a value, so the word after the first may be the program as well. */
export function runBy(base: string, words: Words): readonly Words[] {
  return startsOf(base).subs?.flatMap((form) => runAs(form, words)) ?? [];
}

function runAs(form: RunnerForm, words: Words): readonly Words[] {
  const { sub, under, mark } = form;
  const at = words.findIndex((word, index) => index > 0 && word !== null && sub.test(word));
  if (at === -1) return [];
  if (under !== undefined && !hasWord(words.slice(1, at), under)) return [];
  const ended = words.findIndex(
    (word, index) => index > at && word !== null && (word === '--' || mark?.test(word) === true),
  );
  if (ended !== -1) return [words.slice(ended + 1)];
  const inner = innerOf({ ...form.options, skip: form.skip ?? 0 }, words.slice(at));
  const mounts = form.mounts === true ? mountsIn(words.slice(at)) : [];
  const placed = mounts.length === 0 ? inner : inner.flatMap((found) => [found, asHere(found, mounts)]);
  return placed.flatMap((found) => [found, found.slice(1)]).filter((found) => found.length > 0);
}
