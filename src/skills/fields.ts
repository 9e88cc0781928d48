import { isRecord } from '../core/record.ts';
import { escapeDeceptive } from '../core/text/unseen.ts';
import type { Field } from './frontmatter.ts';
import type { Diagnostic, Requirements } from './skill.ts';

/** The fields of the specification (agentskills.io), and those that this program reads in addition. */
const known: readonly string[] = [
  'name',
  'description',
  'license',
  'compatibility',
  'metadata',
  'allowed-tools',
  'always',
  'requires',
];

const mostNameChars = 64;
const mostUsedChars = 128;
export const mostDescriptionChars = 1024;
const mostCompatibilityChars = 500;

type Fields = ReadonlyMap<string, Field>;

/** Why a text is not a valid name of a skill; null if it is. */
export function nameProblem(name: string): string | null {
  if (name === '') return 'is empty';
  if ([...name].length > mostNameChars) return `has more than ${mostNameChars} characters`;
  if (!/^[a-z0-9-]+$/.test(name)) return 'has other characters than a-z, 0-9 and "-"';
  if (name.startsWith('-') || name.endsWith('-')) return 'begins or ends with "-"';
  return name.includes('--') ? 'has "--" in it' : null;
}

/**
 * Whether a skill's name that breaks the specification is usable: letters, digits and usual separators, so that it can be typed and
 * displayed, and is no path, pattern or flag.
 */
export function isUsableName(name: string): boolean {
  return (
    name.length <= mostUsedChars &&
    /^[\p{L}\p{N}_](?: ?[\p{L}\p{M}\p{N}._:+-])*$/u.test(name) &&
    escapeDeceptive(name) === name
  );
}

/** Everything in the fields that breaks the specification; `folder` is the name that the skill must have, null for any. */
export function checkFields(fields: Fields, folder: string | null): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const add = (key: string, problem: string | null): void => {
    if (problem === null) return;
    const [top = key] = fields.has(key) ? [key] : key.split('.');
    found.push({ line: fields.get(top)?.line ?? 1, problem: `"${key}" ${problem}` });
  };
  const addOption = (key: string, check: (value: unknown) => string | null): void => {
    const option = optionOf(fields, key);
    if (option !== null) add(option.path, check(option.value));
  };
  add('name', textProblem(fields, 'name', nameProblem));
  const name = textOf(fields, 'name');
  if (name !== null && folder !== null && name !== folder) {
    add('name', `is "${name}" but its folder is ${JSON.stringify(folder)}`);
  }
  add(
    'description',
    textProblem(fields, 'description', (text) => lengthProblem(text, mostDescriptionChars)),
  );
  if (fields.has('compatibility')) {
    add(
      'compatibility',
      textProblem(fields, 'compatibility', (text) => lengthProblem(text, mostCompatibilityChars)),
    );
  }
  if (fields.has('license'))
    add(
      'license',
      textProblem(fields, 'license', () => null),
    );
  if (fields.has('allowed-tools')) add('allowed-tools', toolsOf(fields) === null ? 'is not text' : null);
  if (fields.has('metadata') && !isRecord(fields.get('metadata')?.value)) add('metadata', 'is no mapping');
  addOption('always', switchProblem);
  addOption('requires', requiresProblem);
  for (const key of fields.keys()) if (!known.includes(key)) add(key, 'is not a known field');
  return found.sort((a, b) => a.line - b.line);
}

function textProblem(fields: Fields, key: string, check: (text: string) => string | null): string | null {
  const field = fields.get(key);
  if (field === undefined) return 'is missing';
  return typeof field.value === 'string' ? check(field.value) : 'is not text';
}

function lengthProblem(text: string, most: number): string | null {
  if (text.trim() === '') return 'is empty';
  const { length } = [...text];
  return length > most ? `has ${length} characters, more than ${most}` : null;
}

function switchProblem(value: unknown): string | null {
  return typeof value === 'boolean' || value === 'true' || value === 'false'
    ? null
    : 'is neither true nor false';
}

function requiresProblem(value: unknown): string | null {
  if (!isRecord(value)) return 'is no mapping of "bins" and "env"';
  const isList = (list: unknown): boolean =>
    list === undefined ||
    typeof list === 'string' ||
    (Array.isArray(list) && list.every((item) => typeof item === 'string'));
  const isNamed = isList(value.bins) && isList(value.env) && isList(value.anyBins);
  return isNamed ? null : 'has "bins", "anyBins" or "env" that is no list of names';
}

/** A field's text, trimmed; null if it is missing, empty or not text. */
export function textOf(fields: Fields, key: string): string | null {
  const value = fields.get(key)?.value;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** The tools in `allowed-tools`: a text in the specification, a list in many files. Null for anything else. */
export function toolsOf(fields: Fields): readonly string[] | null {
  const value = fields.get('allowed-tools')?.value;
  if (typeof value === 'string') return value.match(/[^\s,(]+(?:\([^)]{0,1000}\))?/g) ?? [];
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null;
}

/** Whether the skill asks to be in every prompt. */
export function isAlways(fields: Fields): boolean {
  const value = optionOf(fields, 'always')?.value;
  return value === true || value === 'true';
}

/** What the skill requires; names that are not text are skipped. */
export function requirementsOf(fields: Fields): Requirements {
  const value = optionOf(fields, 'requires')?.value;
  const requires = isRecord(value) ? value : {};
  const anyBins = namesOf(requires.anyBins);
  return {
    bins: namesOf(requires.bins),
    env: namesOf(requires.env),
    ...(anyBins.length === 0 ? {} : { anyBins }),
  };
}

function namesOf(value: unknown): readonly string[] {
  const list: readonly unknown[] =
    typeof value === 'string' ? value.split(/[\s,]+/) : Array.isArray(value) ? value : [];
  return list.filter((item): item is string => typeof item === 'string' && item !== '');
}

/** Sections of `metadata` that are read after `metadata` itself: published skills state their requirements there. */
const sections = ['nanobot', 'openclaw'];

/** A field at the top level, in `metadata` or in one of its sections, with its path; null for none. */
function optionOf(fields: Fields, key: string): { readonly path: string; readonly value: unknown } | null {
  const top = fields.get(key)?.value;
  if (top !== undefined) return { path: key, value: top };
  const metadata = fields.get('metadata')?.value;
  if (!isRecord(metadata)) return null;
  if (metadata[key] !== undefined) return { path: `metadata.${key}`, value: metadata[key] };
  for (const name of sections) {
    const section = metadata[name];
    if (isRecord(section) && section[key] !== undefined)
      return { path: `metadata.${name}.${key}`, value: section[key] };
  }
  return null;
}
