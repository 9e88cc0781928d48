import { type Arg, textOf } from '../shell/arg.ts';
import { printsNumberLines } from '../shell/numbers.ts';
import { keepsLines } from './name-lists.ts';

/** Numbers of lines that commands print, one in each line, and nothing else but what is said below. */
export interface LineNumbers {
  /** Whether it is one line at most. */
  readonly isOne: boolean;
  /** Whether it is numbers alone: in the place of those of a file that is no text `grep` tells that it is none. */
  readonly isSure: boolean;
}

type Words = readonly Arg[];

/** What cuts off all behind the number of a line. */
const cutsNumber =
  /^(?:cut (?:-d:|-d :) (?:-f1|-f 1)|cut (?:-f1|-f 1) (?:-d:|-d :)|awk (?:-F:|-F :) \{ ?print \$1;? ?\}|sed s\/:\.\*\$?\/\/)$/;
/** What cuts off all behind the first blank; before a count some `wc` print blanks, so that `cut` leaves nothing. */
const cutsCount =
  /^(?:awk \{ ?print \$1;? ?\}|cut (?:-d |-d {2}) (?:-f1|-f 1)|cut (?:-f1|-f 1) (?:-d |-d {2})|sed s\/ \.\*\$?\/\/)$/;
const takesOne = /^(?:head|tail) (?:-n ?1|-1)$/;
const grepFlags = /^(?:-[niEFwxPao]+|--line-number|--ignore-case|-m\d+|--max-count=\d+)$/;
/** `awk` that prints numbers of lines which hold something, and changes nothing. */
const awkNumbers =
  /^(?:\/(?:[^/\\\n]|\\.)*\/|\$\d+ ?(?:==|~) ?(?:"[^"\\\n]*"|\/(?:[^/\\\n]|\\.)*\/))? *\{ *print F?NR *(; *exit *)?;? *\}$/;
/** `awk` that prints how many lines there are. */
const awkTotal = /^END *\{ *print NR;? *\}$/;
const sedNumbers = /^\/(?:[^/\\\n]|\\.)*\/=$/;

function textsOf(args: Words): readonly (string | null)[] {
  return args.map(textOf);
}

/** Whether a word is one file, so that `grep` prints no name before a line. */
function isOneFile(arg: Arg): boolean {
  if (arg.kind === 'glob') return arg.isWalked === true && !arg.split;
  return arg.kind === 'text' || arg.single;
}

/** `grep -n x f`, `cat f | grep -n x`: what must be cut off behind the number; null for every other command. */
function grepped([program, ...args]: Words): LineNumbers | null {
  if (!/^[ef]?grep$/.test(textOf(program) ?? '')) return null;
  const texts = textsOf(args);
  let at = 0;
  let isOne = false;
  let isNumbered = false;
  for (; texts[at]?.startsWith('-') === true; at += 1) {
    const text = texts[at] ?? '';
    const isLimit = text === '-m' && /^\d+$/.test(texts[at + 1] ?? '');
    if (!isLimit && !grepFlags.test(text)) return null;
    if (isLimit) at += 1;
    isOne ||= /^(?:-m1|--max-count=1)$/.test(text) || (isLimit && texts[at] === '1');
    isNumbered ||= /^-\w*n|^--line/.test(text);
  }
  const [pattern, file, ...others] = args.slice(at);
  const isRead = textOf(pattern) !== null && others.length === 0 && (file === undefined || isOneFile(file));
  return isNumbered && isRead ? { isOne, isSure: false } : null;
}

/** `awk '/x/{print NR}' f`, `sed -n '/x/=' f`; null for every other command. */
function counted(args: Words): LineNumbers | null {
  const [program, first, ...others] = textsOf(args);
  const files = program === 'sed' ? others.slice(1) : others;
  if (files.some((file) => file === null || /^-|=/.test(file))) return null;
  if (program === 'sed' && first === '-n' && sedNumbers.test(others[0] ?? ''))
    return { isOne: false, isSure: true };
  if (!/^[gm]?awk$/.test(program ?? '')) return null;
  if (awkTotal.test(first ?? '')) return { isOne: true, isSure: true };
  const found = awkNumbers.exec(first ?? '');
  return found && { isOne: found[1] !== undefined, isSure: true };
}

/** `wc -l f`, of which the count comes first in a line; null for every other command, and where a name may be two lines. */
function sized(args: Words): LineNumbers | null {
  const [program, option, ...files] = textsOf(args);
  const isCount = program === 'wc' && /^-[lcmw]$/.test(option ?? '');
  const isKnown = files.every((file) => file !== null && /^[^-\n][^\n]*$/.test(file));
  return isCount && isKnown && files.length > 0 ? { isOne: files.length === 1, isSure: true } : null;
}

/** The numbers of lines that commands print, each of which reads what the one before it prints; null where they may print something else. */
export function lineNumbersPrinted(commands: readonly Words[]): LineNumbers | null {
  let [isOne, isSure] = [false, true];
  let read: (args: Words) => LineNumbers | null = counted;
  for (const args of commands.toReversed()) {
    const text = args.every(({ kind }) => kind === 'text') ? textsOf(args).join(' ') : '';
    const found = read(args);
    if (found !== null) return { isOne: isOne || found.isOne, isSure: isSure && found.isSure };
    if (read === counted && (cutsNumber.test(text) || cutsCount.test(text))) {
      read = cutsNumber.test(text) ? grepped : sized;
      continue;
    }
    if (!/^(?:head|tail|sort|uniq|[ef]?grep)(?: |$)/.test(text) || !keepsLines(args)) return null;
    isOne ||= takesOne.test(text);
    isSure &&= !text.includes('grep');
  }
  return null;
}

/** Whether commands print whole numbers, one in each line, and nothing else. */
export function printsNumbers(commands: readonly Words[]): boolean {
  return printsNumberLines(commands) || lineNumbersPrinted(commands)?.isSure === true;
}
