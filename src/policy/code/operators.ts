import { each } from '../programs/words.ts';
import { type Arguments, nothing } from './arguments.ts';
import { formatted } from './formatted.ts';
import {
  asText,
  joined,
  knownNumber,
  listOf,
  repeated,
  tableOf,
  textOf,
  unknown,
  type Value,
} from './value.ts';

/** Operators with their precedence. */
export const binding: Readonly<Record<string, number>> = {
  ...each('? if', 1),
  ...each('or ||', 2),
  ...each('&& and', 3),
  ...each('== != < >', 4),
  ...each('+ . .. ~', 5),
  ...each('% * / -', 6),
};

/** The result of a binary operator. */
export function operated(left: Value, operator: string, right: Value): Value {
  const binds = binding[operator];
  if (binds === 4) return unknown;
  if (operator === '+' || binds === 5) return joined(left, right);
  if (operator === '/') return joined(joined(left, textOf('/')), right);
  if (operator === '%') return formatted(asText(left), { ...nothing, placed: [right] });
  const times = knownNumber(right);
  return operator === '*' && times !== null ? repeated(left, times) : unknown;
}

/** The result of a unary operator. */
export function marked(mark: string, value: Value): Value {
  const number = mark === '-' ? knownNumber(value) : null;
  if (number !== null) return textOf(`${-number}`);
  return /^[!-]$/.test(mark) ? unknown : value;
}

/** The value of brackets: a table, a list, or the single value in parentheses. */
export function together({ placed, named }: Arguments, open: string, isListed: boolean): Value {
  if (named.size > 0 || (open === '{' && placed.length === 0)) {
    const tables = placed.flatMap((value) => (value.kind === 'table' ? [...value.entries] : []));
    return tableOf([...tables, ...named]);
  }
  const [only, ...others] = placed;
  const isGroup = open === '(' && only !== undefined && others.length === 0;
  return isGroup && !isListed ? only : listOf(placed);
}

/** A slice of a list or a string by the parts in the brackets; `unknown` stands for each colon. */
export function slice(base: Value, parts: readonly Value[]): Value {
  const cut = parts.indexOf(unknown);
  const isBackwards = parts.length === 3 && parts[1] === unknown && knownNumber(parts[2]) === -1;
  const from = cut === 0 ? 0 : knownNumber(parts[0]);
  const behind = parts[cut + 1];
  const to = behind === undefined || behind === unknown ? undefined : knownNumber(behind);
  if (base.kind === 'table' || from === null || to === null) return unknown;
  if (base.kind === 'text' && !base.isKnown) return unknown;
  const part = <T>(whole: readonly T[]) => (isBackwards ? [...whole].reverse() : whole.slice(from, to));
  return base.kind === 'list' ? listOf(part(base.items)) : textOf(part([...base.text]).join(''));
}
