import * as v from 'valibot';
import { type FailureCode, ToolFailure } from './failure.ts';
import { nearest } from './nearest.ts';

/** `a.b[0].c` of a valibot issue; empty for the whole value. */
function fieldOf(issue: v.BaseIssue<unknown>): string {
  let field = '';
  for (const item of issue.path ?? []) {
    const key = item.key;
    field += typeof key === 'number' ? `[${key}]` : field === '' ? String(key) : `.${String(key)}`;
  }
  return field;
}

/** The keys that could have stood where an unknown one was found. */
function knownKeys(schema: unknown, issue: v.BaseIssue<unknown>): readonly string[] {
  const path = (issue.path ?? []).slice(0, -1);
  let node: unknown = schema;
  for (const item of path) node = childSchema(node, item.key);
  return entryNames(unwrap(node));
}

function unwrap(schema: unknown): unknown {
  let node = schema;
  while (isRecord(node) && 'wrapped' in node) node = node.wrapped;
  return node;
}

function childSchema(schema: unknown, key: unknown): unknown {
  const node = unwrap(schema);
  if (!isRecord(node)) return undefined;
  if (isRecord(node.entries) && typeof key === 'string') return node.entries[key];
  return node.item ?? node.value;
}

function entryNames(node: unknown): readonly string[] {
  if (!isRecord(node)) return [];
  if (isRecord(node.entries)) return Object.keys(node.entries);
  if (Array.isArray(node.options)) return node.options.flatMap(entryNames);
  return [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function problemOf(schema: unknown, issue: v.BaseIssue<unknown>, field: string): string {
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    const name = field.split('.').at(-1) ?? field;
    const hint = nearest(name, knownKeys(schema, issue));
    return hint === null ? 'is not a known field' : `is not a known field; did you mean "${hint}"?`;
  }
  if (issue.kind !== 'schema') return issue.message;
  if (issue.received === 'undefined') return 'is missing';
  return `must be ${issue.expected ?? 'of another kind'}, not ${issue.received}`;
}

/** Every problem of `value` against `schema` as `field` and `problem`, unknown keys with their nearest known name. */
export function problemsOf(
  schema: v.GenericSchema,
  value: unknown,
): readonly { readonly field: string; readonly problem: string }[] {
  const result = v.safeParse(schema, value);
  if (result.success) return [];
  return result.issues.map((issue) => {
    const field = fieldOf(issue);
    return { field, problem: problemOf(schema, issue, field) };
  });
}

/** Validates strictly; throws `code` naming each field, its problem and the nearest known name. */
export function parseInput<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  code: FailureCode = 'invalid_input',
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const problems = problemsOf(schema, value);
  const message = problems
    .map(({ field, problem }) => (field === '' ? problem : `"${field}" ${problem}`))
    .join('; ');
  throw new ToolFailure(code, message, { ...problems[0], ...(problems.length > 1 ? { problems } : {}) });
}
