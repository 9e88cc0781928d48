import type * as v from 'valibot';
import type { InputSchema } from '../../core/tool.ts';

export type FieldKind =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'list'
  | 'record'
  | 'picklist'
  | 'object';

/** One argument of a tool, read off its schema. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** The words of a picklist; empty for every other kind. */
  readonly options: readonly string[];
  /** Whether a list holds scalars, so that words can fill it. */
  readonly isScalarList: boolean;
  readonly required: boolean;
  /** The default, undefined when there is none. */
  readonly fallback: unknown;
  readonly description: string;
}

/** The parts of a valibot schema that matter here; every schema is one of these shapes. */
interface Node {
  readonly type: string;
  readonly wrapped?: Node;
  readonly default?: unknown;
  readonly entries?: Readonly<Record<string, Node>>;
  readonly options?: readonly unknown[];
  readonly item?: Node;
  readonly pipe?: readonly { readonly type: string; readonly description?: string }[];
}

const kinds: Readonly<Record<string, FieldKind>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  record: 'record',
  picklist: 'picklist',
  literal: 'picklist',
};

/** The fields of a strict object, in the order of their declaration. */
export function fieldsOf(schema: InputSchema | v.GenericSchema): readonly Field[] {
  const entries = 'entries' in schema && isNodes(schema.entries) ? schema.entries : {};
  return Object.entries(entries).map(([name, entry]) => fieldOf(name, entry));
}

function isNodes(value: unknown): value is Readonly<Record<string, Node>> {
  return typeof value === 'object' && value !== null;
}

function fieldOf(name: string, entry: Node): Field {
  const required = entry.type !== 'optional' && entry.type !== 'nullish';
  const node = entry.wrapped ?? entry;
  const kind = node.pipe?.some(({ type }) => type === 'integer') ? 'integer' : (kinds[node.type] ?? 'object');
  const itemKind = node.item === undefined ? 'object' : (kinds[node.item.type] ?? 'object');
  return {
    name,
    kind,
    options: kind === 'picklist' ? (node.options ?? []).map(String) : [],
    isScalarList: kind === 'list' && ['string', 'number', 'picklist'].includes(itemKind),
    required,
    fallback: entry.default,
    description: node.pipe?.find(({ type }) => type === 'description')?.description ?? '',
  };
}
