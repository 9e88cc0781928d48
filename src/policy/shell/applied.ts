import type { ParameterOperation } from 'unbash';
import type { Candidate } from '../rules/pattern.ts';

/** Steps that one text may take against a pattern, of which each star takes as many as there are characters: thousands may be. */
const mostSteps = 20_000;
const mostPattern = 128;

/** A text without the shortest or, with the operator doubled, the longest beginning or end that is of a pattern of `*` and `?`. */
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

function sliced(value: string, offset: string, length: string | undefined): Candidate {
  if (!/^\s*-?\d+$/.test(offset) || (length !== undefined && !/^\d+$/.test(length))) return null;
  const from = Number(offset);
  const start = from < 0 ? Math.max(0, value.length + from) : from;
  return value.slice(start, length === undefined ? undefined : start + Number(length));
}

function cased(value: string, operator: string): string {
  const change = (text: string) => (operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase());
  return operator.length > 1 ? change(value) : change(value.slice(0, 1)) + value.slice(1);
}

/** What `${name…}` makes of a text, where that can be told by what is written; null where it cannot. */
export function applied(operation: ParameterOperation, value: string): Candidate {
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
      return operation.operand === undefined || operation.operand.text === ''
        ? cased(value, operation.operator)
        : null;
    default:
      return null;
  }
}
