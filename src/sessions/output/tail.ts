import { lastCharacters } from '../../core/text/cut-text.ts';
import { LogFiles } from '../../platform/sessions/session-log-files.ts';
import type { Session } from '../store.ts';
import { outputText } from './output-text.ts';

/** Characters of a tail. */
const tailChars = 2000;
/** Bytes it is made of: colours and the like are not shown. */
const tailBytes = 8192;

/** A session, as far as what it printed is concerned. */
interface Printed {
  readonly folder: string;
  readonly record: Pick<Session['record'], 'size'>;
}

/** The last of a session's stored output as text, at most 2,000 characters, from the start of a line where one is near. */
export function tailText({ folder, record: { size } }: Printed): string {
  const last = LogFiles.use(folder, (log) => {
    const end = log.extents.at(-1)?.end ?? 0;
    return log.read(Math.max(0, end - tailBytes), tailBytes).at(-1);
  });
  if (last === undefined) return '';
  const { text } = outputText(last.bytes, { isTerminal: size !== null });
  const isWhole = last.start === 0 && text.length <= tailChars;
  if (isWhole) return text;
  const cut = lastCharacters(text, tailChars);
  const line = cut.indexOf('\n') + 1;
  return line > 0 && line < cut.length ? cut.slice(line) : cut;
}

/** The same, and nothing where it cannot be read: who looks at the session is told why. */
export function tailIfReadable(session: Printed): string {
  try {
    return tailText(session);
  } catch {
    return '';
  }
}
