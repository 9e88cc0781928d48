import type { TestExpression, Word } from 'unbash';
import { type Arg, NotUnderstood, type TouchedPath } from './arg.ts';
import { isBalanced, isNumber } from './numbers.ts';
import { fileComparisons, fileTests, numberComparisons, textTests } from './test-operators.ts';
import { readOneWord, type WordReading } from './word.ts';

const comparisons: ReadonlySet<string> = new Set(['=', '==', '!=', '<', '>', '=~']);

/** An operand: inside `[[` nothing is split. */
function readOperand(word: Word, reading: WordReading): Arg {
  const arg = readOneWord(word, reading);
  return arg.kind === 'unknown' ? { ...arg, single: true } : arg;
}

/**
 * Whether a pattern behind `=~` is one as it stands: of dollar signs only those that end something. A parenthesis makes bash read
 * up to its partner, whatever stands between, in classes and behind backslashes too.
 */
function isPlainPattern(text: string): boolean {
  if (!/[$`(]/.test(text)) return true;
  if (!/^(?:[\w^.*+?[\]{}|()\\:,=@%~/-]|\$(?=[)|]|$))*$/.test(text) || /\\[()]|\[[^\]]*[()]/.test(text))
    return false;
  return isBalanced(text);
}

/** The paths `[[ … ]]` looks at; throws NotUnderstood for operators that evaluate their operands (`-v`, and `-eq` of what is no number). */
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
      // Bash computes what it takes for a number; of one nothing is left to compute.
      if (numberComparisons.has(node.operator) && isNumber(left) && isNumber(right)) return [];
      throw new NotUnderstood(`compares with ${node.operator}`);
    }
  }
}
