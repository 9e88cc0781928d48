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

/** A field of a tool's input, read from its schema. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** The words of a picklist; empty for other kinds. */
  readonly options: readonly string[];
  readonly required: boolean;
  /** The default; undefined for none. */
  readonly fallback: unknown;
  /** The bounds of a number; null for none. */
  readonly least: number | null;
  readonly most: number | null;
  readonly description: string;
}

/** An action of a tool. */
export interface Action {
  readonly name: string;
  readonly description: string;
  /** Its fields, except the one that names the action. */
  readonly fields: readonly Field[];
}

interface PipeItem {
  readonly type: string;
  readonly description?: string;
  readonly requirement?: unknown;
  readonly pipe?: readonly PipeItem[];
}

/** The parts of a valibot schema that matter here. */
interface Node {
  readonly type: string;
  readonly wrapped?: Node;
  readonly default?: unknown;
  readonly entries?: Readonly<Record<string, Node>>;
  /** The schemas of a variant or union, or the words of a picklist. */
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  /** The discriminator of a variant. */
  readonly key?: string;
  readonly pipe?: readonly PipeItem[];
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

const optionalTypes: ReadonlySet<string> = new Set([
  'optional',
  'exact_optional',
  'nullish',
  'undefinedable',
]);

/** Cached fields of schemas: one command line asks several times. */
const known = new WeakMap<object, readonly Field[]>();

/** The fields of a tool in declaration order; merged from all actions if it has some. */
export function fieldsOf(schema: InputSchema | v.GenericSchema): readonly Field[] {
  const fields = known.get(schema) ?? readFields(schema);
  known.set(schema, fields);
  return fields;
}

function readFields(schema: InputSchema | v.GenericSchema): readonly Field[] {
  const variants = variantsOf(schema);
  if (variants.length === 0) return objectFields(schema);
  const merged = new Map<string, Field>();
  const lists = variants.map(objectFields);
  for (const field of lists.flat()) {
    const before = merged.get(field.name);
    const isInAll = lists.every((list) => list.some(({ name, required }) => name === field.name && required));
    const options = [...new Set([...(before?.options ?? []), ...field.options])];
    merged.set(field.name, { ...(before ?? field), options, required: isInAll });
  }
  return [...merged.values()];
}

/** The actions of a tool in declaration order; empty if its input is one plain object. */
export function actionsOf(schema: InputSchema | v.GenericSchema): readonly Action[] {
  const key = keyOf(schema);
  return variantsOf(schema).flatMap((variant) => {
    const all = objectFields(variant);
    const fields = all.filter(({ name }) => name !== key);
    const action = all.find(({ name }) => name === key);
    return (action?.options ?? []).map((name) => ({ name, description: action?.description ?? '', fields }));
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The objects of a variant; empty for any other schema. */
function variantsOf(schema: unknown): readonly Node[] {
  if (!isNode(schema) || schema.type !== 'variant') return [];
  return (schema.options ?? []).filter(isNode);
}

/** Its discriminator. */
function keyOf(schema: unknown): string {
  return isNode(schema) ? (schema.key ?? '') : '';
}

function objectFields(schema: unknown): readonly Field[] {
  if (!isNode(schema) || schema.entries === undefined) return [];
  return Object.entries(schema.entries).map(([name, entry]) => fieldOf(name, entry));
}

function fieldOf(name: string, entry: Node): Field {
  const layers = layersOf(entry);
  const node = layers.at(-1) ?? entry;
  const kind = kindOf(layers, node);
  // Getters, as a command line needs only a few fields; help and schemas read the rest.
  return {
    name,
    kind,
    get options() {
      return kind === 'picklist' ? (node.options ?? [node.literal]).map(String) : [];
    },
    get required() {
      return !layers.some(({ type }) => optionalTypes.has(type));
    },
    get fallback() {
      return layers.find((layer) => layer.default !== undefined)?.default;
    },
    get least() {
      return boundOf(layers, 'min_value');
    },
    get most() {
      return boundOf(layers, 'max_value');
    },
    get description() {
      return firstOf(layers, 'description')?.description ?? '';
    },
  };
}

/** A schema and those it wraps, outermost first. */
function layersOf(node: Node): readonly Node[] {
  return node.wrapped === undefined ? [node] : [node, ...layersOf(node.wrapped)];
}

/** The first item of this type in the pipes; a pipe may start with another pipe. */
function firstOf(layers: readonly Pick<Node, 'pipe'>[], type: string): PipeItem | undefined {
  for (const { pipe } of layers) {
    for (const item of pipe ?? []) {
      const found = item.pipe === undefined ? item : firstOf([item], type);
      if (found?.type === type) return found;
    }
  }
  return undefined;
}

function boundOf(layers: readonly Node[], type: string): number | null {
  const bound = firstOf(layers, type)?.requirement;
  return typeof bound === 'number' ? bound : null;
}

function kindOf(layers: readonly Node[], node: Node): FieldKind {
  const kind = kinds[node.type] ?? 'object';
  if (kind !== 'number') return kind;
  const isWhole = firstOf(layers, 'integer') !== undefined || firstOf(layers, 'safe_integer') !== undefined;
  return isWhole ? 'integer' : kind;
}
