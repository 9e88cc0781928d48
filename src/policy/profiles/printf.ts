import { type Arg, isOneWord, textOf } from '../shell/arg.ts';
import { isPlainVariable, plainNames } from './input-builtins.ts';
import { operandsOf, plainReading, type Reading } from './profile.ts';
import { computed, isNumberToAll } from './shell-numbers.ts';

/** `%n` in any spelling: bash sets the variable that its operand names, be it PATH. */
const countsInto = /%[^A-Za-z\\%]*[hjlLqtz]*n/;

const directive = /%(?:%|[-+ #0']*(\*|[1-9]\d*)?(?:\.(\*|\d*))?[hjlLtz]*([A-Za-z]))/g;

/** For each operand of a format, in order, whether it must be a number; null if that cannot be known. */
function numbersOf(format: string): readonly boolean[] | null {
  const rest = format.replace(directive, '');
  // A mark of a directive may also be written by its code.
  if (rest.includes('%') || /\\(0?45|x25|u0*25)/i.test(format)) return null;
  return [...format.matchAll(directive)].flatMap(([, width, precision, kind]) => [
    ...(width === '*' ? [true] : []),
    ...(precision === '*' ? [true] : []),
    ...(kind === undefined ? [] : [!/[sbcqQ]/.test(kind)]),
  ]);
}

/** Whether each operand is a number where the format, taken again and again, wants one. */
function givesNumbers(format: string, operands: readonly Arg[]): boolean {
  const numbers = numbersOf(format);
  if (numbers?.some((isNumber) => isNumber) === false) return true;
  const isPlaced = numbers !== null && operands.every(isOneWord);
  return operands.every((arg, index) => {
    const isWanted = !isPlaced || numbers[index % numbers.length] === true;
    // Outside of quotes a variable is several words, which bash alone is given.
    return !isWanted || isNumberToAll(arg) || arg.kind === 'unknown';
  });
}

/** `printf`: a literal format that is no option and sets no variable; `-v` sets one of a plain name alone, and would evaluate any other. */
export function readPrintf(args: readonly Arg[]): Reading | string {
  const setsVariable = textOf(args[1])?.startsWith('-v') === true;
  if (setsVariable && !(textOf(args[1]) === '-v' && isPlainVariable(args[2]))) return plainNames;
  const given = args.slice(setsVariable ? 3 : 1);
  const isEnded = textOf(given[0]) === '--';
  const rest = given.slice(isEnded ? 1 : 0);
  const format = rest[0];
  const text = format?.kind === 'unknown' ? format.prefix : textOf(format);
  if (text === null || text === '' || (text.startsWith('-') && !isEnded)) return 'its format must be literal';
  if (countsInto.test(text.replaceAll('%%', ''))) return 'its format sets a variable';
  // What is computed may hold one too, which needs a name behind it.
  if (format?.kind === 'unknown' && (rest.length > 1 || !format.single)) return 'its format must be literal';
  if (!givesNumbers(text, rest.slice(1))) return computed;
  return plainReading(operandsOf('text', rest));
}
