import { longestPath } from '../../core/paths/longest-path.ts';
import { type Candidate, hasWord, type Words } from '../rules/pattern.ts';
import { isOptionValue, optionValue } from './option-value.ts';

/** Which words of a command name files. */
export interface FileForm {
  /** A sub-command, or an option before the second operand, must match for the form to apply. */
  readonly under?: RegExp;
  /** No option or operand before `--` may match for the form to apply; values of options may. */
  readonly unless?: RegExp;
  /** Any word must match for the form to apply. */
  readonly given?: RegExp;
  /** Options whose value names files. */
  readonly options?: readonly string[];
  /** The part of such a value that does: its first group; of each match if the pattern is global. All of it without. */
  readonly value?: RegExp;
  /** The files if no others are found: a folder that a program takes by itself. */
  readonly otherwise?: readonly string[];
  /** What separates several files in that part. */
  readonly between?: RegExp;
  /** Whether sets and ranges in names stand for several files, as curl has it: `{a,b}`, `[a-c]`. */
  readonly globbed?: boolean;
  /** Index of the first operand that is a file; without it none is. */
  readonly operandsFrom?: number;
  /** Index behind the last operand that is a file, as in `slice`. */
  readonly operandsTo?: number;
  /** The part of an operand that is: its first group; of each match if the pattern is global. */
  readonly operand?: RegExp;
  /** Options with a value that is neither an operand nor a file. */
  readonly valued?: readonly string[];
  /** Words that hold the script; if there is none, the first operand is the script and no file. */
  readonly scripted?: RegExp;
}

/** The first groups of the matches in a word, of which there is one unless the pattern is global; the word without a pattern. */
function partsOf(word: string, pattern: RegExp | undefined): readonly string[] {
  if (pattern === undefined) return [word];
  const found = pattern.global ? [...word.matchAll(pattern)] : [pattern.exec(word)];
  return found.flatMap((match) => match?.[1] ?? []);
}

/** The files in the value of an option. */
function filesOfValue({ value, between }: FileForm, whole: string): readonly string[] {
  const files = partsOf(whole, value);
  return between === undefined ? files : files.flatMap((file) => [file, ...file.split(between)]);
}

/** Most names that sets and ranges are expanded to; beyond, each piece of the text counts as a name. */
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

/** The files that a word names as an option, with the next word as its value if it is not attached. */
function filesOfOption(form: FileForm, word: string, next: Candidate | undefined): readonly string[] {
  const { options = [] } = form;
  const whole = optionValue(word, next, options);
  return whole === null ? [] : filesOfValue(form, whole);
}

/** Options and operands before `--`, without the values of options. */
export function ownWords({ options = [], valued = [] }: FileForm, given: Words): Words {
  const end = given.indexOf('--');
  const own = end === -1 ? given : given.slice(0, end);
  const taking = [...options, ...valued];
  return own.filter((_, index) => !isOptionValue(own, index, taking));
}

/**
 * The options and sub-commands up to the second word that is an operand whatever the options take: what may be the value of one
 * counts only before the first.
 */
function leadingWords(given: Words): Words {
  const isOption = (word: Candidate | undefined) => word?.startsWith('-') === true;
  const mayBeValue = (index: number) =>
    isOption(given[index - 1]) && given[index - 1]?.includes('=') === false;
  const sure = [...given.keys()].filter((index) => !isOption(given[index]) && !mayBeValue(index));
  const [first = given.length, second = given.length] = sure;
  return given.filter(
    (word, index) => index <= first || index === second || (index < second && isOption(word)),
  );
}

/** Whether a form applies to these words. */
function isMeant(form: FileForm, given: Words): boolean {
  const { under, unless, given: needed } = form;
  return (
    (needed === undefined || hasWord(given, needed)) &&
    (under === undefined || hasWord(leadingWords(given), under)) &&
    (unless === undefined || !hasWord(ownWords(form, given), unless))
  );
}

/** The files that a form finds in the arguments of a command; `null` words are unknown. */
export function filesByForm(form: FileForm, given: Words): readonly string[] {
  if (!isMeant(form, given)) return [];
  const { options = [], valued = [], scripted } = form;
  const taking = [...options, ...valued];
  const files: string[] = [];
  const operands: string[] = [];
  for (const [index, word] of given.entries()) {
    if (word === null) continue;
    const read = filesOfOption(form, word, given[index + 1]);
    if (read.length > 0) for (const file of read) files.push(file);
    else if ((word === '-' || !word.startsWith('-')) && !isOptionValue(given, index, taking))
      operands.push(word);
  }
  const { operandsFrom = null, operandsTo } = form;
  const hasScript = scripted !== undefined && !hasWord(given, scripted);
  const from = operandsFrom === null ? operands.length : operandsFrom + (hasScript ? 1 : 0);
  const named = operands.slice(from, operandsTo).flatMap((word) => partsOf(word, form.operand));
  const all = [...files, ...named];
  if (all.length === 0) return form.otherwise ?? [];
  return form.globbed === true ? all.flatMap(namesIn) : all;
}
