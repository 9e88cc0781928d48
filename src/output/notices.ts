import type { SpillResult } from '../platform/store/spill-file.ts';

/** `1 byte`, `2 bytes`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What sets how long a line of an answer may be. */
export const lineLimits = 'maxLineBytes of initialize, caps.rpcLineBytes';

/** The same for whoever may raise it. */
export const raiseLine = 'raise maxLineBytes in initialize, or caps.rpcLineBytes';

const mostNamed = 5;

/** The first five of some names, and how many more there are. */
export function someOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const mostNumbers = 10;

/** The first ten of the numbers of some things, as `Edits 1, 2`, and how many more there are of `count`. */
export function someNumbers(noun: string, numbers: readonly number[], count = numbers.length): string {
  const shown = numbers.slice(0, mostNumbers);
  const more = count > shown.length ? ` and ${count - shown.length} more` : '';
  return `${noun}${count === 1 ? '' : 's'} ${shown.join(', ')}${more}`;
}

/** The same of some lines. */
export function someLines(numbers: readonly number[], count = numbers.length): string {
  return someNumbers('Line', numbers, count);
}

/** What a search says of names that cannot be given back: as text they would name other files, or none. */
export function undecodableNotice(count: number): string {
  return `Left out because their names are not UTF-8: ${countOf(count, 'path')}.`;
}

/** What a search says in a folder that none enters. */
export const gitNotice = 'A .git folder is never searched; read its files by name.';

/** The line between head and tail. */
export function omissionLine(bytes: number, lines: number): string {
  return `[… ${countOf(bytes, 'byte')}, ${countOf(lines, 'line')} omitted …]`;
}

/** What stands in place of binary output of `bytes` bytes. */
export function binaryLine(bytes: number): string {
  return `[binary output: ${countOf(bytes, 'byte')}]`;
}

/** Carriage returns that are not shown as they came. */
export interface ReturnCounts {
  /** Within lines, shown as \r. */
  readonly within: number;
  /** Lines that ended in CR LF, of all that ended. */
  readonly lines: number;
  readonly ofLines: number;
}

/** What is said of text with carriage returns within lines. */
export const returnNotice = '\\r stands for a lone carriage return';

/** What is said of carriage returns: where only some lines end in CR LF, lines that look the same may differ. */
function returnNotices({ within, lines, ofLines }: ReturnCounts): readonly string[] {
  return [
    ...(within > 0 ? [returnNotice] : []),
    ...(lines > 0 && lines < ofLines ? [`${lines} of ${ofLines} lines end in CR LF, shown as LF`] : []),
  ];
}

export interface Omission {
  /** Of the raw stream. */
  readonly bytes: number;
  readonly omittedBytes: number;
  readonly omittedLines: number;
  /** The fewest bytes that are shown of a line that is cut; null when none is. */
  readonly cutAt: number | null;
  readonly isBinary: boolean;
  /** Whether it would be text without its NULs, as far as it was looked at. */
  readonly isTextButNuls: boolean;
  /** Whether bytes that are not UTF-8 were replaced. */
  readonly isRepaired: boolean;
  readonly returns: ReturnCounts;
  /** Whether some of the stream was gone before it could be taken: `bytes` and the file lack it. */
  readonly isGapped: boolean;
  /** Whether commands cannot see the file. */
  readonly isSpillHidden: boolean;
  /** Null when nothing was to be kept. */
  readonly spill: SpillResult | null;
  /** Where all of it is instead of in a file; null for nowhere. */
  readonly elsewhere: string | null;
}

/** What shows a line behind its first bytes, in a shell: GNU cut takes characters for bytes. */
export function cutBehind(bytes: number): string {
  return `cut -b ${bytes + 1}-`;
}

/** How what is kept is looked at: the tool `read` takes UTF-8 alone, and cuts long lines as they were cut here. */
function helpFor(omission: Omission, path: string): string {
  const { isBinary, isTextButNuls, isRepaired, omittedLines, cutAt, isSpillHidden } = omission;
  if (isBinary && isTextButNuls && !isSpillHidden)
    return ` (it is text with NULs: tr '\\0' '\\n' < ${path} in shell shows it by lines)`;
  if (isBinary || isRepaired) return '';
  if (omittedLines > 0 || cutAt === null) return ' (page it with read and offset, or search it with grep)';
  if (isSpillHidden) return ' (search it with grep, which shows a long line around what it finds)';
  return ` (${cutBehind(cutAt)} in shell goes on in a line, or search it with grep)`;
}

function whereFull(omission: Omission): string {
  const { spill, bytes, isGapped, elsewhere } = omission;
  if (elsewhere !== null) return elsewhere;
  if (spill === null) return 'the full output was not kept';
  if (spill.path === null) return `the full output could not be kept: ${spill.problem ?? 'it is empty'}`;
  const help = helpFor(omission, spill.path);
  if (spill.bytes === bytes)
    return `${isGapped ? 'what was taken of it' : 'full output'}: ${spill.path}${help}`;
  const reason = spill.problem === null ? '' : `; the rest could not be kept: ${spill.problem}`;
  return `only the first ${spill.bytes} of ${countOf(bytes, 'byte')}${isGapped ? ' that were taken' : ''} are in ${spill.path}${help}${reason}`;
}

/** What is said of text in which bytes were replaced. */
export const repairedNotice = 'Bytes that are not UTF-8 are shown as U+FFFD';

/** What is not shown as it came, a sentence each, the last with where all of it is; none when nothing is missing. */
export function omissionNotices(omission: Omission): readonly string[] {
  const { bytes, omittedBytes, omittedLines, isBinary, isRepaired } = omission;
  const missing = [
    ...(isRepaired ? [repairedNotice] : []),
    ...(isBinary ? [`${countOf(bytes, 'byte')} of binary output not shown`] : []),
    ...(omittedBytes > 0 && !isBinary
      ? [`${countOf(omittedBytes, 'byte')}, ${countOf(omittedLines, 'line')} omitted`]
      : []),
  ];
  const last = missing.pop();
  const returns = isBinary ? [] : returnNotices(omission.returns);
  return last === undefined ? returns : [...returns, ...missing, `${last}; ${whereFull(omission)}`];
}

/** What a command that has ended left running, which stays. */
export function leftNotice(pids: readonly number[]): string {
  return `Left in the background: ${pids.join(', ')}; kill in shell ends them`;
}

/** Variables that a call gives another value than they have in every command. */
export function fixedNotice(names: readonly string[]): string {
  const is = names.length === 1 ? 'has' : 'have';
  return `${names.join(' and ')} ${is} the same value in every command; set it in the command itself`;
}

/** A process that could not be ended. */
export function survivorNotice({
  pid,
  name,
  reason,
}: {
  readonly pid: number;
  readonly name: string;
  readonly reason: string;
}): string {
  return `Process ${pid} (${name}) was not ended: ${reason}`;
}
