import { setOf } from '../programs/words.ts';
import { type Arg, NotUnderstood, textOf } from './arg.ts';

/** A number in decimal digits. */
export const wholeNumber = /^\d{1,9}$/;

/** A word that is some whole number. */
export function numberArg(name: string): Arg {
  return { kind: 'unknown', text: name, prefix: '', single: true, isNumber: true };
}

/** Whether a value is a number or empty; numeric comparisons evaluate neither as code. */
export function isCount(arg: Arg): boolean {
  return arg.kind === 'unknown' && arg.isCount === true;
}

/** A word that is some number, or empty. */
export function countArg(name: string): Arg {
  return { kind: 'unknown', text: name, prefix: '', single: true, isCount: true };
}

/** Variables that bash converts to a number whenever they are read. */
const readAsNumbers = setOf('RANDOM SECONDS LINENO UID EUID PPID');

/** The value of a shell variable that is always a number; undefined for others. */
export function ownNumber(name: string): Arg | undefined {
  return readAsNumbers.has(name) ? numberArg(name) : undefined;
}

/** Whether commands print only whole numbers, one per line: `seq 1 5`. For larger ones, some `seq` print exponents. */
export function printsNumberLines([first = [], ...others]: readonly (readonly Arg[])[]): boolean {
  const [program, ...words] = first;
  const isWhole = (word: Arg) => /^(-w|-?\d{1,6})$/.test(textOf(word) ?? '');
  return others.length === 0 && textOf(program) === 'seq' && words.length > 0 && words.every(isWhole);
}

/** Whether a value is a number, known or not, or empty, which evaluates to 0. */
export function isNumber(arg: Arg | undefined): boolean {
  return arg?.kind === 'unknown'
    ? arg.isNumber === true || isCount(arg)
    : wholeNumber.test(textOf(arg) ?? '');
}

/** Whether a value is line numbers, or a message in their place whose words are not variables: evaluating that fails at worst. */
export function isLines(arg: Arg | undefined): boolean {
  return arg?.kind === 'unknown' && arg.lines !== undefined && arg.prefix === '';
}

/** Checks that arithmetic has only numbers, operators and numeric variables; other variables are evaluated, which can run programs. */
export function checkArithmetic(text: string, known: { get(name: string): Arg | undefined }): void {
  const decimal = text.replace(/\b(?:0[xX][\dA-Fa-f]+|\d{1,2}#[\dA-Za-z]+)\b/g, '1');
  // The last status, and the number of arguments.
  const plain = decimal.replace(/\$[?#](?![\w{])/g, ' 1 ');
  const bare = plain.replace(/\$?\b[A-Za-z_]\w*/g, (name) => {
    const value = known.get(name.replace('$', ''));
    if (!isNumber(value) && !isLines(value)) throw new NotUnderstood('computes with names');
    return '1';
  });
  if (!/^[\d\s+*/%()<>=!&|^~?:,-]*$/.test(bare)) throw new NotUnderstood('computes with names');
}

/** Checks an arithmetic command, `((i++))`: if a parenthesis closes early, the shell runs the content as commands instead. */
export function checkCounting(body: string, known: Parameters<typeof checkArithmetic>[1]): void {
  if (body.trim() === '' || !isBalanced(body)) throw new NotUnderstood('uses arithmetic');
  checkArithmetic(body, known);
}

/** Whether all parentheses are balanced. */
export function isBalanced(text: string): boolean {
  let open = 0;
  for (const char of text) {
    if (char === '(') open += 1;
    else if (char === ')') open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}
