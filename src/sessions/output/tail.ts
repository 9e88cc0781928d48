import { lastCharacters } from '../../core/text/cut-text.ts';
import { countOf } from '../../output/notices.ts';
import { LogFiles } from '../../platform/sessions/session-log-files.ts';
import type { SizeFrom } from '../terminal/terminal-sizes.ts';
import { behindScreen, outputText } from './output-text.ts';

/** Most characters of a tail. */
export const tailChars = 2000;
/** Bytes it is made from: more, as colours and the like are not shown. */
const tailBytes = 8192;

/** Where a session's output is, and the sizes of the terminal it was printed to; empty for none. */
interface Printed {
  readonly folder: string;
  readonly sizes: readonly SizeFrom[];
}

/** Text, and a notice if that is not all of the output. */
interface Shown {
  readonly text: string;
  readonly notices: readonly string[];
}

/** The end of a session's output. */
export interface LogTail extends Shown {
  /** If it draws on a whole screen, which as text is hardly readable, what was printed since it left that; else null. */
  readonly behind: Shown | null;
}

/** Where to find all stored output of a session. */
export const inItsLog = "the session's log has it: process poll from cursor 0, or process log from offset 1";

const nothing: LogTail = { text: '', notices: [], behind: null };

/**
 * The end of a session's stored output as text, at most 2,000 characters, or `mostChars` if fewer, from the start of a line
 * if one is near.
 */
export function tailText({ folder, sizes }: Printed, mostChars = tailChars): LogTail {
  const { total, last } = LogFiles.use(folder, (log) => {
    const end = log.extents.at(-1)?.end ?? 0;
    return { total: end, last: log.read(Math.max(0, end - tailBytes), tailBytes).at(-1) };
  });
  if (last === undefined) return nothing;
  const chars = Math.min(tailChars, mostChars);
  const shownFrom = (index: number) => {
    const start = last.start + index;
    const terminal = sizes.length === 0 ? null : { sizes, start, before: new Uint8Array(0) };
    const { text, isDrawn } = outputText(last.bytes.subarray(index), terminal);
    const isCut = text.length > chars || (index === 0 && start > 0);
    const notices = isCut || start > 0 ? [partNotice(total)] : [];
    return { isDrawn, text: isCut ? lastLines(text, chars) : text, notices };
  };
  const { isDrawn, ...shown } = shownFrom(0);
  const left = sizes.length === 0 ? 0 : behindScreen(last.bytes);
  if (left === 0) return { ...shown, behind: isDrawn && sizes.length > 0 ? nothing : null };
  const { isDrawn: isDrawnAgain, ...behind } = shownFrom(left);
  return { ...shown, behind: isDrawnAgain || behind.text.trim() === '' ? nothing : behind };
}

function partNotice(total: number): string {
  return `Only the last of ${countOf(total, 'byte')} of output is shown; ${inItsLog}`;
}

/** The last characters of a text, from the start of a line if one is near. */
function lastLines(text: string, chars: number): string {
  const cut = lastCharacters(text, chars);
  const line = cut.indexOf('\n') + 1;
  return line > 0 && line < cut.length ? cut.slice(line) : cut;
}

/** Like `tailText`, but empty if it cannot be read: the caller's view of the session reports that. */
export function tailIfReadable(printed: Printed, mostChars = tailChars): LogTail {
  try {
    return tailText(printed, mostChars);
  } catch {
    return nothing;
  }
}
