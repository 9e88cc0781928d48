import { messageOf, refuseField } from '../../core/failure.ts';
import { meantName } from '../../core/names/meant-name.ts';

/**
 * How a flag reads its value. `switch` and `boolean` take none, and `--no-NAME` turns a `boolean` off; `record` takes NAME=VALUE and
 * may be repeated, as may `lines`; `json` takes JSON text.
 */
export type FlagKind = 'string' | 'number' | 'switch' | 'boolean' | 'record' | 'lines' | 'json';

/** A flag: its long name as typed, the field that it sets, and how it reads its value. */
export interface Flag {
  readonly name: string;
  readonly field: string;
  readonly kind: FlagKind;
  readonly short?: string;
  readonly description: string;
  /** Name of the value in help, for example `SECONDS`; choices as `a|b`. */
  readonly placeholder?: string | undefined;
  /** The actions of its command that accept it; undefined for all. */
  readonly actions?: readonly string[];
}

/** Whether a flag takes a value. */
export function takesValue({ kind }: Pick<Flag, 'kind'>): boolean {
  return kind !== 'switch' && kind !== 'boolean';
}

export interface ParsedFlags {
  /** Given values, by field. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];
  /** The words after `--`; null without it. */
  readonly rest: readonly string[] | null;
}

/** A field name as typed: `yieldMs` as `yield-ms`. */
export function kebab(field: string): string {
  let typed = '';
  for (const letter of field) {
    const lower = letter.toLowerCase();
    typed += letter === '_' ? '-' : letter === lower ? letter : `-${lower}`;
  }
  return typed;
}

/** A flag with the name of its field; a switch, unless `more` says otherwise. */
export function flagFor(field: string, description: string, more: Partial<Flag> = {}): Flag {
  return { name: kebab(field), field, kind: 'switch', description, ...more };
}

/** Hints for an unknown flag. */
export interface FlagHints {
  /** How to give a field that has no flag, by the name of the flag one would try; undefined for no such field. */
  readonly flagless: (name: string) => string | undefined;
  /** For a flag without a near match. */
  readonly other?: string | undefined;
}

const noHints: FlagHints = { flagless: () => undefined };

/** How to separate the words and flags of a command from our own. */
export const commandHint = 'quote the command, or write it after --';

/** Hints where most unknown flags belong to a command. */
export const commandHints: FlagHints = { ...noHints, other: commandHint };

/** Parses words with the given flags. Throws `invalid_input` for an unknown flag, with a hint or the nearest known one. */
export function parseFlags(
  words: readonly string[],
  flags: readonly Flag[],
  hints: FlagHints = noHints,
): ParsedFlags {
  const values: Record<string, unknown> = {};
  const positionals: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--') return { values, words: positionals, rest: words.slice(index + 1) };
    if (!word.startsWith('-') || word === '-') {
      positionals.push(word);
      continue;
    }
    const { name, attached } = splitFlag(word, flags);
    const { flag, negated } = findFlag(name, flags, hints);
    const takesWord = attached === undefined && !negated && takesValue(flag);
    const value = takesWord ? words[++index] : attached;
    addValue(values, flag, negated ? readNegated(flag, value) : readValue(flag, value, values[flag.field]));
  }
  return { values, words: positionals, rest: null };
}

/** The name and value of `--name=value` and `-Xvalue`. */
function splitFlag(
  word: string,
  flags: readonly Flag[],
): { readonly name: string; readonly attached: string | undefined } {
  if (word.startsWith('--')) {
    const equals = word.indexOf('=');
    return equals === -1
      ? { name: word, attached: undefined }
      : { name: word.slice(0, equals), attached: word.slice(equals + 1) };
  }
  const short = flags.find((flag) => flag.short === word.charAt(1));
  if (short === undefined || word.length === 2) return { name: word, attached: undefined };
  return takesValue(short)
    ? { name: word.slice(0, 2), attached: word.slice(2) }
    : { name: word, attached: undefined };
}

/** Whether a word is the short form of a flag. */
export function isShort({ short }: Flag, word: string): boolean {
  return short !== undefined && word === `-${short}`;
}

function findFlag(
  typed: string,
  flags: readonly Flag[],
  hints: FlagHints,
): { readonly flag: Flag; readonly negated: boolean } {
  const name = typed.startsWith('--') ? typed.slice(2) : null;
  const flag = flags.find((candidate) =>
    name === null ? isShort(candidate, typed) : candidate.name === name,
  );
  if (flag !== undefined) return { flag, negated: false };
  const positive = name?.startsWith('no-')
    ? flags.find((candidate) => candidate.name === name.slice(3))
    : undefined;
  if (positive?.kind === 'boolean') return { flag: positive, negated: true };
  const names = flags.map((candidate) => candidate.name);
  const near = name === null ? shortMeant(typed, names) : meantName(name, names);
  const flagless = name === null ? undefined : hints.flagless(name);
  const hint = flagless ?? (near === null ? hints.other : `did you mean "--${near}"?`);
  return refuseField(typed, `is not a known flag${hint === undefined ? '' : `; ${hint}`}`);
}

/** The long flag for a letter like grep's `-i`; null if it is not a single letter or has none. */
function shortMeant(typed: string, names: readonly string[]): string | null {
  return typed.length === 2 ? meantName(typed.slice(1), names) : null;
}

function readNegated(flag: Flag, value: string | undefined): boolean {
  if (value !== undefined) refuseField(`--no-${flag.name}`, 'takes no value');
  return false;
}

function readValue(flag: Flag, value: string | undefined, before: unknown): unknown {
  const name = `--${flag.name}`;
  if (flag.kind === 'switch' || flag.kind === 'boolean') return readBoolean(name, value);
  if (value === undefined) return refuseField(name, 'needs a value');
  switch (flag.kind) {
    case 'string':
      return value;
    case 'number':
      return readNumber(name, value);
    case 'record':
      return { ...(typeof before === 'object' ? before : {}), ...readPair(name, value) };
    case 'lines':
      return typeof before === 'string' ? `${before}\n${value}` : value;
    case 'json':
      return readJson(name, value);
  }
}

function readBoolean(name: string, value: string | undefined): boolean {
  if (value === undefined || value === 'true') return true;
  if (value === 'false') return false;
  return refuseField(name, `must be true or false, not "${value}"`);
}

/** A decimal number. Throws `invalid_input`. */
export function readNumber(name: string, value: string): number {
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value))
    refuseField(name, `must be a number, not "${value}"`);
  return Number(value);
}

function readPair(name: string, value: string): Record<string, string> {
  const equals = value.indexOf('=');
  if (equals <= 0) refuseField(name, `must be NAME=VALUE, not "${value}"`);
  return { [value.slice(0, equals)]: value.slice(equals + 1) };
}

/** Parses JSON text of a flag or file, with or without a byte order mark. Throws `invalid_input` with the parser's reason. */
export function readJson(name: string, value: string): unknown {
  try {
    return JSON.parse(value.replace(/^\ufeff/, ''));
  } catch (error) {
    return refuseField(name, `is not JSON: ${messageOf(error)}`);
  }
}

const repeating: ReadonlySet<FlagKind> = new Set(['record', 'lines', 'switch', 'boolean']);

function addValue(values: Record<string, unknown>, flag: Flag, value: unknown): void {
  if (flag.field in values && !repeating.has(flag.kind)) refuseField(`--${flag.name}`, 'is given twice');
  values[flag.field] = value;
}
