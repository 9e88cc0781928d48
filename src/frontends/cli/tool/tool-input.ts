import { refuseField } from '../../../core/failure.ts';
import { isRecord } from '../../../core/record.ts';
import type { InputSchema, Tool } from '../../../core/tool.ts';
import { readTextFile } from '../../../platform/files/text-file.ts';
import { descriptorKind, isPassedOn, readStandardInputText } from '../../../platform/system/stdio.ts';
import { type Field, fieldsOf } from '../../describe/fields.ts';
import { positionalFields } from '../../describe/positional-fields.ts';
import { commandHint, kebab, type ParsedFlags, readJson, readNumber } from '../flags.ts';
import type { Globals } from '../global-flags.ts';
import { globalFields } from './tool-flags.ts';

/** Most bytes of an input object from a file or standard input. */
const inputBytes = 16_777_216;

/** The object of `--input`: JSON text, `@FILE`, or `-` for standard input. */
async function readInputFlag(value: unknown, signal: AbortSignal): Promise<Record<string, unknown>> {
  if (typeof value !== 'string') return {};
  const text =
    value === '-'
      ? await readStandardInputText({ limit: inputBytes, wanted: 'fewer' }, signal)
      : value.startsWith('@')
        ? await readTextFile(value.slice(1))
        : value;
  const parsed = readJson('--input', text);
  return isRecord(parsed) ? parsed : refuseField('--input', 'must be a JSON object');
}

/** A hint for a surplus word. */
function wordsHint(
  words: readonly string[],
  tool: Pick<Tool<never>, 'name'>,
  fields: readonly Field[],
): string {
  if (tool.name === 'shell') return commandHint;
  const hasAction = fields[0]?.name === 'action';
  const command = hasAction ? `${kebab(tool.name)} ${words[0]}` : kebab(tool.name);
  const taken = fields.slice(hasAction ? 1 : 0).map(({ name }) => name.toUpperCase());
  return `${command} takes ${taken.length === 0 ? 'no words' : taken.join(' ')}`;
}

/** Assigns words to the positional fields in order; the last takes the rest if it is a list. */
function assignWords(
  words: readonly string[],
  tool: Pick<Tool<never>, 'name' | 'positionals'>,
  schema: InputSchema,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const remaining = [...words];
  const fields = positionalFields(words[0], tool, schema);
  for (const { name, kind } of fields) {
    if (remaining.length === 0) break;
    if (kind === 'list') input[name] = remaining.splice(0);
    else {
      const word = remaining.shift() ?? '';
      input[name] = kind === 'number' || kind === 'integer' ? readNumber(name, word) : word;
    }
  }
  if (remaining.length > 0)
    refuseField(remaining[0] ?? '', `is one word too many; ${wordsHint(words, tool, fields)}`);
  return input;
}

export interface ToolWords {
  readonly tool: Pick<Tool<never>, 'name' | 'positionals' | 'stdinField'>;
  readonly schema: InputSchema;
  readonly parsed: ParsedFlags;
  readonly globals: Globals;
  /** Aborted when the call is no longer wanted, possibly before all of standard input is read. */
  readonly signal: AbortSignal;
}

/**
 * The input object of a tool from its command line: `--input` first, then flags, words, and `argv` after `--`. Throws `cancelled` when
 * the signal is aborted while standard input is read.
 */
export async function toolInput({
  tool,
  schema,
  parsed,
  globals,
  signal,
}: ToolWords): Promise<Record<string, unknown>> {
  const names = new Set(fieldsOf(schema).map(({ name }) => name));
  // A global flag already says where and how everything runs; it must not also count as a field.
  const own = ([name]: readonly [string, unknown]): boolean => names.has(name) && !globalFields.has(name);
  const flags = Object.fromEntries(Object.entries(parsed.values).filter(own));
  const host = names.has('host') && globals.host !== undefined ? { host: globals.host } : {};
  const isArgv = tool.name === 'shell' && parsed.rest !== null;
  const words = isArgv
    ? argvOf(parsed)
    : assignWords([...parsed.words, ...(parsed.rest ?? [])], tool, schema);
  const twice = Object.keys(words).find((name) => Object.hasOwn(flags, name));
  if (twice !== undefined) refuseField(twice, 'is given twice, by a flag and by a word');
  const flag = parsed.values.$input;
  const given = await readInputFlag(flag, signal);
  const input: Record<string, unknown> = { ...given, ...host, ...words, ...over(given, flags) };
  const field = flag === '-' ? null : (tool.stdinField?.(input) ?? null);
  if (field === null || input[field] !== undefined || !isPassedOn(descriptorKind(0))) return input;
  // `agent-tools write FILE < data`: standard input fills its field unchanged if nothing else does.
  const text = await readStandardInputText({ limit: inputBytes, wanted: fewerBytes(tool) }, signal);
  return { ...input, [field]: text };
}

/** The flags, merged into object fields of the input: `--env A=1` keeps other variables. */
function over(given: Record<string, unknown>, flags: Record<string, unknown>): Record<string, unknown> {
  const merged = Object.entries(flags).map(([name, value]): [string, unknown] => {
    const before = given[name];
    return [name, isRecord(before) && isRecord(value) ? { ...before, ...value } : value];
  });
  return Object.fromEntries(merged);
}

/** How to send more than standard input may hold. */
function fewerBytes({ name }: ToolWords['tool']): string {
  return name === 'write'
    ? 'fewer; add the rest by --mode append, or write all of it by shell'
    : 'fewer; send the rest by another call';
}

/** The `argv` of `shell -- prog arg…`. */
function argvOf({ words, rest }: ParsedFlags): { readonly argv: readonly string[] } {
  if (words.length > 0)
    refuseField(words[0] ?? '', 'stands before --; give a command, or a program and its arguments after --');
  if (rest === null || rest.length === 0)
    refuseField('argv', 'is empty; expected a program and its arguments after --');
  return { argv: rest };
}
