import type { ParameterExpansionPart, ParameterOperation } from 'unbash';
import { NotUnderstood } from './arg.ts';

/** Matches text in which nothing is expanded, in any quotes; an escaped newline or tab is allowed. */
const inert = /^(?:[^'"`$\\]|\$'\\[nt]')*$/;

function operandTexts(operation: ParameterOperation): readonly string[] {
  switch (operation.type) {
    case 'Default':
      if (operation.operator.includes('=') || operation.operator.includes('?')) {
        throw new NotUnderstood('assigns or stops inside an expansion');
      }
      return [operation.operand.text];
    case 'Remove':
      return [operation.operand.text];
    case 'Replace':
      return [operation.pattern.text, operation.replacement.text];
    case 'CaseModification':
      return operation.operand === undefined ? [] : [operation.operand.text];
    case 'Slice': {
      const bounds = [operation.offset.text, operation.length?.text ?? '0'];
      if (bounds.some((bound) => !/^\s*-?\d+$/.test(bound)))
        throw new NotUnderstood('computes inside an expansion');
      return [];
    }
    default:
      throw new NotUnderstood('transforms a variable');
  }
}

/** Whether an array element has a literal index, which needs no evaluation. */
function isPlainElement({ index }: ParameterExpansionPart): boolean {
  return /^(-?\d+|[@*])$/.test(index?.text ?? '');
}

function isIndices({ index, operation }: ParameterExpansionPart): boolean {
  return /^[@*]$/.test(index?.text ?? '') && operation === undefined;
}

/** Checks that `${…}` only reads a variable and runs nothing; throws NotUnderstood otherwise. */
export function checkParameter(part: ParameterExpansionPart): void {
  if (part.index !== undefined && !isPlainElement(part)) throw new NotUnderstood('reads an array element');
  // With `[@]` or `[*]`, `!` lists the indexes of an array.
  if (part.prefix === '!' && !isIndices(part)) throw new NotUnderstood('expands a variable named by another');
  if (!/^(\w+|[?#$!@*-])$/.test(part.parameter)) throw new NotUnderstood('expands something unusual');
  if (part.operation === undefined) return;
  if (!operandTexts(part.operation).every((text) => inert.test(text))) {
    throw new NotUnderstood('quotes or expands inside an expansion');
  }
}
