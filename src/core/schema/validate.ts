import * as v from 'valibot';
import { type FailureCode, ToolFailure } from '../failure.ts';
import { didYouMean, didYouMeanOther } from '../names/meant-name.ts';
import { hasMoreEntries, isObject, ownValue } from '../record.ts';
import { undoubled } from './doubled-json.ts';
import { withoutNulls } from './null-fields.ts';
import { childSchema, chosenOption, entryNames, isUnknownKey, optionName, unwrap } from './schema-parts.ts';

/** `a.b[0].c` of the keys that lead to a place; empty for the whole value. */
function fieldOf(keys: readonly unknown[]): string {
  let field = '';
  for (const key of keys) {
    field += typeof key === 'number' ? `[${key}]` : field === '' ? String(key) : `.${String(key)}`;
  }
  return field;
}

/**
 * The first unknown keys of the object in which valibot names one alone, with what each has to say of itself: the action it is
 * not for, or the nearest key that could have stood there.
 */
function unknownKeys(schema: unknown, issue: v.BaseIssue<unknown>, most: number): readonly Problem[] {
  const path = issue.path ?? [];
  const above = path.slice(0, -1).map((item) => item.key);
  let node: unknown = schema;
  for (const key of above) node = childSchema(node, key);
  const object = unwrap(node);
  const value = path.at(-1)?.input;
  const chosen = chosenOption(object, value);
  const known = entryNames(chosen?.option ?? object);
  const problemOfKey = (name: string): string => {
    if (chosen !== null && entryNames(object).includes(name))
      return `does not go with "${chosen.name}"${othersWith(object, name)}${didYouMeanOther(name, known)}`;
    return `is not a known field${didYouMean(name, known)}`;
  };
  return Object.keys(isObject(value) ? value : {})
    .filter((name) => !known.includes(name))
    .slice(0, most)
    .map((name) => ({ field: fieldOf([...above, name]), problem: problemOfKey(name) }));
}

/** Names that would fill a sentence tell nobody where a field belongs. */
const mostNamed = 3;

/** The options of a variant that have a field, as the end of a sentence; empty where they are too many to help. */
function othersWith(node: unknown, name: string): string {
  if (!isObject(node) || !Array.isArray(node.options)) return '';
  const having = node.options.filter((option) => entryNames(option).includes(name));
  if (having.length > mostNamed) return '';
  const named = having.map((option) => JSON.stringify(optionName(option, node.key)));
  return `, but with ${named.join(' or ')}`;
}

/** What a number can be wrong in, by valibot's names. */
const numberIssues: ReadonlySet<string> = new Set([
  'min_value',
  'max_value',
  'not_value',
  'integer',
  'safe_integer',
]);

/** A number that is out of its bounds is told, as one that a setting bounds is. */
function outOfBounds({ type, input }: v.BaseIssue<unknown>): string {
  return numberIssues.has(type) && typeof input === 'number' ? `is ${input}, ` : '';
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  if (issue.kind !== 'schema') return `${outOfBounds(issue)}${issue.message}`;
  if (issue.received === 'undefined') return `is missing${choicesOf(issue)}`;
  return `must be ${wanted(issue.expected ?? 'of another kind')}, not ${kindName(issue.received)}${nearWord(issue)}`;
}

/** How kinds that valibot names are said to a person. */
const kindNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'an object',
};

function kindName(kind: string): string {
  return ownValue(kindNames, kind) ?? kind;
}

/** The words of `("a" | "b")`, each in its quotes; none for a kind. */
function choicesIn(expected: string): readonly string[] {
  return /^\(?"/.test(expected) ? expected.replace(/^\(|\)$/g, '').split(' | ') : [];
}

/** What a value that is missing could have been, where that is one of a few words. */
function choicesOf({ expected }: v.BaseIssue<unknown>): string {
  const words = choicesIn(expected ?? '');
  return words.length < 2 ? '' : `; expected ${wanted(expected ?? '')}`;
}

function wanted(expected: string): string {
  const words = choicesIn(expected);
  if (words.length > 2) return `one of ${words.join(', ')}`;
  const kinds = words.length === 0 ? kindsIn(expected).map(kindName) : words;
  return kinds.join(' or ');
}

/** The kinds of `(string | number)`, or the one kind. */
function kindsIn(expected: string): readonly string[] {
  return expected.replace(/^\(|\)$/g, '').split(' | ');
}

/** The choice that a wrong word is near to, as a question. */
function nearWord({ expected, input }: v.BaseIssue<unknown>): string {
  if (typeof input !== 'string') return '';
  return didYouMean(
    input,
    choicesIn(expected ?? '').map((word) => word.slice(1, -1)),
  );
}

export interface Problem {
  /** `a.b[0].c`; empty for the whole value. */
  readonly field: string;
  readonly problem: string;
}

const objectTypes: ReadonlySet<unknown> = new Set(['strict_object', 'object', 'record', 'variant']);

/** Keys that valibot drops from a record without a word. */
const droppedKeys: readonly string[] = ['__proto__', 'prototype', 'constructor'];

/** The runtime takes seconds for the entries of a list of a million as those of an object. */
function* entriesOf(value: object): Iterable<readonly [key: string, child: unknown]> {
  if (!Array.isArray(value)) return yield* Object.entries(value);
  for (const [index, child] of value.entries()) yield [String(index), child];
}

/** What valibot passes over, so it is looked for before: a list for an object with the keys 0, 1 …, and keys it drops. */
function structureProblem(schema: unknown, value: unknown, field: string): Problem | null {
  const node = unwrap(schema);
  if (!isObject(node)) return null;
  if (objectTypes.has(node.type) && Array.isArray(value))
    return { field, problem: 'must be an object, not a list' };
  if (!isObject(value)) return null;
  const dropped = node.type === 'record' ? droppedKeys.find((key) => Object.hasOwn(value, key)) : undefined;
  if (dropped !== undefined)
    return { field: innerField(value, field, dropped), problem: 'is not a name that can be used' };
  for (const [key, child] of entriesOf(value)) {
    const problem = structureProblem(childSchema(node, key), child, innerField(value, field, key));
    if (problem !== null) return problem;
  }
  return null;
}

function innerField(value: object, field: string, key: string): string {
  if (Array.isArray(value)) return `${field}[${key}]`;
  return field === '' ? key : `${field}.${key}`;
}

/** A text that no UTF-8 is: whoever it is handed to would be given another one. */
function textProblem(value: unknown, field: string): Problem | null {
  if (typeof value === 'string')
    return value.isWellFormed() ? null : { field, problem: 'holds half of a surrogate pair' };
  if (!isObject(value)) return null;
  for (const [key, child] of entriesOf(value)) {
    const inner = innerField(value, field, key);
    const problem = textProblem(key, inner.toWellFormed()) ?? textProblem(child, inner);
    if (problem !== null) return problem;
  }
  return null;
}

function problemsOf(schema: v.GenericSchema, issue: v.BaseIssue<unknown>, most: number): readonly Problem[] {
  if (isUnknownKey(issue)) return unknownKeys(schema, issue, most);
  return [{ field: fieldOf((issue.path ?? []).map((item) => item.key)), problem: problemOf(issue) }];
}

/** What a schema made of a value; throws `code` naming each field, its problem and the nearest known name. */
function outputOf<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  { result, code }: { readonly result: v.SafeParseResult<Schema>; readonly code: FailureCode },
): v.InferOutput<Schema> {
  const structure = structureProblem(schema, value, '');
  if (result.success && structure === null) return result.output;
  if (structure !== null) throw failureOf([structure], code);
  const most = hasMoreEntries(value, mostChecked) ? 1 : mostChecked;
  const problems = (result.issues ?? []).flatMap((issue) => problemsOf(schema, issue, most));
  throw failureOf(problems.slice(0, most), code);
}

function failureOf(problems: readonly Problem[], code: FailureCode): ToolFailure {
  const message = problems
    .map(({ field, problem }) => (field === '' ? `Input ${problem}` : `"${field}" ${problem}`))
    .join('; ');
  return new ToolFailure(code, message, { ...problems[0], ...(problems.length > 1 ? { problems } : {}) });
}

/** Entries up to which all that is wrong with a value is told; of a larger one the first problem, as it may have one for each of a million. */
const mostChecked = 1000;

function check<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.SafeParseResult<Schema> {
  return v.safeParse(schema, value, { abortEarly: hasMoreEntries(value, mostChecked) });
}

/**
 * Validates strictly, but takes null for a field that may be left out; throws `code` naming each field, its problem and the nearest
 * known name.
 */
export function parseInput<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  code: FailureCode = 'invalid_input',
): v.InferOutput<Schema> {
  const given = check(schema, value);
  if (given.success) return outputOf(schema, value, { result: given, code });
  const read = withoutNulls(schema, value);
  return outputOf(schema, read, { result: check(schema, read), code });
}

/** Lists and objects as JSON text inside one another that are still read. */
const mostDoubled = 2;

/**
 * Validates the input of a tool as `parseInput` does, but takes a list or an object that came as its JSON text for what it says:
 * some clients encode arguments twice. No text of it may be one that UTF-8 cannot hold.
 */
export function parseToolInput<Schema extends v.GenericSchema>(
  schema: Schema,
  given: unknown,
): v.InferOutput<Schema> {
  let value = given;
  let result = check(schema, value);
  for (let depth = 0; depth <= mostDoubled && !result.success; depth += 1) {
    const read = depth === 0 ? value : undoubled(value, result.issues);
    if (read === null) break;
    value = withoutNulls(schema, read);
    result = check(schema, value);
  }
  const output = outputOf(schema, value, { result, code: 'invalid_input' });
  const problem = textProblem(value, '');
  if (problem !== null) throw failureOf([problem], 'invalid_input');
  return output;
}
