import { lastCharacters } from '../../core/text/cut-text.ts';
import { countOf } from '../../output/notices.ts';
import { LogFiles } from '../../platform/sessions/session-log-files.ts';
import type { Session } from '../store.ts';
import { toldSizes } from '../terminal/terminal-sizes.ts';
import { outputText } from './output-text.ts';

/** Most characters of a tail. */
export const tailChars = 2000;
/** Bytes it is made from: more, as colours and the like are not shown. */
const tailBytes = 8192;

/** The parts of a session that its output needs. */
interface Printed {
  readonly folder: string;
  readonly record: Pick<Session['record'], 'size'>;
}

/** The end of a session's output. */
export interface LogTail {
  readonly text: string;
  /** A notice if that is not all of it. */
  readonly notices: readonly string[];
  /** Whether it draws on a whole screen: as text it is hardly readable. */
  readonly isDrawn: boolean;
}

/** Where to find all stored output of a session. */
export const inItsLog = "the session's log has it: process poll from cursor 0, or process log from offset 1";

/**
 * The end of a session's stored output as text, at most 2,000 characters, or `mostChars` if fewer, from the start of a line
 * if one is near.
 */
export function tailText({ folder, record: { size } }: Printed, mostChars = tailChars): LogTail {
  const { total, last } = LogFiles.use(folder, (log) => {
    const end = log.extents.at(-1)?.end ?? 0;
    return { total: end, last: log.read(Math.max(0, end - tailBytes), tailBytes).at(-1) };
  });
  if (last === undefined) return { text: '', notices: [], isDrawn: false };
  const sizes = toldSizes(null, size);
  const terminal = sizes.length === 0 ? null : { sizes, start: last.start, before: new Uint8Array(0) };
  const { text, isDrawn } = outputText(last.bytes, terminal);
  const chars = Math.min(tailChars, mostChars);
  if (last.start === 0 && text.length <= chars) return { text, notices: [], isDrawn };
  const cut = lastCharacters(text, chars);
  const line = cut.indexOf('\n') + 1;
  return {
    text: line > 0 && line < cut.length ? cut.slice(line) : cut,
    notices: [`Only the last of ${countOf(total, 'byte')} of output is shown; ${inItsLog}`],
    isDrawn,
  };
}

/** Like `tailText`, but empty if it cannot be read: the caller's view of the session reports that. */
export function tailIfReadable(session: Printed, mostChars = tailChars): LogTail {
  try {
    return tailText(session, mostChars);
  } catch {
    return { text: '', notices: [], isDrawn: false };
  }
}
