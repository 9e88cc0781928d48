import type { Words } from '../rules/pattern.ts';
import { type ValuedOptions, valuesBehind } from './valued-options.ts';

/** How a program that starts the command in its words is written. */
export interface CarrierForm extends ValuedOptions {
  /** Words before the inner command, besides options. */
  readonly skip?: number;
  /** Words that may stand there, too. */
  readonly skips?: RegExp;
}

const settled = /^(?:--?|[A-Za-z_]\w*=.*)$/s;

/** Where the words before a command end, and how many of those that stand there are still to come. */
interface Stop {
  readonly index: number;
  readonly skip: number;
}

/**
 * The first word from `index` on which is neither an option, nor its value, nor one of `skip`, or which is not known, unless those
 * are passed over; null where there is none.
 */
function stopFrom(
  form: CarrierForm,
  words: Words,
  { index: from, skip: most }: Stop,
  passesUnknown: boolean,
): Stop | null {
  let skip = most;
  for (let index = from; index < words.length; index += 1) {
    const word = words[index];
    if (typeof word !== 'string') {
      if (!passesUnknown) return { index, skip };
    } else if (settled.test(word)) continue;
    else if (word.startsWith('-')) index += valuesBehind(word, form);
    else if (skip > 0) skip -= 1;
    else if (form.skips?.test(word) !== true) return { index, skip };
  }
  return null;
}

/** The words of such a program, without the command that it starts, which may have options of the same names. */
export function withoutInner(form: CarrierForm, words: Words): Words {
  const [inner = []] = innerOf(form, words);
  return words.slice(0, words.length - inner.length);
}

/**
 * The inner commands of a form: after its options. A word that is not known may be one of them, set a variable or be one of those
 * that stand before the command.
 */
export function innerOf(form: CarrierForm, words: Words): readonly Words[] {
  const stop = stopFrom(form, words, { index: 1, skip: form.skip ?? 0 }, false);
  if (stop === null) return [];
  if (typeof words[stop.index] === 'string') return [words.slice(stop.index)];
  const index = stop.index + 1;
  const skips = stop.skip > 0 ? [stop.skip - 1, stop.skip] : [0];
  const found = skips.flatMap((skip) => stopFrom(form, words, { index, skip }, true) ?? []);
  return found.length === 0 ? [words.slice(index)] : found.map((inner) => words.slice(inner.index));
}
