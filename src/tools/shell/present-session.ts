import { text } from '../../core/content.ts';
import { type Outcome, type OutputPart, outcome, type Presented } from '../../core/outcome.ts';
import { fixedNotice } from '../../output/notices.ts';
import type { ShownStream } from '../../output/shape.ts';
import type { ShellResult } from './execute.ts';
import { presentShell } from './present.ts';
import type { RunningResult } from './session-run.ts';

/** The Outcome of a shell call, whether the command has ended or goes on. */
export function presentCall(result: ShellResult | RunningResult): Presented {
  return 'session' in result ? presentRunning(result) : presentEnded(result);
}

/** A finished command with what it printed, so that a shorter text can stand for it. */
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

/** A server that cannot be reached looks as if it did not run. */
const cutOffNotice =
  'Its sandbox has a network of its own: no other command reaches its ports, only what runs in the same command.';

/** Who kills it is the kernel, and nothing is left to tell. */
const cutShortNotice =
  'This process is the first of its container or PID namespace: the session ends with it, although it was to stay.';

/**
 * A person who gave the command line gets the bare name of a background session on standard output, for a script to take; behind
 * the output of a command that was waited for it stands in the message alone.
 */
function presentRunning(result: RunningResult): Outcome {
  const { session, tail, printed, isCutOff, isCutShort, isLive, ofSandbox, fixed, ofInput = [] } = result;
  const { id, leader, startedAt, cwd, command, host } = session.record;
  const sentence = `Command is running as session ${id} (pid ${leader.pid}); process poll, log, wait, write and kill take this id.`;
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

/** What a session printed so far, what is left out of that, and where it goes on. */
function textOfRunning({ text: shown, notices }: ShownStream, sentence: string): string {
  const end = shown === '' || shown.endsWith('\n') ? '' : '\n';
  return `${shown}${end}${[...notices.map((notice) => `(${notice})`), sentence].join('\n')}`;
}
