import type { CodeLanguage } from './language.ts';
import type { CodeToken } from './tokens.ts';
import { joinedBy, textOf, textsOf, unknown, type Value } from './value.ts';

/** A value within a string: the elements of a list are joined by blanks. */
function spaced(value: Value): Value {
  return value.kind === 'list' ? joinedBy(' ', value.items) : value;
}

/** The value of a string; `comesTo` evaluates the code in it, and returns null to leave the string unknown. */
export function filledText(
  { raw, text, splits, opening = '' }: CodeToken,
  { fills }: CodeLanguage,
  comesTo: (code: string) => Value | null,
): Value {
  if (splits === true) return textsOf(text.split(/\s+/).filter((word) => word !== ''));
  if (raw === undefined) return textOf(text);
  if (fills?.opening.test(opening) !== true) return textOf(raw);
  const parts: Value[] = [];
  let at = 0;
  for (const match of raw.matchAll(fills.part)) {
    const [whole, ...inner] = match;
    const value = comesTo(inner.find((piece) => piece !== undefined) ?? '');
    if (value === null) return unknown;
    // A shell may have a variable of that name.
    const isOwn = value === unknown && /^\$\w+$/.test(whole);
    parts.push(textOf(raw.slice(at, match.index)), isOwn ? textOf(whole, false) : spaced(value));
    at = match.index + whole.length;
  }
  return joinedBy('', [...parts, textOf(raw.slice(at))]);
}
