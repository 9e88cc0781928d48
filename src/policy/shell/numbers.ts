import { type Arg, NotUnderstood, textOf } from './arg.ts';

/** A number as it is written out. */
export const wholeNumber = /^\d{1,9}$/;

/** Something that holds a number, whichever. */
export function numberArg(name: string): Arg {
  return { kind: 'unknown', text: name, prefix: '', single: true, isNumber: true };
}

/** Whether a value is a number or nothing, which no comparison of numbers takes for anything else. */
export function isCount(arg: Arg): boolean {
  return arg.kind === 'unknown' && arg.isCount === true;
}

/** Something that holds a number, whichever, or nothing. */
export function countArg(name: string): Arg {
  return { kind: 'unknown', text: name, prefix: '', single: true, isCount: true };
}

/** Variables that bash makes a number of whenever they are read. */
const readAsNumbers: ReadonlySet<string> = new Set('RANDOM SECONDS LINENO UID EUID PPID'.split(' '));

/** What a variable of the shell's own holds that is a number whatever was run; undefined for every other. */
export function ownNumber(name: string): Arg | undefined {
  return readAsNumbers.has(name) ? numberArg(name) : undefined;
}

/** Whether commands print whole numbers, one in each line, and nothing else: `seq 1 5`. Of larger ones some `seq` print an exponent. */
export function printsNumberLines([first = [], ...others]: readonly (readonly Arg[])[]): boolean {
  const [program, ...words] = first;
  const isWhole = (word: Arg) => /^(-w|-?\d{1,6})$/.test(textOf(word) ?? '');
  return others.length === 0 && textOf(program) === 'seq' && words.length > 0 && words.every(isWhole);
}

/** Whether a value is a number, known or not, or nothing, which is computed as 0. */
export function isNumber(arg: Arg | undefined): boolean {
  return arg?.kind === 'unknown'
    ? arg.isNumber === true || isCount(arg)
    : wholeNumber.test(textOf(arg) ?? '');
}

/** Whether a value is numbers of lines: of several, and of a word in their place that is no variable, the shell computes nothing but a mistake. */
export function isLines(arg: Arg | undefined): boolean {
  return arg?.kind === 'unknown' && arg.lines !== undefined && arg.prefix === '';
}

/** Checks that arithmetic holds numbers, operators and names of numbers: other names are evaluated, which can run programs. */
export function checkArithmetic(text: string, known: { get(name: string): Arg | undefined }): void {
  const decimal = text.replace(/\b(?:0[xX][\dA-Fa-f]+|\d{1,2}#[\dA-Za-z]+)\b/g, '1');
  // The last status, and how many arguments there are.
  const plain = decimal.replace(/\$[?#](?![\w{])/g, ' 1 ');
  const bare = plain.replace(/\$?\b[A-Za-z_]\w*/g, (name) => {
    const value = known.get(name.replace('$', ''));
    if (!isNumber(value) && !isLines(value)) throw new NotUnderstood('computes with names');
    return '1';
  });
  if (!/^[\d\s+*/%()<>=!&|^~?:,-]*$/.test(bare)) throw new NotUnderstood('computes with names');
}

/** Checks a command that computes, `((i++))`: where a parenthesis closes the first one early the shell runs commands in it instead. */
export function checkCounting(body: string, known: Parameters<typeof checkArithmetic>[1]): void {
  if (body.trim() === '' || !isBalanced(body)) throw new NotUnderstood('uses arithmetic');
  checkArithmetic(body, known);
}

/** Whether every parenthesis is closed behind where it opens. */
export function isBalanced(text: string): boolean {
  let open = 0;
  for (const char of text) {
    if (char === '(') open += 1;
    else if (char === ')') open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}
