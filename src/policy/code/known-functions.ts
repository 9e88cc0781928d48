import type { Words } from '../rules/pattern.ts';
import { type Arguments, nothing } from './arguments.ts';
import { awkFunctions } from './awk-functions.ts';
import {
  characters,
  decoded,
  encoded,
  entriesOf,
  joinedAs,
  pairs,
  parsed,
  reversed,
  words,
  zipped,
} from './conversions.ts';
import { contents, found, names, path, walked } from './file-values.ts';
import { formatted } from './formatted.ts';
import { methodOf } from './known-methods.ts';
import {
  asText,
  flattened,
  itemsOf,
  joinedBy,
  knownNumber,
  knownText,
  listOf,
  tableOf,
  textOf,
  unknown,
  type Value,
} from './value.ts';

/** What code is started with. */
export interface Given {
  /** Its arguments; null if unknown. */
  readonly argv: Words | null;
  /** Whether a file, or something in its place, is named before them. */
  readonly isNamed: boolean;
  readonly environment: Environment;
}

/** The values that a variable of the environment may have. */
export type Environment = (name: string) => readonly string[];

/** The result of a function; null if it does not apply. */
type Known = (all: readonly Value[], given: Arguments) => Value | null;

const wordsOf = (argv: Words): Value => listOf(argv.map((word) => (word === null ? unknown : textOf(word))));

/** Names for the arguments of code, with the number of elements in front of those. */
const argvs: readonly (readonly [name: RegExp, before: (isNamed: boolean) => number])[] = [
  [/^(?:sys\.|\$)?argv$/, () => 1],
  [/^(?:process|Bun)\.argv$/, (isNamed) => (isNamed ? 2 : 1)],
  [/^(?:\$?ARGV|Deno\.args)$/, () => 0],
];

/** The value of a predefined name, whatever the code is; null for names that it sets itself. */
export function constantOf(name: string, { argv, isNamed }: Given): Value | null {
  if (/^(?:os\.(?:path\.)?sep|path\.sep|File::SEPARATOR)$/.test(name)) return textOf('/');
  if (argv === null) return null;
  const [, before] = argvs.find(([form]) => form.test(name)) ?? [];
  return before === undefined ? null : wordsOf([...Array(before(isNamed)).fill(null), ...argv]);
}

const same: Known = ([value]) => value ?? null;

const functions: readonly (readonly [name: RegExp, known: Known])[] = [
  [
    /^(?:(?:os\.)?path\.(?:expanduser|abspath|realpath|normpath|normcase|expandvars|normalize)|File\.(?:expand_path|realpath)|(?:fs\.)?realpathSync)$/,
    same,
  ],
  [
    /^(?:str|String|shift|os\.(?:fsencode|fspath)|shlex\.quote|Shellwords\.escape|Array\.from|iter|Object\.freeze|File|URL|Bun\.file|path|(?:vim\.fn\.)?expand|sorted|set|Set|tuple|frozenset)$/,
    same,
  ],
  [
    /^(?:list|c|vec|Seq|List|Arrays\.asList|List\.of)$/,
    (all) => (all.length === 1 ? (all[0] ?? null) : listOf(all)),
  ],
  [/^array$/, (all, { named }) => (named.size > 0 ? tableOf(named) : listOf(all))],
  [/^next$/, ([value]) => (value === undefined ? null : methodOf('first', value))],
  [/^(?:bytes|bytearray|b|Buffer\.from|String\.fromCharCode)$/, encoded],
  [/^(?:chr|utf8\.char|string\.char)$/, (all) => characters(listOf(all))],
  [/^bytes\.fromhex$/, ([value]) => decoded(knownText(value), 'hex')],
  [
    /^(?:base64\.)?(?:\w*b64decode|atob|decode_base64|base64_decode|strict_decode64|urlsafe_decode64|decode64|Base64\.\w*decode64)$/,
    ([value]) => decoded(knownText(value), 'base64'),
  ],
  [/^(?:shutil\.which|which(?:\.sync)?|Bun\.which|os\.path\.basename)$/, same],
  [
    /^(?:(?:os\.|posix)?path\.join|path\.resolve|File\.join|filepath\.Join|(?:pathlib\.)?(?:Pure)?(?:Posix)?Path|Pathname(?:\.new)?)$/,
    (all) => (all.length === 0 ? null : path(all)),
  ],
  [/^\.?split$/, ([value]) => words(value, undefined)],
  [/^reversed$/, ([value]) => reversed(value)],
  [/^reverse$/, (all) => methodOf('reverse', all.length === 1 ? (all[0] ?? unknown) : listOf(all))],
  [/^lc$/, ([value]) => methodOf('lower', value ?? unknown)],
  [/^uc$/, ([value]) => methodOf('upper', value ?? unknown)],
  [
    /^map$/,
    ([, value]) =>
      itemsOf(value)?.every((item) => knownNumber(item) !== null) === true
        ? listOf((itemsOf(value) ?? []).map((item) => characters(listOf([item]))))
        : (value ?? null),
  ],
  [/^(?:enumerate|Object\.entries|ipairs|pairs)$/, ([value]) => pairs(value)],
  [/^(?:Object\.keys)$/, ([value]) => listOf(itemsOf(value) ?? [])],
  [
    /^(?:Object\.values)$/,
    ([value]) => (value?.kind === 'table' ? listOf([...value.entries.values()]) : (value ?? null)),
  ],
  [/^zip$/, zipped],
  [/^(?:json\.loads|JSON\.parse|json_decode)$/, ([value]) => parsed(knownText(value))],
  [/^(?:dict|Object\.assign|Hash)$/, (all, { named }) => tableOf([...all.flatMap(entriesOf), ...named])],
  [
    /^(?:os\.listdir|os\.scandir|(?:fs\.)?readdirSync|Dir\.(?:children|entries|each_child))$/,
    ([value]) => names(value),
  ],
  [/^os\.walk$/, ([value]) => walked(value)],
  [/^(?:(?:glob\.)?i?glob|(?:(?:glob|fs)\.)?globSync|Dir\.glob|Dir)$/, ([value]) => found(value)],
  [
    /^(?:(?:io\.|codecs\.)?open|File\.(?:read|open)|IO\.read|(?:fs\.)?readFileSync|file_get_contents|Deno\.readTextFileSync)$/,
    ([value]) => contents(value),
  ],
  [
    /^(?:sprintf|format|string\.format|Kernel\.format|util\.format)$/,
    ([text, ...others]) => formatted(asText(text), { ...nothing, placed: others }),
  ],
  [
    /^(?:join|implode)$/,
    ([separator, ...others]) => joinedBy(asText(separator).text, others.flatMap(flattened)),
  ],
  [/^(?:string\.)?Template$/, same],
  [/^table\.concat$/, ([list, ...others]) => joinedAs(list ?? unknown, { ...nothing, placed: others })],
  [/^paste$/, (all) => joinedBy(' ', all.flatMap(flattened))],
  [/^paste0$/, (all) => joinedBy('', all.flatMap(flattened))],
  ...awkFunctions,
  [/^(?:os\.environ\.copy|process\.env)$/, () => tableOf([])],
];

/** The result of a predefined function; null for other functions. */
export function functionOf(name: string, given: Arguments): Value | null {
  const [, known] = functions.find(([form]) => form.test(name)) ?? [];
  return known?.(given.placed, given) ?? null;
}
