import * as v from 'valibot';
import type { Tighten } from './option.ts';
import { settingsSchema } from './schema.ts';
import { isRecord } from './values.ts';

/** One option of the schema, with what the layers need to know of it. */
export interface Option {
  /** Dotted, `shell.env.inherit`. */
  readonly key: string;
  readonly path: readonly string[];
  /** `AGENT_TOOLS_SHELL_ENV_INHERIT`. */
  readonly variable: string;
  readonly kind: 'switch' | 'number' | 'choice' | 'text' | 'list' | 'object';
  readonly nullable: boolean;
  readonly fallback: unknown;
  readonly tighten: Tighten;
  readonly accumulates: boolean;
  readonly sentence: string;
  /** What a value must be, for messages and tables. */
  readonly wanted: string;
}

export const variablePrefix = 'AGENT_TOOLS_';

let known: readonly Option[] | null = null;

/** Every option in the order of the schema. */
export function listOptions(): readonly Option[] {
  known ??= walk(settingsSchema.entries, []);
  return known;
}

/** The option of a dotted key, or null. */
export function findOption(key: string): Option | null {
  return listOptions().find((option) => option.key === key) ?? null;
}

/** Every dotted prefix of a key that is no key itself: `approval`, `shell`, `shell.env` … */
export function listGroups(): readonly string[] {
  const groups = listOptions().flatMap(({ path }) =>
    path.slice(1).map((_, index) => path.slice(0, index + 1).join('.')),
  );
  return [...new Set(groups)];
}

function walk(entries: Readonly<Record<string, unknown>>, above: readonly string[]): Option[] {
  const options: Option[] = [];
  for (const [key, node] of Object.entries(entries)) {
    if (!isSchema(node) || !('wrapped' in node)) continue;
    const path = [...above, key];
    const metadata: unknown = v.getMetadata(node);
    if (isRecord(metadata) && isTighten(metadata.tighten)) {
      const meaning = {
        tighten: metadata.tighten,
        accumulates: metadata.accumulates === true,
        sentence: String(metadata.description),
      };
      const fallback = 'default' in node ? node.default : undefined;
      options.push({
        key: path.join('.'),
        path,
        variable: variableOf(path),
        fallback,
        ...meaning,
        ...shapeOf(node.wrapped),
      });
    } else if (isRecord(node.wrapped) && isRecord(node.wrapped.entries)) {
      options.push(...walk(node.wrapped.entries, path));
    }
  }
  return options;
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

function shapeOf(schema: unknown): Pick<Option, 'kind' | 'nullable' | 'wanted'> {
  const nullable = isRecord(schema) && schema.type === 'nullable';
  const inner = nullable ? schema.wrapped : schema;
  if (!isRecord(inner)) throw new TypeError('not a schema');
  const wanted = wantedOf(String(inner.message));
  return {
    kind: kinds[String(inner.type)] ?? 'text',
    nullable,
    wanted: nullable ? `${wanted}, or null` : wanted,
  };
}

/** The wanted state in a message of the schema, whose messages all read `must be …`. */
export function wantedOf(message: string): string {
  return message.replace(/^must be /, '');
}

/** An option's sentence, with the bounds or choices of its value where the kind alone does not say them. */
export function describeOption({ kind, sentence, wanted }: Option): string {
  return kind === 'number' || kind === 'choice' ? `${sentence}; ${wanted}` : sentence;
}
