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
  const expected = issue.expected === 'Object' ? 'an object' : (issue.expected ?? 'of another kind');
  return `must be ${expected}, not ${issue.received}`;
}

export interface Problem {
  /** `a.b[0].c`; empty for the whole value. */
  readonly field: string;
  readonly problem: string;
}

const objectTypes: ReadonlySet<unknown> = new Set(['strict_object', 'object', 'record', 'variant']);

/** Keys that valibot drops from a record without a word. */
const droppedKeys: readonly string[] = ['__proto__', 'prototype', 'constructor'];

/** What valibot passes over, so it is looked for before: a list for an object with the keys 0, 1 …, and keys it drops. */
function structureProblem(schema: unknown, value: unknown, field: string): Problem | null {
  const node = unwrap(schema);
  if (!isRecord(node)) return null;
  if (objectTypes.has(node.type) && Array.isArray(value))
    return { field, problem: 'must be an object, not a list' };
  if (!isRecord(value)) return null;
  const dropped = node.type === 'record' ? droppedKeys.find((key) => Object.hasOwn(value, key)) : undefined;
  if (dropped !== undefined)
    return {
      field: field === '' ? dropped : `${field}.${dropped}`,
      problem: 'is not a name that can be used',
    };
  for (const [key, child] of Object.entries(value)) {
    const inner = Array.isArray(value) ? `${field}[${key}]` : field === '' ? key : `${field}.${key}`;
    const problem = structureProblem(childSchema(node, key), child, inner);
    if (problem !== null) return problem;
  }
  return null;
}

function problemsOf(schema: v.GenericSchema, issues: readonly v.BaseIssue<unknown>[]): readonly Problem[] {
  return issues.map((issue) => {
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
  const structure = structureProblem(schema, value, '');
  const result = v.safeParse(schema, value);
  if (result.success && structure === null) return result.output;
  const problems = structure === null ? problemsOf(schema, result.issues ?? []) : [structure];
  const message = problems
    .map(({ field, problem }) => (field === '' ? `Input ${problem}` : `"${field}" ${problem}`))
    .join('; ');
  throw new ToolFailure(code, message, { ...problems[0], ...(problems.length > 1 ? { problems } : {}) });
}
