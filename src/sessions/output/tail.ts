import { lastCharacters } from '../../core/text/cut-text.ts';
import { countOf } from '../../output/notices.ts';
import { LogFiles } from '../../platform/sessions/session-log-files.ts';
import type { Session } from '../store.ts';
import { toldSizes } from '../terminal/terminal-sizes.ts';
import { outputText } from './output-text.ts';

/** Characters of a tail at most. */
const tailChars = 2000;
/** Bytes it is made of: colours and the like are not shown. */
const tailBytes = 8192;

/** A session, as far as what it printed is concerned. */
interface Printed {
  readonly folder: string;
  readonly record: Pick<Session['record'], 'size'>;
}

/** The last of what a session printed. */
export interface LogTail {
  readonly text: string;
  /** What is said where that is not all of it, a sentence. */
  readonly notices: readonly string[];
}

/** Where all that a session printed is, as far as it is kept. */
export const inItsLog = "the session's log has it: process poll from cursor 0, or process log from offset 1";

/**
 * The last of a session's stored output as text, at most 2,000 characters, or `mostChars` if that is less, from the start of a line
 * where one is near.
 */
export function tailText({ folder, record: { size } }: Printed, mostChars = tailChars): LogTail {
  const { total, last } = LogFiles.use(folder, (log) => {
    const end = log.extents.at(-1)?.end ?? 0;
    return { total: end, last: log.read(Math.max(0, end - tailBytes), tailBytes).at(-1) };
  });
  if (last === undefined) return { text: '', notices: [] };
  const sizes = toldSizes(null, size);
  const terminal = sizes.length === 0 ? null : { sizes, start: last.start, before: new Uint8Array(0) };
  const { text } = outputText(last.bytes, terminal);
  const chars = Math.min(tailChars, mostChars);
  if (last.start === 0 && text.length <= chars) return { text, notices: [] };
  const cut = lastCharacters(text, chars);
  const line = cut.indexOf('\n') + 1;
  return {
    text: line > 0 && line < cut.length ? cut.slice(line) : cut,
    notices: [`Only the last of ${countOf(total, 'byte')} of output is shown; ${inItsLog}`],
  };
}

/** The same, and nothing where it cannot be read: who looks at the session is told why. */
export function tailIfReadable(session: Printed): LogTail {
  try {
    return tailText(session);
  } catch {
    return { text: '', notices: [] };
  }
}
