import { type Arguments, nothing } from './arguments.ts';
import { entry, joinedAs, pairs, reversed, words } from './conversions.ts';
import { below, contents, path } from './file-values.ts';
import { formatted } from './formatted.ts';
import {
  asText,
  itemsOf,
  joined,
  joinedBy,
  knownNumber,
  knownText,
  listOf,
  repeated,
  replacedIn,
  type TextValue,
  textOf,
  unknown,
  type Value,
} from './value.ts';

type Method = (base: Value, given: Arguments) => Value | null;

const changed = (change: (text: string) => string) => (base: Value) =>
  base.kind === 'text' ? textOf(change(base.text), base.isKnown) : base;

function replaced(base: Value, { placed: [from, to] }: Arguments): Value {
  const [text, old, by] = [knownText(base), knownText(from), knownText(to)];
  return text === null || old === null || by === null || old === '' ? unknown : replacedIn(text, old, by);
}

function part(base: Value, from: Value | undefined, to: Value | undefined): Value {
  const [start, end] = [
    knownNumber(from) ?? 0,
    to === undefined ? undefined : (knownNumber(to) ?? undefined),
  ];
  if (base.kind === 'list') return listOf(base.items.slice(start, end));
  const text: TextValue = asText(base);
  return text.isKnown ? textOf(text.text.slice(start, end)) : unknown;
}

const methods: readonly (readonly [name: RegExp, method: Method])[] = [
  [/^(?:split|splitlines|lines|words)$/, (base, { placed }) => words(base, placed[0])],
  [/^join$/, joinedAs],
  [/^(?:format|substitute|safe_substitute|formatted)$/, (base, given) => formatted(asText(base), given)],
  [/^(?:lower|toLowerCase|downcase|casefold)$/, changed((text) => text.toLowerCase())],
  [/^(?:upper|toUpperCase|upcase)$/, changed((text) => text.toUpperCase())],
  [/^(?:strip|trim|rstrip|lstrip|chomp|trimEnd|trimStart)$/, changed((text) => text.trim())],
  [/^(?:replace|replaceAll|gsub|sub)$/, replaced],
  [
    /^(?:reverse|toReversed)$/,
    (base) => (base.kind === 'text' ? joinedBy('', itemsOf(reversed(base)) ?? []) : reversed(base)),
  ],
  [/^(?:slice|substring|drop)$/, (base, { placed: [from, to] }) => part(base, from, to)],
  [/^(?:get|at|fetch|dig)$/, entry],
  [/^(?:items|entries|each_with_index|iteritems)$/, (base) => pairs(base)],
  [/^values$/, (base) => (base.kind === 'table' ? listOf([...base.entries.values()]) : base)],
  [/^(?:keys|each_key)$/, (base) => listOf(itemsOf(base) ?? [])],
  [/^(?:first|shift)$/, (base) => entry(base, { ...nothing, placed: [textOf('0')] })],
  [/^(?:last|pop)$/, (base) => entry(base, { ...nothing, placed: [textOf('-1')] })],
  [/^(?:concat)$/, (base, { placed }) => placed.reduce(joined, base)],
  [/^(?:joinpath)$/, (base, { placed }) => path([base, ...placed])],
  [/^(?:iterdir|children|each_child)$/, (base) => below(base)],
  [/^rglob$/, (base, { placed }) => below(base, `**/${asText(placed[0]).text}`)],
  [/^glob$/, (base, { placed }) => below(base, asText(placed[0]).text)],
  [
    /^(?:read|read_text|read_bytes|readText)$/,
    (base) => (base.kind === 'text' && /^\$\(cat /.test(base.text) ? base : contents(base)),
  ],
  [
    /^(?:copy|decode|encode|toString|to_s|to_a|to_str|resolve|expanduser|absolute|as_posix|expand_path|freeze|dup|sort|uniq|flat|then|raw|strip_heredoc|squish|shellsplit|all)$/,
    (base) => base,
  ],
  [
    /^(?:repeat)$/,
    (base, { placed: [count] }) => (base.kind === 'text' ? repeated(base, knownNumber(count) ?? 1) : unknown),
  ],
];

/** The result of a method or member of a value. */
export function methodOf(name: string, base: Value, given: Arguments = nothing): Value {
  const own = base.kind === 'table' && given.placed.length === 0 ? base.entries.get(name) : undefined;
  if (own !== undefined) return own;
  const [, method] = methods.find(([form]) => form.test(name)) ?? [];
  return method?.(base, given) ?? unknown;
}
