import * as v from 'valibot';
import { cannot } from '../core/failure.ts';
import { findMeant } from './hint.ts';
import { alternatives } from './option.ts';
import { findOption, listGroups, listOptions, wantedOf } from './options.ts';
import { settingsSchema } from './schema.ts';
import { escapeUnseen, fieldName, isRecord, shown } from './values.ts';

type Path = readonly (string | number)[];

interface Problem {
  readonly field: string;
  readonly state: string;
  readonly wanted: string;
  readonly isUnknownKey?: true;
}

/** Where a layer's values stand, for messages. */
export interface Whereabouts {
  /** A file, a variable or a flag. */
  readonly source: string;
  readonly lines: ReadonlyMap<string, number>;
}

/** Throws `invalid_config` unless `value` is a valid configuration; names place, key, problem and the nearest valid name. */
export function checkLayer(value: unknown, where: Whereabouts): void {
  const misplaced = misplacedList(settingsSchema, value, []);
  if (misplaced !== null) throw refusal(misplaced, where, 0);
  const result = v.safeParse(settingsSchema, value);
  if (!result.success) {
    const problems = result.issues.map(problemOf);
    const first = problems.find(({ isUnknownKey }) => isUnknownKey === true) ?? problems[0];
    if (first !== undefined) throw refusal(first, where, problems.length - 1);
  }
  const locked = isRecord(value) && Array.isArray(value.locked) ? value.locked : [];
  for (const [index, name] of locked.entries()) {
    const problem = lockProblem(String(name), `locked[${index}]`);
    if (problem !== null) throw refusal(problem, where, 0);
  }
}

/** A failure that names a source of configuration and, where it is known, the line of a field. */
function refusal({ field, state, wanted }: Problem, { source, lines }: Whereabouts, others: number) {
  const line = lines.get(field);
  const place = escapeUnseen(line === undefined ? source : `${source}:${line}`);
  const more = others === 0 ? '' : ` (and ${others} more ${others === 1 ? 'problem' : 'problems'})`;
  return cannot('use configuration', place, state, wanted + more, 'invalid_config');
}

function problemOf(issue: v.InferIssue<typeof settingsSchema>): Problem {
  const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
  const field = fieldName(path);
  const named = shown(field);
  const isKey = issue.path?.at(-1)?.origin === 'key';
  if (isKey && issue.expected === 'never') return unknownKey(path);
  if (isKey && issue.received === 'undefined') {
    const missing = unwrap(entriesAt(path.slice(0, -1))[String(path.at(-1))]);
    const wanted = wantedOf(String(missing.message));
    return { field: fieldName(path.slice(0, -1)), state: `${named} is missing`, wanted };
  }
  if (isKey) return { field, state: `${named} is no usable name`, wanted: wantedOf(issue.message) };
  const nullable = findOption(field)?.nullable === true ? ', or null' : '';
  const state = path.length === 0 ? `it is ${shown(issue.input)}` : `${named} is ${shown(issue.input)}`;
  return { field, state, wanted: wantedOf(issue.message) + nullable };
}

function unknownKey(path: Path): Problem {
  const field = fieldName(path);
  const above = path.slice(0, -1);
  const siblings = Object.keys(entriesAt(above)).filter((name) => name !== '$schema');
  const problem = { field, state: `${shown(field)} is not a known key`, isUnknownKey: true } as const;
  const dotted = findOption(String(path.at(-1)));
  if (dotted !== null) {
    const group = dotted.path.slice(0, -1).join('.');
    return { ...problem, wanted: `${shown(dotted.path.at(-1))} inside ${shown(group)}` };
  }
  const name = String(path.at(-1));
  const sibling = findMeant(name, siblings, '.');
  const keys = listOptions().map(({ key }) => key);
  const elsewhere = keys.find((key) => key.toLowerCase().endsWith(`.${name.toLowerCase()}`));
  const meant = sibling === null ? elsewhere : fieldName([...above, sibling]);
  const names = siblings.map((one) => fieldName([...above, one]));
  return { ...problem, wanted: meant === undefined ? alternatives(names) : shown(meant) };
}

/** valibot takes a list for an object with the keys 0, 1 …, so this is looked for before. */
function misplacedList(schema: unknown, value: unknown, path: Path): Problem | null {
  const node = unwrap(schema);
  const isObject = isRecord(node.entries) || node.type === 'record';
  if (isObject && Array.isArray(value)) {
    const field = fieldName(path);
    return { field, state: `${field === '' ? 'it' : shown(field)} is a list`, wanted: 'an object' };
  }
  const children: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : isRecord(value)
      ? Object.entries(value)
      : [];
  for (const [key, child] of children) {
    const problem = misplacedList(childOf(node, key), child, [...path, key]);
    if (problem !== null) return problem;
  }
  return null;
}

/** The known keys of the object at a path of the schema; none where any key is good. */
function entriesAt(path: Path): Readonly<Record<string, unknown>> {
  let node: unknown = settingsSchema;
  for (const key of path) node = childOf(unwrap(node), key);
  const { entries } = unwrap(node);
  return isRecord(entries) ? entries : {};
}

function childOf(node: Readonly<Record<string, unknown>>, key: string | number): unknown {
  if (!isRecord(node.entries)) return node.item ?? node.value;
  return Object.hasOwn(node.entries, key) ? node.entries[key] : undefined;
}

function unwrap(schema: unknown): Readonly<Record<string, unknown>> {
  let node = schema;
  while (isRecord(node) && 'wrapped' in node) node = node.wrapped;
  return isRecord(node) ? node : {};
}

function lockProblem(name: string, field: string): Problem | null {
  const names = [...listGroups(), ...listOptions().map(({ key }) => key)];
  if (names.includes(name)) return null;
  const meant = findMeant(name, names, '.');
  return {
    field,
    state: `${shown(field)} is ${shown(name)}, no key and no group`,
    wanted: meant === null ? 'a key or a group such as "approval"' : shown(meant),
  };
}
