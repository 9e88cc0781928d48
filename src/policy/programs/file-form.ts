import { longestPath } from '../../core/paths/longest-path.ts';
import { type Candidate, hasWord } from '../rules/pattern.ts';
import { optionValue } from './option-value.ts';

/** Which words of a program name files that it reads. */
export interface FileForm {
  /** A word among the first two without which it does something else, and one anywhere with which it does. */
  readonly under?: RegExp;
  readonly unless?: RegExp;
  /** A word anywhere without which it does something else. */
  readonly given?: RegExp;
  /** Options whose value is such a file, and what of the value is: the first group, and what separates several in it. */
  readonly options?: readonly string[];
  readonly value?: RegExp;
  readonly between?: RegExp;
  /** Whether sets and ranges in what names a file stand for several: `{a,b}`, `[a-c]`. */
  readonly globbed?: boolean;
  /** Whether operands are, from which on and up to which, and what of one is: the first group, of each match where the pattern is global. */
  readonly operandsFrom?: number;
  readonly operandsTo?: number;
  readonly operand?: RegExp;
  /** Options of which the value is no operand. */
  readonly valued?: readonly string[];
  /** Words that give a program of its own language; without one the first operand is that. */
  readonly scripted?: RegExp;
}

/** What an operand reads: what a form says of it, or itself. */
function filesOfOperand({ operand }: FileForm, word: string): readonly string[] {
  if (operand === undefined) return [word];
  const found = operand.global ? [...word.matchAll(operand)] : [operand.exec(word)];
  return found.flatMap((match) => match?.[1] ?? []);
}

/** What the value of an option reads. */
function filesOfValue({ value, between }: FileForm, whole: string): readonly string[] {
  const file = value === undefined ? whole : (value.exec(whole)?.[1] ?? null);
  if (file === null) return [];
  return between === undefined ? [file] : [file, ...file.split(between)];
}

/** Names that sets and ranges are taken apart to; of more each piece counts by itself. */
const mostNames = 256;

/** The names that a text stands for with its sets and ranges: `{a,b}`, `[a-c]`. */
function namesIn(text: string): readonly string[] {
  const pieces = () => text.split(/[{},]+/);
  if (text.length > longestPath) return pieces();
  const names: string[] = [];
  const open = [text];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const [part, set, first, last] = /\{([^{}]+)\}|\[(\w)-(\w)(?::\d{1,9})?\]/.exec(name) ?? [];
    if (part === undefined) names.push(name);
    else open.push(...choicesOf(set, first, last).map((choice) => name.replace(part, () => choice)));
    if (names.length + open.length > mostNames) return pieces();
  }
  return names;
}

function choicesOf(set = '', first = '', last = ''): readonly string[] {
  if (first === '') return set.split(',');
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => String.fromCharCode(from + at));
}

/** What an option reads, perhaps with the word that follows. */
function filesOfOption(form: FileForm, word: string, next: Candidate | undefined): readonly string[] {
  const { options = [] } = form;
  const whole = optionValue(word, next, options);
  return whole === null ? [] : filesOfValue(form, whole);
}

/** Whether a form is about a call with these words. */
function isMeant({ under, unless, given: needed }: FileForm, given: readonly Candidate[]): boolean {
  return (
    (needed === undefined || hasWord(given, needed)) &&
    (under === undefined || hasWord(given.slice(0, 2), under)) &&
    (unless === undefined || !hasWord(given, unless))
  );
}

/** The files that a form tells of among the words behind a program. */
export function filesByForm(form: FileForm, given: readonly Candidate[]): readonly string[] {
  if (!isMeant(form, given)) return [];
  const { valued = [], scripted } = form;
  const files: string[] = [];
  const operands: string[] = [];
  for (const [index, word] of given.entries()) {
    if (word === null) continue;
    const read = filesOfOption(form, word, given[index + 1]);
    if (read.length > 0) for (const file of read) files.push(file);
    else if (
      (word === '-' || !word.startsWith('-')) &&
      optionValue(given[index - 1] ?? '', word, valued) !== word
    )
      operands.push(word);
  }
  const { operandsFrom = null, operandsTo } = form;
  const hasScript = scripted !== undefined && !hasWord(given, scripted);
  const from = operandsFrom === null ? operands.length : operandsFrom + (hasScript ? 1 : 0);
  const all = [...files, ...operands.slice(from, operandsTo).flatMap((word) => filesOfOperand(form, word))];
  return form.globbed === true ? all.flatMap(namesIn) : all;
}
