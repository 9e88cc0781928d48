import { nothing } from './arguments.ts';
import { methodOf } from './known-methods.ts';
import { slice } from './operators.ts';
import { type CodeToken, markAt } from './tokens.ts';
import { itemsOf, knownNumber, textOf, unknown, type Value } from './value.ts';

/** How a language counts the elements of lists, and whether a single value is the same as a list of it. */
export interface ListForm {
  readonly first: 0 | 1;
  readonly isOne: boolean;
}

export const usualLists: ListForm = { first: 0, isOne: false };

/** The elements of a list or the keys of a table, or the value alone where that is a list too; null for others. */
export function elementsOf(value: Value, { isOne }: ListForm): readonly Value[] | null {
  return itemsOf(value) ?? (isOne && value !== unknown ? [value] : null);
}

/** An element or a slice, by the parts in brackets; `unknown` stands for each colon. */
export function elementOf(base: Value, parts: readonly Value[], form: ListForm): Value {
  if (parts.includes(unknown)) return slice(base, parts);
  // `x[[1]]`
  const [key, ...others] = parts.map((part) => (part.kind === 'list' ? (part.items[0] ?? unknown) : part));
  const number = knownNumber(key);
  const isCounted = number !== null && base.kind !== 'table';
  if (isCounted && form.isOne && base.kind === 'text') return number <= form.first ? base : unknown;
  const at = isCounted && number > 0 ? textOf(`${number - form.first}`) : key;
  return methodOf('get', base, { ...nothing, placed: at === undefined ? parts : [at, ...others] });
}

const pushing = /^(?:push|unshift|array_push|array_unshift|table\.insert)$/;

/** A list that code adds to, and where what is added begins. */
interface Appended {
  readonly name: string;
  readonly start: number;
}

/** What begins at a token and adds to a list: `push @x, "a"`, `array_push($x, "a")`, `$x[] = "a"`, `x[#x+1] = "a"`; or null. */
export function appendedAt(tokens: readonly CodeToken[], index: number): Appended | null {
  const { kind, text } = tokens[index] ?? { kind: 'mark', text: '' };
  const is = (at: number, ...marks: readonly string[]) =>
    marks.every((mark, place) => markAt(tokens, at + place) === mark);
  const named = (at: number, start: number) => {
    const token = tokens[at];
    return token?.kind === 'name' ? { name: token.text, start } : null;
  };
  if (kind === 'mark' && text === '=') {
    if (is(index - 2, '[', ']')) return named(index - 3, index + 1);
    const isNext = is(index - 3, '+') && is(index - 1, ']') && is(index - 5, '#');
    return isNext && is(index - 6, '[') ? named(index - 7, index + 1) : null;
  }
  if (kind !== 'name' || !pushing.test(text)) return null;
  let at = index + 1;
  while (is(at, '(') || is(at, '@') || is(at, '{')) at += 1;
  const behind = is(at + 1, '}') ? at + 2 : at + 1;
  return is(behind, ',') ? named(at, behind + 1) : null;
}
