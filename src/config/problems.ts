import * as v from 'valibot';
import { cannot, type ToolFailure } from '../core/failure.ts';
import { isRecord } from '../core/record.ts';
import { isUnknownKey } from '../core/schema/schema-parts.ts';
import { sourcePlace } from '../core/source-place.ts';
import { escapeUnseen } from '../core/text/unseen.ts';
import { findMeant, otherSetting } from './hint.ts';
import { alternatives } from './option.ts';
import {
  entriesOf,
  entryOf,
  findOption,
  listGroups,
  listOptions,
  type Option,
  unwrap,
  wantedOf,
} from './options.ts';
import { settingsSchema } from './schema.ts';
import { asList, fieldName, shown } from './values.ts';

type Path = readonly (string | number)[];

/** A problem of a value, in the parts of a failure message. */
export interface Problem {
  /** Name of the field, `rules[0].allow`. */
  readonly field: string;
  readonly state: string;
  readonly wanted: string;
}

/** The places of a layer's values. */
export interface Whereabouts {
  /** A file, variable or flag. */
  readonly source: string;
  /** Lines from 1, by field. */
  readonly lines: ReadonlyMap<string, number>;
}

/** Throws `invalid_config` with place, key, state and wanted state of the first problem, if any. */
export function refuseProblems(problems: readonly Problem[], where: Whereabouts): void {
  const [first] = problems;
  if (first !== undefined) throw refusal(first, where, problems.length - 1);
}

function refusal(
  { field, state, wanted }: Problem,
  { source, lines }: Whereabouts,
  others: number,
): ToolFailure {
  const place = escapeUnseen(sourcePlace({ source, line: lines.get(field) ?? null }));
  const more = others === 0 ? '' : ` (and ${others} more ${others === 1 ? 'problem' : 'problems'})`;
  return cannot('use configuration', place, state, wanted + more, 'invalid_config');
}

/** All problems of a value for an option; unknown keys come first. */
export function listProblems(option: Option, value: unknown): readonly Problem[] {
  const misplaced = misplacedList(option.schema, value, option.path);
  if (misplaced !== null) return [misplaced];
  const result = v.safeParse(option.schema, value);
  if (result.success) return option.key === 'locked' ? lockProblems(value) : [];
  const [unknown, others]: [Problem[], Problem[]] = [[], []];
  for (const issue of result.issues) {
    const path = [...option.path, ...keysOf(issue)];
    if (isUnknownKey(issue)) unknown.push(unknownKey(path));
    else others.push(problemOf(issue, path, option));
  }
  return [...unknown, ...others];
}

function keysOf(issue: v.BaseIssue<unknown>): Path {
  return (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
}

function problemOf(issue: v.BaseIssue<unknown>, path: Path, option: Option): Problem {
  const field = fieldName(path);
  if (issue.path?.at(-1)?.origin === 'key') {
    if (issue.received !== 'undefined') {
      return { field, state: `${shown(field)} is no usable name`, wanted: wantedOf(issue.message) };
    }
    const above = path.slice(0, -1);
    const { message } = unwrap(nodeAt(path));
    return {
      field: fieldName(above),
      state: `${shown(field)} is missing`,
      wanted: wantedOf(String(message)),
    };
  }
  const orNull = option.nullable && field === option.key ? ', or null' : '';
  return {
    field,
    state: `${shown(field)} is ${shown(issue.input)}`,
    wanted: wantedOf(issue.message) + orNull,
  };
}

/** The problem of an unknown key, with the key that was probably meant. */
export function unknownKey(path: Path): Problem {
  const field = fieldName(path);
  const state = `${shown(field)} is not a known key`;
  const above = path.slice(0, -1);
  const name = String(path.at(-1));
  const dotted = name.includes('.') ? findOption(name) : null;
  if (dotted !== null) {
    const group = dotted.path.slice(0, -1).join('.');
    return { field, state, wanted: `${shown(dotted.path.at(-1))} inside ${shown(group)}` };
  }
  const siblings = Object.keys(entriesOf(nodeAt(above)) ?? {}).filter((one) => one !== '$schema');
  const sibling = findMeant(name, siblings, '.');
  if (sibling !== null) return { field, state, wanted: shown(fieldName([...above, sibling])) };
  const other = otherSetting(path);
  if (other !== null) return { field, state, wanted: other };
  const keys = listOptions().map(({ key }) => key);
  const elsewhere =
    above.length > 0 ? undefined : keys.find((key) => key.toLowerCase().endsWith(`.${name.toLowerCase()}`));
  const all = alternatives(siblings.map((one) => fieldName([...above, one])));
  return { field, state, wanted: elsewhere === undefined ? all : shown(elsewhere) };
}

/** The problems of `$schema`, which is not an option. */
export function schemaProblems(value: unknown): readonly Problem[] {
  if (typeof value === 'string') return [];
  const state = `"$schema" is ${shown(value)}`;
  return [{ field: '$schema', state, wanted: 'the address of a JSON Schema' }];
}

/** valibot accepts a list as an object with the keys 0, 1 …, so this is checked first. */
function misplacedList(schema: unknown, value: unknown, path: Path): Problem | null {
  const node = unwrap(schema);
  if (Array.isArray(value) && (isRecord(node.entries) || node.type === 'record'))
    return notAnObject(value, path);
  const children: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(isRecord(value) ? value : {});
  for (const [key, child] of children) {
    const problem = misplacedList(childOf(node, key), child, [...path, key]);
    if (problem !== null) return problem;
  }
  return null;
}

/** The problem of a value that must be an object. */
export function notAnObject(value: unknown, path: Path): Problem {
  const field = fieldName(path);
  return { field, state: `${field === '' ? 'it' : shown(field)} is ${shown(value)}`, wanted: 'an object' };
}

/** The schema of the value at a path. */
function nodeAt(path: Path): unknown {
  let node: unknown = settingsSchema;
  for (const key of path) node = childOf(unwrap(node), key);
  return node;
}

function childOf(node: Readonly<Record<string, unknown>>, key: string | number): unknown {
  return entriesOf(node) === null ? (node.item ?? node.value) : entryOf(node, String(key));
}

function lockProblems(value: unknown): readonly Problem[] {
  const names = [...listGroups(), ...listOptions().map(({ key }) => key)];
  const problems: Problem[] = [];
  for (const [index, name] of asList(value).map(String).entries()) {
    if (names.includes(name)) continue;
    const field = `locked[${index}]`;
    const meant = findMeant(name, names, '.');
    const wanted = meant === null ? 'a key or a group such as "approval"' : shown(meant);
    problems.push({ field, state: `${shown(field)} is ${shown(name)}, no key and no group`, wanted });
  }
  return problems;
}
