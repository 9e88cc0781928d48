import { text } from '../../core/content.ts';
import { type Outcome, type OutputPart, outcome, type Presented } from '../../core/outcome.ts';
import { fixedNotice } from '../../output/notices.ts';
import type { ShownStream } from '../../output/shape.ts';
import type { ShellResult } from './execute.ts';
import { presentShell } from './present.ts';
import type { RunningResult } from './session-run.ts';

/** The Outcome of a shell call, whether the command has ended or is running. */
export function presentCall(result: ShellResult | RunningResult): Presented {
  return 'session' in result ? presentRunning(result) : presentEnded(result);
}

/** The Outcome of a finished command and its texts, so that shorter ones can replace them. */
function presentEnded(result: ShellResult): Presented {
  const { output } = result;
  const replace = (parts: readonly OutputPart[]): Outcome =>
    presentShell({
      ...result,
      output: output.map(({ facts, ...stream }, index) => ({
        ...stream,
        ...parts[index],
        facts: { ...facts, ...parts[index]?.facts },
      })),
    });
  return { ...presentShell(result), collected: { parts: output, replace } };
}

/** To others, a server that cannot be reached seems not to run. */
const cutOffNotice =
  'Its sandbox has a network of its own: no other command reaches its ports, only what runs in the same command.';

/** The kernel kills it, so nothing could report it later. */
const cutShortNotice =
  'This process is the first of its container or PID namespace: the session ends with it, although it was to stay.';

/**
 * On the command line, a background session's bare id is printed on standard output for scripts; after the output of a command that was
 * waited for, the id is only in the message.
 */
function presentRunning(result: RunningResult): Outcome {
  const { session, tail, printed, isCutOff, isCutShort, isLive, ofSandbox, fixed, ofInput = [] } = result;
  const { id, leader, startedAt, cwd, command, host, size } = session.record;
  const actions =
    size === null ? 'poll, log, wait, write and kill' : 'screen, send-keys, wait, poll and kill';
  const sentence = `Command is running as session ${id} (pid ${leader.pid}); process ${actions} take this id.`;
  const shown = printed ?? tail;
  const forPerson = [text(printed !== null ? '' : `${id}\n`)];
  return outcome({
    status: 'running',
    message: sentence,
    content: isLive ? forPerson : [text(textOfRunning(shown, sentence))],
    details: { sessionId: id, pid: leader.pid, startedAt, cwd, tail: tail.text },
    display: [{ type: 'command', command, cwd, host }],
    notices: [
      ...(isLive ? [] : shown.notices),
      ...(isLive && printed === null ? [sentence] : []),
      ...(isCutOff ? [cutOffNotice] : []),
      ...(isCutShort ? [cutShortNotice] : []),
      ...(fixed.length > 0 ? [fixedNotice(fixed)] : []),
      ...ofSandbox,
      ...ofInput,
    ],
  });
}

/** The output of a session so far, notices on what is left out, and how to continue. */
function textOfRunning({ text: shown, notices }: ShownStream, sentence: string): string {
  const end = shown === '' || shown.endsWith('\n') ? '' : '\n';
  return `${shown}${end}${[...notices.map((notice) => `(${notice})`), sentence].join('\n')}`;
}
