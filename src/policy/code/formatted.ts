import type { Arguments } from './arguments.ts';
import {
  asText,
  flattened,
  joinedBy,
  knownNumber,
  type TextValue,
  textOf,
  unknown,
  type Value,
} from './value.ts';

const mostParts = 1024;

/** The result of `%c`: the character of a number, or the first one of a string. */
function character(value: Value | undefined): Value {
  const code = knownNumber(value);
  return code === null
    ? textOf(asText(value).text.slice(0, 1), asText(value).isKnown)
    : textOf(String.fromCharCode(code));
}

/** A string with values inserted: `%s`, `{}`, `{0}`, `{name}`, `$name`. */
export function formatted(text: TextValue, { placed, named }: Arguments): Value {
  const [table] = placed;
  const names = table?.kind === 'table' ? table.entries : named;
  const given = placed.flatMap(flattened);
  const parts: Value[] = [];
  let at = 0;
  let next = 0;
  for (const match of text.text.matchAll(
    /%(?:\((\w+)\))?[-\d.]*[csdrvq]|\{(\w*)(?:[!:][^{}]*)?\}|\$\{?([a-zA-Z]\w*)\}?/g,
  )) {
    if (parts.length > mostParts) return unknown;
    const [whole, byPercent, byBrace, byDollar] = match;
    const name = byPercent ?? byDollar ?? byBrace ?? '';
    const isPlaced = name === '' || /^\d+$/.test(name);
    const value = isPlaced ? given[name === '' ? next : Number(name)] : names.get(name);
    if (name === '') next += 1;
    if (value === undefined && (byDollar !== undefined || byBrace !== undefined)) continue;
    parts.push(
      textOf(text.text.slice(at, match.index)),
      whole.endsWith('c') ? character(value) : asText(value),
    );
    at = match.index + whole.length;
  }
  const whole = joinedBy('', [...parts, textOf(text.text.slice(at))]);
  return text.isKnown ? whole : { ...whole, isKnown: false };
}
