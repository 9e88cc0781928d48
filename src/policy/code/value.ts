import { unknownPart } from '../rules/pattern.ts';

/** A string, or a number as one, that an expression may evaluate to; a variable stands for each unknown part. */
export interface TextValue {
  readonly kind: 'text';
  readonly text: string;
  readonly isKnown: boolean;
}

export interface ListValue {
  readonly kind: 'list';
  readonly items: readonly Value[];
}

export interface TableValue {
  readonly kind: 'table';
  readonly entries: ReadonlyMap<string, Value>;
}

export type Value = TextValue | ListValue | TableValue;

/** Most characters of a string and elements of a list that are built; larger ones are unknown. */
const longestText = 131_072;
const longestList = 4096;

export const unknown: TextValue = { kind: 'text', text: unknownPart, isKnown: false };

export function textOf(text: string, isKnown = true): TextValue {
  return text.length > longestText ? unknown : { kind: 'text', text, isKnown };
}

export function listOf(items: readonly Value[]): Value {
  return items.length > longestList ? unknown : { kind: 'list', items };
}

/** A list of known strings. */
export function textsOf(texts: readonly string[]): Value {
  return texts.length > longestList ? unknown : listOf(texts.map((text) => textOf(text)));
}

export function tableOf(entries: Iterable<readonly [string, Value]>): TableValue {
  return { kind: 'table', entries: new Map(entries) };
}

/** The string of a value; unknown for other kinds. */
export function asText(value: Value | undefined): TextValue {
  return value?.kind === 'text' ? value : unknown;
}

/** The string of a value if it is fully known; null otherwise. */
export function knownText(value: Value | undefined): string | null {
  return value?.kind === 'text' && value.isKnown ? value.text : null;
}

export function knownNumber(value: Value | undefined): number | null {
  const text = knownText(value);
  return text !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : null;
}

/** The elements of a list, or the keys of a table; null for a string. */
export function itemsOf(value: Value | undefined): readonly Value[] | null {
  if (value?.kind === 'list') return value.items;
  return value?.kind === 'table' ? [...value.entries.keys()].map((key) => textOf(key)) : null;
}

/** What a value adds to a list; an empty table may be an empty list. */
function partsOf(value: Value): readonly Value[] {
  if (value.kind === 'list') return value.items;
  return value.kind === 'table' && value.entries.size === 0 ? [] : [value];
}

/** Joins two values: strings to a string, lists to a list. */
export function joined(left: Value, right: Value): Value {
  if (left.kind === 'list' || right.kind === 'list') return listOf([left, right].flatMap(partsOf));
  const [before, behind] = [asText(left), asText(right)];
  return textOf(before.text + behind.text, before.isKnown && behind.isKnown);
}

/** Joins strings with a separator. */
export function joinedBy(separator: string, items: readonly Value[]): TextValue {
  const texts = items.map(asText);
  const length = texts.reduce((sum, { text }) => sum + text.length + separator.length, 0);
  if (length > longestText) return unknown;
  return textOf(
    texts.map(({ text }) => text).join(separator),
    texts.every(({ isKnown }) => isKnown),
  );
}

/** Repeats a string or a list, at most `longestList` times; unknown if the result is too long. */
export function repeated(value: Value, times: number): Value {
  const count = Math.min(Math.max(times, 0), longestList);
  if (value.kind !== 'list') return joinedBy('', Array<Value>(count).fill(value));
  if (value.items.length * count > longestList) return unknown;
  return listOf(
    Array<Value>(count)
      .fill(value)
      .flatMap(() => value.items),
  );
}

/** Replaces every occurrence of a string in another; unknown if the result is too long. */
export function replacedIn(text: string, old: string, by: string): Value {
  const pieces = text.split(old);
  const length = text.length + (pieces.length - 1) * (by.length - old.length);
  return length > longestText ? unknown : textOf(pieces.join(by));
}

/** Flattens a value to arguments: the elements of lists one by one, and nothing of tables, which are settings. */
export function flattened(value: Value): readonly TextValue[] {
  const found: TextValue[] = [];
  let left = longestList;
  const add = (part: Value): void => {
    left -= 1;
    if (part.kind === 'text') found.push(part);
    else if (part.kind === 'list') for (const item of part.items) if (left > 0) add(item);
  };
  add(value);
  return found;
}
