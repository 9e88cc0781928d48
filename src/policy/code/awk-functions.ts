import { quoteWord } from '../../core/text/quote-word.ts';
import { type Arguments, nothing } from './arguments.ts';
import { words } from './conversions.ts';
import { methodOf } from './known-methods.ts';
import { asText, itemsOf, knownNumber, knownText, tableOf, textOf, unknown, type Value } from './value.ts';

type Known = (all: readonly Value[], given: Arguments) => Value | null;

/** Quotes a text as one shell word; an unknown one becomes a shell variable. */
function quoted(value: Value | undefined): Value {
  const text = knownText(value);
  return text === null
    ? textOf(`"${asText(value).text.replace(/["\\]/g, '\\$&')}"`, false)
    : textOf(quoteWord(text));
}

/** The output of a command, as a shell substitution. */
function output(command: Value | undefined): Value {
  const { text } = asText(command);
  return textOf(`$(${text}\n)`, false);
}

function part([base, from, length]: readonly Value[]): Value {
  const [text, start, count] = [knownText(base), knownNumber(from), knownNumber(length)];
  if (text === null || start === null) return unknown;
  const first = start - 1;
  const end = length === undefined ? text.length : count === null ? null : first + count;
  return end === null ? unknown : textOf(text.slice(Math.max(first, 0), Math.max(end, 0)));
}

/** Pieces of a text by their numbers, starting at one. */
function pieces([base, , separator]: readonly Value[]): Value {
  const found = itemsOf(words(base, separator)) ?? [];
  return tableOf(found.map((piece, index) => [`${index + 1}`, piece]));
}

const replaced = (from: Value = unknown, to: Value = unknown, base: Value = unknown): Value =>
  methodOf('replace', base, { ...nothing, placed: [from, to] });

/** The results of awk's own functions, under names that no other language has. */
export const awkFunctions: readonly (readonly [name: RegExp, known: Known])[] = [
  [/^awk\.quoted$/, ([value]) => quoted(value)],
  [/^awk\.output$/, ([value]) => output(value)],
  [/^awk\.substr$/, part],
  [/^awk\.split$/, pieces],
  [/^awk\.g?sub$/, ([from, to, base]) => replaced(from, to, base)],
  [/^awk\.gensub$/, ([from, to, , base]) => replaced(from, to, base)],
  [/^awk\.toupper$/, ([value]) => methodOf('upper', value ?? unknown)],
  [/^awk\.tolower$/, ([value]) => methodOf('lower', value ?? unknown)],
];
