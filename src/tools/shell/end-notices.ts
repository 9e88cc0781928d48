import { otherName } from '../../core/names/meant-name.ts';
import { ownSignalNotice } from '../../core/own-signal.ts';
import { unknownEnd } from '../../core/unknown-end.ts';
import type { ShellResult } from './execute.ts';

/** The notice for an exit status that the system did not report, or reported to somebody else. */
const unknownNotice = `The command has ended, but ${unknownEnd}: it may have failed`;

/** The system kills without a message when out of memory; a shell reports that as 128 + 9. */
const killedNotice = 'SIGKILL ended it: where nobody sent that, the system did for want of memory';

function isUnknown({ code, signal }: ShellResult['run']['exit']): boolean {
  return code === null && signal === null;
}

function isKilled({ code, signal }: ShellResult['run']['exit']): boolean {
  return signal === 'SIGKILL' || code === 137;
}

/** Notices on who sent the signal that ended a command. */
function signalNotices(command: string, exit: ShellResult['run']['exit']): readonly string[] {
  const own = ownSignalNotice(command, exit.signal);
  if (own !== null) return [own];
  return isKilled(exit) ? [killedNotice] : [];
}

/** Tools that models call as programs, by their names in other tool suites. */
const fileTools = ['read', 'read_media', 'write', 'edit', 'glob'];

/** A notice on which tool is meant by a missing program: `apply_patch <<EOF`. Only for names that no program has. */
function toolNotices(command: string): readonly string[] {
  const word = /^\s*([A-Za-z]*[_A-Z]\w*)/.exec(command)?.[1] ?? '';
  const meant = otherName(word, fileTools);
  return meant === null ? [] : [`"${word}" is no program here; the tool ${meant} is meant for that`];
}

/** A notice on a failed script for a POSIX shell with CR LF at line ends: its own message shows no CR, or an odd one. */
function lineEndNotices({ command, shell }: ShellResult['prepared']): readonly string[] {
  const reads = shell !== null && shell.flavour !== 'pwsh' && shell.flavour !== 'powershell';
  return reads && command.includes('\r\n')
    ? ['Lines of the command end in CR LF, of which the shell takes the CR as text: LF alone ends a line']
    : [];
}

/** Notices on the text of a command that failed. */
function textNotices(prepared: ShellResult['prepared'], code: number | null): readonly string[] {
  return [...(code === 127 ? toolNotices(prepared.command) : []), ...lineEndNotices(prepared)];
}

/** Notices on why the time may not have been enough, and how there is more. */
function timeNotices({ prepared, run, isReadingKeys }: ShellResult): readonly string[] {
  const isOver = run.endedBy === 'timeout' || run.endedBy === 'idle';
  const asked = isOver && isReadingKeys === true ? [prepared.unanswered] : [];
  return run.endedBy === 'timeout' && prepared.moreTime !== null ? [...asked, prepared.moreTime] : asked;
}

/** Notices on why a command ended as it did. */
export function endNotices(result: ShellResult): readonly string[] {
  const { prepared, run } = result;
  if (run.endedBy !== 'exit') return timeNotices(result);
  return [
    ...signalNotices(prepared.command, run.exit),
    ...(isUnknown(run.exit) ? [unknownNotice] : []),
    ...(run.exit.code === 0 ? [] : textNotices(prepared, run.exit.code)),
  ];
}
