import type { ParameterOperation } from 'unbash';
import type { Candidate } from '../rules/pattern.ts';

/** A text without a beginning or an end that is written out. */
function without(value: string, operator: string, text: string): string {
  if (operator.startsWith('#')) return value.startsWith(text) ? value.slice(text.length) : value;
  return value.endsWith(text) ? value.slice(0, value.length - text.length) : value;
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

/** What `${name…}` makes of a text, where it is said without wildcards; null where it is not. */
export function applied(operation: ParameterOperation, value: string): Candidate {
  const isPlain = (text: string) => !/[*?[\]()$`]/.test(text);
  switch (operation.type) {
    case 'Remove':
      return isPlain(operation.operand.text)
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
