import * as v from 'valibot';
import { lazy } from '../core/async/lazy.ts';
import { isRecord, ownValue } from '../core/record.ts';
import type { Tighten } from './option.ts';
import { settingsSchema } from './schema.ts';
import { variablePrefix } from './variables.ts';

/** An option of the schema, with what layers need to know. */
export interface Option {
  /** Dotted, `shell.env.inherit`. */
  readonly key: string;
  readonly path: readonly string[];
  /** `AGENT_TOOLS_SHELL_ENV_INHERIT`. */
  readonly variable: string;
  /** The schema of a value that is given. */
  readonly schema: v.GenericSchema;
  readonly kind: 'switch' | 'number' | 'choice' | 'text' | 'list' | 'object';
  readonly nullable: boolean;
  readonly fallback: unknown;
  readonly tighten: Tighten;
  readonly sentence: string;
  /** What a value must be, for messages and tables. */
  readonly wanted: string;
}

/** By node, so that an option is made only once for its place in the schema. */
const made = new WeakMap<object, Option>();

/** All options in the order of the schema. */
export const listOptions = lazy(() => walk(settingsSchema.entries, []));

/** The option of a dotted key, or null; other options are not built. */
export function findOption(key: string): Option | null {
  const path = key.split('.');
  let node: unknown = settingsSchema;
  for (const name of path) node = entryOf(node, name);
  return optionOf(node, path);
}

/** All dotted prefixes of keys that are no key themselves: `approval`, `shell`, `shell.env` … */
export function listGroups(): readonly string[] {
  const groups = listOptions().flatMap(({ path }) =>
    path.slice(1).map((_, index) => path.slice(0, index + 1).join('.')),
  );
  return [...new Set(groups)];
}

function walk(entries: Readonly<Record<string, unknown>>, above: readonly string[]): Option[] {
  return Object.entries(entries).flatMap(([key, node]) => {
    const path = [...above, key];
    const option = optionOf(node, path);
    return option === null ? walk(entriesOf(node) ?? {}, path) : [option];
  });
}

/** The known keys of an object schema; null for any other. */
export function entriesOf(node: unknown): Readonly<Record<string, unknown>> | null {
  const { entries } = unwrap(node);
  return isRecord(entries) ? entries : null;
}

/** The schema of a known key of an object schema; undefined for any other. */
export function entryOf(node: unknown, key: string): unknown {
  const entries = entriesOf(node);
  return entries === null ? undefined : ownValue(entries, key);
}

/** A schema without its optional and nullable wrappers. */
export function unwrap(schema: unknown): Readonly<Record<string, unknown>> {
  let node = schema;
  while (isRecord(node) && 'wrapped' in node) node = node.wrapped;
  return isRecord(node) ? node : {};
}

/** The option that a schema node at a path defines; null for a group and anything else. */
export function optionOf(node: unknown, path: readonly string[]): Option | null {
  if (!isSchema(node) || !('wrapped' in node) || !isSchema(node.wrapped)) return null;
  const before = made.get(node);
  if (before !== undefined) return before;
  const metadata: unknown = v.getMetadata(node);
  if (!isRecord(metadata) || !isTighten(metadata.tighten)) return null;
  const option: Option = {
    key: path.join('.'),
    path,
    variable: variableOf(path),
    schema: node.wrapped,
    fallback: 'default' in node ? node.default : undefined,
    tighten: metadata.tighten,
    sentence: String(metadata.description),
    ...shapeOf(node.wrapped),
  };
  made.set(node, option);
  return option;
}

function isSchema(node: unknown): node is v.GenericSchema {
  return isRecord(node) && node.kind === 'schema';
}

function isTighten(value: unknown): value is Tighten {
  return isRecord(value) && typeof value.by === 'string';
}

function variableOf(path: readonly string[]): string {
  const words = path.map((key) => key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase());
  return variablePrefix + words.join('_');
}

const kinds: Readonly<Record<string, Option['kind']>> = {
  boolean: 'switch',
  number: 'number',
  string: 'text',
  picklist: 'choice',
  array: 'list',
  record: 'object',
};

function shapeOf(schema: v.GenericSchema): Pick<Option, 'kind' | 'nullable' | 'wanted'> {
  const { type, message } = unwrap(schema);
  const nullable = schema.type === 'nullable';
  const wanted = wantedOf(String(message));
  return { kind: kinds[String(type)] ?? 'text', nullable, wanted: nullable ? `${wanted}, or null` : wanted };
}

/** A schema message without `must be`, which starts all of them. */
export function wantedOf(message: string): string {
  return message.replace(/^must be /, '');
}

/** An option's sentence, with the bounds or choices of its value if it is a number or a choice. */
export function describeOption({ kind, sentence, wanted }: Option): string {
  return kind === 'number' || kind === 'choice' ? `${sentence}; ${wanted}` : sentence;
}
