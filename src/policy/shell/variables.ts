import type { AndOr, Assignment, CommandNode, Pipeline, Word } from 'unbash';
import { isVariableName } from '../../core/environment.ts';
import { isOwnName } from '../commands/variable-names.ts';
import { type Arg, type Cwds, NotUnderstood, type Printed, textOf } from './arg.ts';
import { linesArg, linesKept } from './kept-lines.ts';
import { isCount, isLines, numberArg, wholeNumber } from './numbers.ts';
import { printedCount, printedNumber, printsNumber } from './printed.ts';
import { isCommit } from './revisions.ts';
import { oneLineOf } from './substituted.ts';
import { readAssignment, type WordReading } from './word.ts';

/** Variables with a known value: a text, or a number that may vary. */
export type Known = ReadonlyMap<string, Arg>;

/** Variables that the shell sets itself. */
const shellsOwn =
  /^(_|BASH.*|COMP.*|COPROC|DIRSTACK|EPOCH.*|EUID|FUNCNAME|GROUPS|HIST.*|HOST.*|LINENO|LINES|COLUMNS|MACHTYPE|MAPFILE|OLDPWD|OPT.*|OSTYPE|PIPESTATUS|PPID|PWD|RANDOM|READLINE.*|REPLY|SECONDS|SHELLOPTS|SHLVL|SRANDOM|UID)$/;

/** Commands that set the variables named behind them. */
const setter =
  /\b(read|for|select|export|unset|mapfile|readarray|getopts|local|declare|typeset|readonly|printf|let|wait)\b/;

/** Longest text in which variables are followed, in characters. */
const longestSource = 8192;

function mentions(name: string): RegExp {
  return new RegExp(`(?<![\\w$-]|\\$\\{#?)${name}(?!\\w)`, 'g');
}

/** Replaces arithmetic expressions by a mark; variables in them are numbers, or the text is not understood. */
function withoutArithmetic(text: string): string {
  return text.replace(/\(\((?:[\w\s+*/%<>=!&|^~?:,$-]|\([\w\s+*/%<>=!&|^~?:,$-]*\))*\)\)/g, '\0');
}

/** An assignment of a number: literal, computed, or from a parameter that always is one. */
const setsNumber = /^=(\d{1,9}|\$[\0?#$]|"\$[\0?#$]")(?=[\s;&|)]|$)/;

/** Whether a text sets a variable to numbers only: literal, or computed from variables that must be numbers too. */
export function isCounter(name: string, text: string): boolean {
  if (text.length > longestSource) return false;
  // What may be empty becomes a number with a blank, which is a number only within arithmetic.
  const plain = withoutArithmetic(text.replace(printedNumber, '1').replace(printedCount, ' 1'));
  const named = new RegExp(`\\b${name}(?!\\w)`);
  const isNamedBehind = (part: string) => {
    const at = part.search(setter);
    return at !== -1 && named.test(part.slice(at));
  };
  if (plain.split(/[;&|]/).some(isNamedBehind)) return false;
  return [...plain.matchAll(mentions(name))].every(({ index }) => {
    const after = plain.slice(index + name.length, index + name.length + 32);
    if (!/^\s*(\[|\+?=)/.test(after) || setsNumber.test(after)) return true;
    // Within quotes, `name=$name` only prints the value.
    return plain[index - 1] === '"' && plain.startsWith(`=$${name}"`, index + name.length);
  });
}

/** Whether the shell sets a variable itself. */
export function isShellsOwn(name: string): boolean {
  return shellsOwn.test(name);
}

/** Whether a script may use a variable freely; its name says nothing about what it means to programs. */
export function isNameable(name: string): boolean {
  return isVariableName(name) && isOwnName(name) && !shellsOwn.test(name);
}

/** Resolves the top of a repository against the current folder; null if that is unknown. */
function toldFrom(value: Extract<Arg, { kind: 'unknown' }>, { known }: WordReading): Arg | null {
  const around = value.top?.around ?? textOf(known.get('PWD'));
  return around === null ? null : { ...value, top: { around, below: value.top?.below ?? '' } };
}

/** The source around an assignment, how it is read, and the folders it runs in. */
interface Settling {
  readonly source: string;
  readonly reading: WordReading;
  readonly cwds: Cwds;
}

/** How often a text names a variable other than to expand it. */
function namings(name: string, source: string): number {
  return [...source.matchAll(mentions(name))].length;
}

/** A variable with the output of commands, or with its only line. */
function printedValue(name: string, printed: Printed): Arg {
  const told = oneLineOf(printed) ?? printed;
  return { kind: 'unknown', text: name, prefix: '', single: told.isEach, printed: told };
}

/** The value of a variable that is known only when it runs but of a useful kind; null for others. */
function toldValue(
  name: string,
  value: Extract<Arg, { kind: 'unknown' }>,
  { source, reading }: { readonly source: string; readonly reading: WordReading },
): Arg | null {
  const isOnce = namings(name, source) === 1;
  if (value.isNumber === true) return isOnce || isCounter(name, source) ? numberArg(name) : null;
  if (isCount(value) || isLines(value)) return namings(name, withoutArithmetic(source)) === 1 ? value : null;
  if (!isOnce) return null;
  if (isCommit(value) || value.isRef === true || value.stamp !== undefined) return value;
  if (value.printed !== undefined) return printedValue(name, value.printed);
  if (value.whole !== undefined) return printedValue(name, value.whole);
  if (value.located !== undefined || value.name !== undefined || value.named !== undefined) return value;
  return value.top === undefined ? null : toldFrom(value, reading);
}

/** An array from here on; its wildcards match in the folder where it is set. */
function settledArray(
  name: string,
  value: Arg,
  { source, cwds }: { readonly source: string; readonly cwds: Cwds },
): Arg | null {
  if (value.kind !== 'unknown' || value.elements === undefined || namings(name, source) !== 1) return null;
  const elements = value.elements.map((one) => (one.kind === 'glob' ? { ...one, walkedIn: cwds } : one));
  return { ...value, elements };
}

/** Substitutions that only print a known path or a part of it. */
const tellsPath = /\$\((?:pwd|(?:dirname|basename) [^()`~]{1,1000})\)/g;

/** The value of a variable from here on, if the source sets it nowhere else; null if that is not certain. */
function settledValue(node: Assignment, at: Settling): Arg | null {
  const { source, reading } = at;
  if (node.append === true || !isNameable(node.name)) return null;
  const { value } = readAssignment(node, reading);
  if (node.value.type === 'ArrayValue') return settledArray(node.name, value, at);
  if (value.kind === 'unknown') return toldValue(node.name, value, { source, reading });
  const text = textOf(value);
  // Tildes and substitutions expand differently in assignments than in commands.
  if (/[`(~]/.test(node.text.replace(tellsPath, ''))) return null;
  if (text === null || text === '') return null;
  if (namings(node.name, source) === 1) return value;
  return wholeNumber.test(text) && isCounter(node.name, source) ? numberArg(node.name) : null;
}

/** The known variables after a statement: those it sets by itself before anything else, whether the rest succeeds or not. */
export function settledBy(node: CommandNode | Pipeline | AndOr, known: Known, at: Settling): Known {
  const first = node.type === 'AndOr' ? node.commands[0] : node;
  if (first?.type !== 'Command' || at.reading.strict || at.source.length > longestSource) return known;
  const after = new Map(known);
  const lines = linesKept(first);
  if (lines !== null) {
    const printed = lines.pipe.script && at.reading.enter(lines.pipe.script, lines.pipe);
    const isCertain = isNameable(lines.name) && namings(lines.name, at.source) === 1;
    return printed && isCertain ? after.set(lines.name, linesArg(lines.name, printed)) : known;
  }
  if (first.name !== undefined) return known;
  for (const item of first.prefix) {
    if (item.type !== 'Assignment') return known;
    const value = settledValue(item, at);
    if (value !== null) after.set(item.name, value);
  }
  return after;
}

function isComputed(node: Assignment): boolean {
  if (node.value.type !== 'Word' || node.append === true) return false;
  const parts = node.value.parts ?? [];
  const only = parts[0]?.type === 'DoubleQuoted' ? parts[0].parts : parts;
  const [part, ...others] = only;
  if (part === undefined || others.length > 0 || parts.length > 1) return false;
  if (part.type === 'SimpleExpansion') return /^\$[?#$]$/.test(part.text);
  return part.type === 'ArithmeticExpansion' || (part.type === 'CommandExpansion' && printsNumber(part));
}

/** Throws NotUnderstood if a variable with a known value is set again, in a form that was not noticed. */
export function checkSetting(node: Assignment, known: Known): void {
  const value = known.get(node.name);
  if (value === undefined || node.name === 'HOME') return;
  const isNumber = node.value.type === 'Word' && wholeNumber.test(node.value.text);
  if (value.kind !== 'unknown' || !(isNumber || isComputed(node)))
    throw new NotUnderstood('spells the name of a variable in an unusual way');
}

/** Whether the name of a command contains an expansion, even of a known variable. */
export function isComputedName(name: Word | undefined): boolean {
  const isExpansion = ({ type }: { readonly type: string }) =>
    /^(Simple|Parameter|Command)Expansion$/.test(type);
  return (
    name?.parts?.some(
      (part) => isExpansion(part) || (part.type === 'DoubleQuoted' && part.parts.some(isExpansion)),
    ) === true
  );
}
