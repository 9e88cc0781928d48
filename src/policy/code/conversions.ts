import type { Arguments } from './arguments.ts';
import {
  asText,
  itemsOf,
  joinedBy,
  knownNumber,
  knownText,
  listOf,
  tableOf,
  textOf,
  textsOf,
  unknown,
  type Value,
} from './value.ts';

export function characters(codes: Value | undefined): Value {
  const numbers = (itemsOf(codes) ?? [codes]).map(knownNumber);
  return numbers.length === 0 || numbers.includes(null)
    ? asText(codes)
    : textOf(String.fromCharCode(...numbers.map((code) => code ?? 0)));
}

export function decoded(text: string | null, encoding: 'base64' | 'hex'): Value {
  return text === null ? unknown : textOf(Buffer.from(text, encoding).toString('utf8'));
}

export function encoded(all: readonly Value[]): Value {
  const encoding = knownText(all[1]);
  if (encoding === 'hex' || encoding === 'base64') return decoded(knownText(all[0]), encoding);
  return characters(all[0]?.kind === 'list' ? all[0] : all.length > 1 ? listOf(all) : all[0]);
}

/** The value of a JSON text. */
export function parsed(text: string | null): Value {
  const asValue = (json: unknown): Value => {
    if (Array.isArray(json)) return listOf(json.map(asValue));
    if (typeof json === 'object' && json !== null)
      return tableOf(Object.entries(json).map(([key, value]) => [key, asValue(value)]));
    return typeof json === 'string' || typeof json === 'number' ? textOf(`${json}`) : unknown;
  };
  try {
    return text === null ? unknown : asValue(JSON.parse(text));
  } catch {
    return unknown;
  }
}

export const pairs = (value: Value | undefined): Value => {
  if (value?.kind === 'table')
    return listOf([...value.entries].map(([key, entry]) => listOf([textOf(key), entry])));
  const items = itemsOf(value);
  return items === null ? unknown : listOf(items.map((item, index) => listOf([textOf(`${index}`), item])));
};

export function entriesOf(value: Value): readonly (readonly [string, Value])[] {
  if (value.kind === 'table') return [...value.entries];
  const given = value.kind === 'list' ? value.items : [];
  return given.flatMap((pair): readonly (readonly [string, Value])[] => {
    const [key, entry] = pair.kind === 'list' ? pair.items : [];
    const text = knownText(key);
    return text === null || entry === undefined ? [] : [[text, entry]];
  });
}

export function zipped(lists: readonly Value[]): Value {
  const [first = null, ...others] = lists.map(itemsOf);
  if (first === null) return unknown;
  return listOf(
    first.map((item, index) => listOf([item, ...others.map((items) => items?.[index] ?? unknown)])),
  );
}

export function words(value: Value | undefined, separator: Value | undefined): Value {
  const text = knownText(value);
  if (text === null) return value === undefined ? unknown : listOf([asText(value)]);
  const by = knownText(separator);
  const parts =
    by === null || by === ' '
      ? text.split(/\s+/).filter((part) => part !== '')
      : by === ''
        ? [...text]
        : text.split(by);
  return textsOf(parts);
}

export function reversed(value: Value | undefined): Value {
  if (value?.kind === 'list') return listOf([...value.items].reverse());
  const text = knownText(value);
  return text === null ? unknown : textsOf([...text].reverse());
}

export function joinedAs(base: Value, { placed }: Arguments): Value {
  if (base.kind === 'list') return joinedBy(placed.length === 0 ? '' : asText(placed[0]).text, base.items);
  return joinedBy(
    asText(base).text,
    placed.flatMap((value) => itemsOf(value) ?? [value]),
  );
}

export function entry(base: Value, { placed: [key, otherwise] }: Arguments): Value {
  const number = knownNumber(key);
  if (base.kind === 'list' && number !== null) return base.items.at(number) ?? unknown;
  const text = knownText(key);
  if (base.kind === 'text' && base.isKnown && number !== null) return textOf(base.text.at(number) ?? '');
  return (
    (base.kind === 'table' && text !== null ? base.entries.get(text) : undefined) ?? otherwise ?? unknown
  );
}
