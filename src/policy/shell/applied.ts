import type { ParameterOperation } from 'unbash';
import type { Candidate } from '../rules/pattern.ts';
import { here, ofHere } from './here.ts';
import type { PrintReading } from './print-reading.ts';
import { unescaped } from './printf.ts';
import type { Held } from './seen-variables.ts';

/** Most steps of matching one text against a pattern: each star may take as many as the text has characters. */
const mostSteps = 20_000;
const mostPattern = 128;
/** Most characters of a text that is changed, and of the result. */
const longest = 65_536;

/** Removes the shortest prefix or suffix matching a pattern of `*` and `?`; the longest if the operator is doubled. */
function without(value: string, operator: string, pattern: string): Candidate {
  if (!/[*?]/.test(pattern)) {
    if (operator.startsWith('#')) return value.startsWith(pattern) ? value.slice(pattern.length) : value;
    return value.endsWith(pattern) ? value.slice(0, value.length - pattern.length) : value;
  }
  const stars = pattern.replace(/\*+/g, '*').split('*').length - 1;
  if (pattern.length > mostPattern || value.length ** (stars + 1) > mostSteps) return null;
  const source = pattern
    .replace(/[^*?\w]/g, '\\$&')
    .replace(/\*+/g, '[^]*')
    .replaceAll('?', '[^]');
  const whole = new RegExp(`^${source}$`);
  const sizes = Array.from({ length: value.length + 1 }, (_, size) => size);
  const isStart = operator.startsWith('#');
  for (const size of operator.length > 1 ? sizes.reverse() : sizes) {
    const cut = isStart ? value.slice(0, size) : value.slice(value.length - size);
    if (whole.test(cut)) return isStart ? value.slice(size) : value.slice(0, value.length - size);
  }
  return value;
}

function replaced(value: string, operator: string, [text, by]: readonly [string, string]): string {
  if (text === '') return value;
  if (operator === '/#') return value.startsWith(text) ? by + value.slice(text.length) : value;
  if (operator === '/%') return value.endsWith(text) ? value.slice(0, -text.length) + by : value;
  return operator === '//' ? value.replaceAll(text, () => by) : value.replace(text, () => by);
}

/** Most characters that replacing every match inserts into a text; 0 for other operations, which do not lengthen texts. */
function lengthOf(operation: ParameterOperation, { length }: string): number {
  if (operation.type !== 'Replace' || operation.operator !== '//') return 0;
  const { pattern, replacement } = operation;
  return (length / Math.max(1, pattern.value.length)) * replacement.value.length;
}

const endless = { takeStep: () => true };

const wholeNumber = /^\s*(?:\(\s*)?(-?\d+)\s*(?:\)\s*)?$/;

/** The part of a text or list that a slice takes; null if its numbers are not literal. */
export function sliced<Whole extends string | Held>(
  value: Whole,
  offset: string,
  length: string | undefined,
): ReturnType<Whole['slice']> | null;
export function sliced(value: string | Held, offset: string, length: string | undefined) {
  const from = Number(wholeNumber.exec(offset || '0')?.[1] ?? Number.NaN);
  const size = length === undefined ? null : Number(wholeNumber.exec(length)?.[1] ?? Number.NaN);
  if (Number.isNaN(from) || Number.isNaN(size)) return null;
  const start = from < 0 ? Math.max(0, value.length + from) : from;
  if (size === null) return value.slice(start);
  return value.slice(start, size < 0 ? Math.max(start, value.length + size) : start + size);
}

/** The value of `${name@Q}` and the like; for finding dangers, a quoted word is the same as the word. */
function transformed(value: string, operator: string): Candidate {
  switch (operator) {
    case 'U':
      return value.toUpperCase();
    case 'u':
      return cased(value, '^');
    case 'L':
      return value.toLowerCase();
    case 'E':
      return unescaped(value);
    case 'Q':
    case 'P':
    case 'K':
    case 'k':
      return value;
    default:
      return null;
  }
}

function cased(value: string, operator: string): string {
  const change = (text: string) => (operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase());
  return operator.length > 1 ? change(value) : change(value.slice(0, 1)) + value.slice(1);
}

/**
 * The value of `${name…}` for a text if the operation is fully known; null otherwise. For a text that is too long, all
 * remaining steps are taken.
 */
export function applied(
  operation: ParameterOperation,
  value: string,
  { takeStep }: Pick<PrintReading, 'takeStep'> = endless,
): Candidate {
  if (value === here) return ofHere(operation);
  const length = Math.max(value.length, lengthOf(operation, value));
  if (!takeStep(length > longest ? Number.POSITIVE_INFINITY : length) || length > longest) return null;
  const isPlain = (text: string) => !/[*?[\]()$`]/.test(text);
  switch (operation.type) {
    case 'Remove':
      return isPlain(operation.operand.text.replace(/[*?]/g, ''))
        ? without(value, operation.operator, operation.operand.value)
        : null;
    case 'Replace': {
      const { pattern, replacement, operator } = operation;
      const isKnown = isPlain(pattern.text) && isPlain(replacement.text);
      return isKnown ? replaced(value, operator, [pattern.value, replacement.value]) : null;
    }
    case 'Slice':
      return sliced(value, operation.offset.value, operation.length?.value);
    case 'CaseModification':
      // A pattern is ignored, as it may match every character.
      return cased(value, operation.operator);
    case 'Transform':
      return transformed(value, operation.operand.value);
    default:
      return null;
  }
}
