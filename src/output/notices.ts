import type { SpillResult } from '../platform/store/spill-file.ts';

/** A count with its noun: `1 byte`, `2 bytes`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The settings that limit the line of an answer. */
export const lineLimits = 'maxLineBytes of initialize, caps.rpcLineBytes';

/** The advice for callers that may raise that limit. */
export const raiseLine = 'raise maxLineBytes in initialize, or caps.rpcLineBytes';

const mostNamed = 5;

/** The first five of a list of names, and how many more there are. */
export function someOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const mostNumbers = 10;

/** The first ten numbers of a list, as `Edits 1, 2`, and how many more there are of `count`. */
export function someNumbers(noun: string, numbers: readonly number[], count = numbers.length): string {
  const shown = numbers.slice(0, mostNumbers);
  const more = count > shown.length ? ` and ${count - shown.length} more` : '';
  return `${noun}${count === 1 ? '' : 's'} ${shown.join(', ')}${more}`;
}

/** `someNumbers` for lines. */
export function someLines(numbers: readonly number[], count = numbers.length): string {
  return someNumbers('Line', numbers, count);
}

/** The notice that names what a search left out for a reason; empty if that is nothing. */
export function leftOutNotices(reason: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${reason}: ${someOf(names)}.`];
}

/** The notice of a search about paths that cannot be returned: as text they would name other files, or none. */
export function undecodableNotice(count: number): string {
  return `Left out because their names are not UTF-8: ${countOf(count, 'path')}.`;
}

/** The notice of a search inside a `.git` folder, which is never searched. */
export const gitNotice = 'A .git folder is never searched; read its files by name.';

/** The notice of a search that found nothing and did not go through links. */
export function linkNotice(links: readonly string[]): string {
  return `Passed over, as symbolic links are followed only where a path names them: ${someOf(links)}.`;
}

/** The line between head and tail. */
export function omissionLine(bytes: number, lines: number): string {
  return `[… ${countOf(bytes, 'byte')}, ${countOf(lines, 'line')} omitted …]`;
}

/** The line that replaces `bytes` bytes of binary output. */
export function binaryLine(bytes: number): string {
  return `[binary output: ${countOf(bytes, 'byte')}]`;
}

/** Counts of carriage returns that are not shown as they came. */
export interface ReturnCounts {
  /** Carriage returns within lines, shown as \r. */
  readonly within: number;
  /** Lines that end in CR LF, out of all ended lines. */
  readonly lines: number;
  readonly ofLines: number;
}

/** The notice for text with carriage returns within lines. */
export const returnNotice = '\\r stands for a lone carriage return';

/** Notices about carriage returns: if only some lines end in CR LF, lines that look the same may differ. */
function returnNotices({ within, lines, ofLines }: ReturnCounts): readonly string[] {
  return [
    ...(within > 0 ? [returnNotice] : []),
    ...(lines > 0 && lines < ofLines ? [`${lines} of ${ofLines} lines end in CR LF, shown as LF`] : []),
  ];
}

export interface Omission {
  /** Bytes of the raw stream. */
  readonly bytes: number;
  readonly omittedBytes: number;
  readonly omittedLines: number;
  /** Bytes shown of the shortest cut line; null if none was cut. */
  readonly cutAt: number | null;
  readonly isBinary: boolean;
  /** Whether it would be text without its NULs, as far as it was examined. */
  readonly isTextButNuls: boolean;
  /** Whether bytes that are not UTF-8 were replaced. */
  readonly isRepaired: boolean;
  readonly returns: ReturnCounts;
  /** Whether some of the stream was lost before it could be received: `bytes` and the file lack it. */
  readonly isGapped: boolean;
  /** Whether commands cannot see the spill file. */
  readonly isSpillHidden: boolean;
  /** The spill file; null if nothing was to be kept. */
  readonly spill: SpillResult | null;
  /** Where the whole output is instead of in a file; null for nowhere. */
  readonly elsewhere: string | null;
}

/** The shell command part that shows a line after its first bytes: GNU cut takes characters for bytes. */
export function cutBehind(bytes: number): string {
  return `cut -b ${bytes + 1}-`;
}

/** How to read the spill file: the tool `read` takes only UTF-8, and cuts long lines as they were cut here. */
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

/** The notice for text in which bytes were replaced. */
export const repairedNotice = 'Bytes that are not UTF-8 are shown as U+FFFD';

/** Notices about what is not shown as it came, a sentence each, the last saying where all of it is; none when nothing is missing. */
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

/** The notice about processes that an ended command left running and that stay. */
export function leftNotice(pids: readonly number[]): string {
  return `Left in the background: ${pids.join(', ')}; kill in shell ends them`;
}

/** The notice about such processes whose output went to the command's own. */
export const unreadNotice =
  'What runs on prints where nobody reads any more, which ends most programs: "background" keeps one with its output, and a file takes the output of one behind &';

/** The notice about variables that a call sets although every command has a fixed value of them. */
export function fixedNotice(names: readonly string[]): string {
  const is = names.length === 1 ? 'has' : 'have';
  return `${names.join(' and ')} ${is} the same value in every command; set it in the command itself`;
}

/** The notice about a process that could not be ended. */
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
