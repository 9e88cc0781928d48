import type { ArithmeticExpression, WordPart } from 'unbash';
import { NotUnderstood } from './arg.ts';
import { checkArithmetic } from './numbers.ts';
import { printsCount, printsNumber } from './printed.ts';
import { numberedPiece } from './substituted.ts';
import type { WordReading } from './word.ts';

type Computed = Extract<WordPart, { type: 'ArithmeticExpansion' }>;
type Part = WordPart | Extract<ArithmeticExpression, { type: 'ArithmeticCommandExpansion' }>;

/** Adds the expansions in a computation, in the order of the text. */
function collect(expression: ArithmeticExpression | undefined, into: Part[]): void {
  switch (expression?.type) {
    case 'ArithmeticBinary':
      collect(expression.left, into);
      collect(expression.right, into);
      break;
    case 'ArithmeticUnary':
      collect(expression.operand, into);
      break;
    case 'ArithmeticTernary':
      collect(expression.test, into);
      collect(expression.consequent, into);
      collect(expression.alternate, into);
      break;
    case 'ArithmeticGroup':
      collect(expression.expression, into);
      break;
    case 'ArithmeticWord':
      into.push(...(expression.parts ?? []));
      break;
    case 'ArithmeticCommandExpansion':
      into.push(expression);
  }
}

/** A number or variable name that may stand for an expanded part; null for others. */
function inPlaceOf(part: Part, reading: WordReading): string | null {
  if (part.type === 'ParameterExpansion') {
    if (!/^\$\{(?:[A-Za-z_]\w*|#[A-Za-z_]\w*(?:\[[@*]\])?)\}$/.test(part.text)) return null;
    reading.coverage.start(part.pos, part.end);
    return part.prefix === '#' ? ' 1 ' : `$${part.parameter}`;
  }
  if (part.type !== 'CommandExpansion' && part.type !== 'ArithmeticCommandExpansion') return null;
  if (part.script === undefined || !part.text.startsWith('$(')) return null;
  reading.coverage.start(part.pos, part.end);
  const printed = reading.enter(part.script, part);
  const isNumber = printsCount(part) || printsNumber(part);
  return isNumber || (printed && numberedPiece(printed, true, reading)) ? ' 1 ' : null;
}

/** Checks that `$((…))` computes with numbers only, including numbers that commands print. */
export function readArithmetic(computed: Computed, reading: WordReading): void {
  if (!/^\$\(\(.*\)\)$/s.test(computed.text)) throw new NotUnderstood('computes in an old way');
  const parts: Part[] = [];
  collect(computed.expression, parts);
  let text = '';
  let from = 3;
  for (const part of parts) {
    const [at, end] = [part.pos - computed.pos, part.end - computed.pos];
    if (at < from || computed.text.slice(at, end) !== part.text) continue;
    const number = inPlaceOf(part, reading);
    if (number === null) continue;
    text += computed.text.slice(from, at) + number;
    from = end;
  }
  checkArithmetic(text + computed.text.slice(from, -2), reading.known);
}
