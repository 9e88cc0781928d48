import type { TestExpression, Word } from 'unbash';
import { type Arg, NotUnderstood, type TouchedPath } from './arg.ts';
import { isBalanced, isNumber } from './numbers.ts';
import { fileComparisons, fileTests, numberComparisons, textTests } from './test-operators.ts';
import { readOneWord, type WordReading } from './word.ts';

const comparisons: ReadonlySet<string> = new Set(['=', '==', '!=', '<', '>', '=~']);

/** Reads an operand; inside `[[` words are not split. */
function readOperand(word: Word, reading: WordReading): Arg {
  const arg = readOneWord(word, reading);
  return arg.kind === 'unknown' ? { ...arg, single: true } : arg;
}

/**
 * Whether a pattern behind `=~` is known as written: it may have dollar signs only at an end. After a parenthesis bash reads
 * up to the matching one, even through classes and backslashes.
 */
function isPlainPattern(text: string): boolean {
  if (!/[$`(]/.test(text)) return true;
  if (!/^(?:[\w^.*+?[\]{}|()\\:,=@%~/-]|\$(?=[)|]|$))*$/.test(text) || /\\[()]|\[[^\][()]*[()]/.test(text))
    return false;
  return isBalanced(text);
}

/** The paths that `[[ … ]]` tests; throws NotUnderstood for operators that evaluate operands (`-v`, and `-eq` of other than numbers). */
export function readTest(node: TestExpression, reading: WordReading): readonly TouchedPath[] {
  switch (node.type) {
    case 'TestLogical':
      return node.operands.flatMap((operand) => readTest(operand, reading));
    case 'TestNot':
      return readTest(node.operand, reading);
    case 'TestGroup':
      return readTest(node.expression, reading);
    case 'TestUnary': {
      const target = readOperand(node.operand, reading);
      if (fileTests.has(node.operator)) return [{ access: 'list', target }];
      if (textTests.has(node.operator)) return [];
      throw new NotUnderstood(`tests with ${node.operator}`);
    }
    case 'TestBinary': {
      const left = readOperand(node.left, reading);
      if (node.operator === '=~') {
        if (!isPlainPattern(node.right.text)) throw new NotUnderstood('computes a pattern');
        return [];
      }
      const right = readOperand(node.right, reading);
      if (comparisons.has(node.operator)) return [];
      if (fileComparisons.has(node.operator)) {
        return [
          { access: 'list', target: left },
          { access: 'list', target: right },
        ];
      }
      // Bash evaluates operands as arithmetic; a number needs no evaluation.
      if (numberComparisons.has(node.operator) && isNumber(left) && isNumber(right)) return [];
      throw new NotUnderstood(`compares with ${node.operator}`);
    }
  }
}
