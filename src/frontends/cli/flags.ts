import { parseArgs } from 'node:util';
import { ToolFailure } from '../../core/failure.ts';
import { nearest } from '../../core/nearest.ts';

/** How a flag's words become a value. `record` takes NAME=VALUE and repeats, `json` takes JSON text. */
export type FlagKind = 'string' | 'number' | 'boolean' | 'record' | 'json' | 'count';

/** One flag: its long name as typed, the field it sets, and how it reads its value. */
export interface Flag {
  readonly name: string;
  readonly field: string;
  readonly kind: FlagKind;
  readonly short?: string;
  readonly description: string;
  /** What the value is called in help, for example `SECONDS`; choices as `a|b`. */
  readonly placeholder?: string;
}

export interface ParsedFlags {
  /** By field; only what was given. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];
  /** The words after `--`, or null when there was none. */
  readonly rest: readonly string[] | null;
}

function refuse(field: string, problem: string): never {
  throw new ToolFailure('invalid_input', `"${field}" ${problem}`, { field, problem });
}

/** `yieldMs` as it is typed: `yield-ms`. */
export function kebab(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}

/** Parses words by the given flags. Throws `invalid_input` naming an unknown flag with the nearest known one. */
export function parseFlags(words: readonly string[], flags: readonly Flag[]): ParsedFlags {
  const end = words.indexOf('--');
  const { tokens } = parseArgs({
    args: words.slice(0, end === -1 ? words.length : end),
    options: optionsOf(flags),
    strict: false,
    allowPositionals: true,
    allowNegative: false,
    tokens: true,
  });
  const values: Record<string, unknown> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { flag, negated } = findFlag(token.name, token.rawName, flags);
    addValue(
      values,
      flag,
      negated ? readNegated(flag, token.value) : readValue(flag, token.value, values[flag.field]),
    );
  }
  return { values, words: positionals, rest: end === -1 ? null : words.slice(end + 1) };
}

function optionsOf(flags: readonly Flag[]) {
  const options: Record<string, { type: 'string' | 'boolean'; multiple: boolean; short?: string }> = {};
  for (const { name, kind, short } of flags) {
    const type = kind === 'boolean' || kind === 'count' ? 'boolean' : 'string';
    options[name] = { type, multiple: true, ...(short === undefined ? {} : { short }) };
  }
  return options;
}

function findFlag(name: string, rawName: string, flags: readonly Flag[]): { flag: Flag; negated: boolean } {
  const flag = flags.find((candidate) => candidate.name === name);
  if (flag !== undefined) return { flag, negated: false };
  const positive = name.startsWith('no-')
    ? flags.find((candidate) => candidate.name === name.slice(3))
    : undefined;
  if (positive?.kind === 'boolean') return { flag: positive, negated: true };
  const hint = rawName.startsWith('--')
    ? nearest(
        name,
        flags.map((candidate) => candidate.name),
      )
    : null;
  return refuse(rawName, `is not a known flag${hint === null ? '' : `; did you mean "--${hint}"?`}`);
}

function readNegated(flag: Flag, value: string | undefined): boolean {
  if (value !== undefined) refuse(`--no-${flag.name}`, 'takes no value');
  return false;
}

function readValue(flag: Flag, value: string | undefined, before: unknown): unknown {
  const name = `--${flag.name}`;
  if (flag.kind === 'count') return true;
  if (flag.kind === 'boolean') return readBoolean(name, value);
  if (value === undefined) return refuse(name, 'needs a value');
  switch (flag.kind) {
    case 'string':
      return value;
    case 'number':
      return readNumber(name, value);
    case 'record':
      return { ...(typeof before === 'object' ? before : {}), ...readPair(name, value) };
    case 'json':
      return readJson(name, value);
  }
}

function readBoolean(name: string, value: string | undefined): boolean {
  if (value === undefined || value === 'true') return true;
  if (value === 'false') return false;
  return refuse(name, `must be true or false, not "${value}"`);
}

function readNumber(name: string, value: string): number {
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value))
    refuse(name, `must be a number, not "${value}"`);
  return Number(value);
}

function readPair(name: string, value: string): Record<string, string> {
  const equals = value.indexOf('=');
  if (equals <= 0) refuse(name, `must be NAME=VALUE, not "${value}"`);
  return { [value.slice(0, equals)]: value.slice(equals + 1) };
}

/** JSON text of a flag or file. Throws `invalid_input` with the parser's reason. */
export function readJson(name: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch (error) {
    return refuse(name, `is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function addValue(values: Record<string, unknown>, flag: Flag, value: unknown): void {
  const repeats = flag.kind === 'record' || flag.kind === 'count' || flag.kind === 'boolean';
  if (flag.field in values && !repeats) refuse(`--${flag.name}`, 'is given twice');
  values[flag.field] = value;
}
