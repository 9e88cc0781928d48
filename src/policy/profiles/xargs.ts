import { type Arg, textArg, textOf } from '../shell/arg.ts';

/** A command that `xargs` starts with names that it reads. */
export interface NamesTaken {
  /** Its words, each name as `mark`. */
  readonly words: readonly Arg[];
  /** What stands where a name does; null where they are added at the end. */
  readonly mark: string | null;
  /** Whether it gets several names at a time. */
  readonly isBatch: boolean;
  /** Whether each name ends with a NUL. */
  readonly isEnded: boolean;
  /** Whether each is a whole line, whatever blanks are in it. */
  readonly isByLine: boolean;
  /** Whether nothing is started where there are no names. */
  readonly isNeverBare: boolean;
}

/** What its options say of that, while they are read. */
type Taken = { -readonly [Name in Exclude<keyof NamesTaken, 'words'>]: NamesTaken[Name] };

const flag = /^(-0|--null|-r|--no-run-if-empty|-t|--verbose|-x|--exit|-d\\n|--delimiter=\\n)$/;
const marking = /^-I(.*)$/s;
const counting = /^(-[nLP]|--max-(?:args|procs|lines)(?:=|$))(\d*)$/;
/** What names are replaced by. */
const plainMark = /^(\{\}|[%@_]|[A-Za-z]+)$/;

/** Reads one option; returns how many words it takes, or 0. */
function readOption(text: string, next: string, taken: Taken): number {
  // Plain names are whole lines as they are whole words.
  const isDelimiter = text === '-d' && next === '\\n';
  taken.isByLine ||= isDelimiter || /^(-d|--delimiter=)./.test(text);
  if (isDelimiter) return 2;
  if (flag.test(text)) {
    taken.isEnded ||= /^(-0|--null)$/.test(text);
    taken.isNeverBare ||= /^(-r|--no-run-if-empty)$/.test(text);
    return 1;
  }
  const [, attached] = marking.exec(text) ?? [];
  if (attached !== undefined) {
    taken.mark = attached || next;
    taken.isByLine = true;
    taken.isNeverBare = true;
    return plainMark.test(taken.mark) ? 1 + Number(attached === '') : 0;
  }
  const [, name = '', joined = ''] = counting.exec(text) ?? [];
  const count = joined || (name.endsWith('=') ? '' : next);
  if (name === '' || !/^\d+$/.test(count)) return 0;
  if (count === '1' && /^(-[nL]|--max-(args|lines)=?)$/.test(name)) taken.isBatch = false;
  return joined === '' ? 2 : 1;
}

/** The command that an `xargs` starts; null where it is not certain what that is given. */
export function commandOfXargs(args: readonly Arg[]): NamesTaken | null {
  const taken: Taken = { isEnded: false, isByLine: false, isBatch: true, isNeverBare: false, mark: null };
  let index = 1;
  for (let text = textOf(args[index]); text?.startsWith('-') === true; text = textOf(args[index])) {
    const width = readOption(text, textOf(args[index + 1]) ?? '', taken);
    if (width === 0) return null;
    index += width;
  }
  const words = index < args.length ? args.slice(index) : [textArg('echo')];
  return words.every((word) => textOf(word) !== null) ? { ...taken, words } : null;
}
