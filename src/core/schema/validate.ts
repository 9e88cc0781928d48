import * as v from 'valibot';
import { type FailureCode, ToolFailure } from '../failure.ts';
import { didYouMean, didYouMeanOther } from '../names/meant-name.ts';
import { hasMoreEntries, isObject, ownValue } from '../record.ts';
import { undoubled } from './doubled-json.ts';
import { withoutNulls } from './null-fields.ts';
import { childSchema, chosenOption, entryNames, isUnknownKey, optionName, unwrap } from './schema-parts.ts';

/** A path of keys as `a.b[0].c`; empty for the whole value. */
function fieldOf(keys: readonly unknown[]): string {
  let field = '';
  for (const key of keys) {
    field += typeof key === 'number' ? `[${key}]` : field === '' ? String(key) : `.${String(key)}`;
  }
  return field;
}

/** The object that an issue is about a key of: the keys above it, its schema, its value, and what goes with the option it chooses. */
function holderOf(schema: unknown, { path }: v.BaseIssue<unknown>) {
  const above = (path ?? []).slice(0, -1).map((item) => item.key);
  const object = unwrap(above.reduce(childSchema, schema));
  const value = path?.at(-1)?.input;
  const chosen = chosenOption(object, value);
  const own = unwrap(chosen?.option ?? object);
  return { above, object, value, chosen, own, known: entryNames(own) };
}

/**
 * The first unknown keys of the object for which valibot reports only one. Each problem names the action that it belongs to, or the
 * nearest known key.
 */
function unknownKeys(schema: unknown, issue: v.BaseIssue<unknown>, most: number): readonly Problem[] {
  const { above, object, value, chosen, known } = holderOf(schema, issue);
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

/** More names than this would fill a sentence without helping. */
const mostNamed = 3;

/** The options of a variant that have a field, as the end of a sentence; empty if there are too many. */
function othersWith(node: unknown, name: string): string {
  if (!isObject(node) || !Array.isArray(node.options)) return '';
  const having = node.options.filter((option) => entryNames(option).includes(name));
  if (having.length > mostNamed) return '';
  const named = having.map((option) => JSON.stringify(optionName(option, node.key)));
  return `, but with ${named.join(' or ')}`;
}

/** Valibot's names of issues about numbers. */
const numberIssues: ReadonlySet<string> = new Set([
  'min_value',
  'max_value',
  'not_value',
  'integer',
  'safe_integer',
]);

/** The start of a problem that quotes an invalid number; empty otherwise. */
function outOfBounds({ type, input }: v.BaseIssue<unknown>): string {
  return numberIssues.has(type) && typeof input === 'number' ? `is ${input}, ` : '';
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  if (issue.kind !== 'schema') return `${outOfBounds(issue)}${issue.message}`;
  if (issue.received === 'undefined') return `is missing${choicesOf(issue)}`;
  return `must be ${wanted(issue.expected ?? 'of another kind')}, not ${kindName(issue.received)}${nearWord(issue)}`;
}

/** Valibot's names of types, in words. */
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

/** The quoted words of `("a" | "b")`; empty for a type. */
function choicesIn(expected: string): readonly string[] {
  return /^\(?"/.test(expected) ? expected.replace(/^\(|\)$/g, '').split(' | ') : [];
}

/** The choices for a missing value, if there are several words. */
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

/** The types in `(string | number)`, or the only one. */
function kindsIn(expected: string): readonly string[] {
  return expected.replace(/^\(|\)$/g, '').split(' | ');
}

/** A question with the choice nearest to a wrong word; empty for none. */
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

/** Keys that valibot silently drops from a record. */
const droppedKeys: readonly string[] = ['__proto__', 'prototype', 'constructor'];

/** `Object.entries` of an array with a million items takes seconds. */
function* entriesOf(value: object): Iterable<readonly [key: string, child: unknown]> {
  if (!Array.isArray(value)) return yield* Object.entries(value);
  for (const [index, child] of value.entries()) yield [String(index), child];
}

/** Problems that valibot does not report: a list where an object is required, and keys that it drops. */
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

/** The problem of a string that is not valid Unicode, which would be changed when encoded. */
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

/** Whether a schema is of a list of texts. */
function takesTexts(schema: unknown): boolean {
  const node = unwrap(schema);
  const item = isObject(node) && node.type === 'array' ? unwrap(node.item) : null;
  return isObject(item) && item.type === 'string';
}

/** A question with the only other field that takes a list of texts, where one was given to a field that does not; empty for none. */
function otherForTexts(schema: unknown, issue: v.BaseIssue<unknown>): string {
  const { input, path } = issue;
  if (path === undefined || !Array.isArray(input) || !input.every((item) => typeof item === 'string'))
    return '';
  const { own, value, known } = holderOf(schema, issue);
  const taking = known.filter(
    (name) => takesTexts(childSchema(own, name)) && !Object.hasOwn(Object(value), name),
  );
  return taking.length === 1 ? `; did you mean "${taking[0]}"?` : '';
}

function problemsOf(schema: v.GenericSchema, issue: v.BaseIssue<unknown>, most: number): readonly Problem[] {
  if (isUnknownKey(issue)) return unknownKeys(schema, issue, most);
  const field = fieldOf((issue.path ?? []).map((item) => item.key));
  return [{ field, problem: `${problemOf(issue)}${otherForTexts(schema, issue)}` }];
}

/** The output of a validation; throws `code` with each field, its problem and the nearest known name. */
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

/** Most entries of a value for which all problems are reported; for a larger one only the first, as there may be a million. */
const mostChecked = 1000;

function check<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.SafeParseResult<Schema> {
  return v.safeParse(schema, value, { abortEarly: hasMoreEntries(value, mostChecked) });
}

/** Validates strictly, but accepts null for an optional field; throws `code` with each field, its problem and the nearest known name. */
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

/** How many times nested JSON text is parsed. */
const mostDoubled = 2;

/**
 * Validates the input of a tool like `parseInput`, but also parses a list or object that came as JSON text: some clients encode
 * arguments twice. Strings with unpaired surrogates are rejected.
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
