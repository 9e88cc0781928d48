import { type Content, text } from '../../core/content.ts';
import { ownSignalNotice } from '../../core/own-signal.ts';
import { clipLine } from '../../core/text/clip-line.ts';
import { unknownEnd } from '../../core/unknown-end.ts';
import { hungUpNotices } from '../../output/hung-up-notices.ts';
import {
  countOf,
  leftNotice,
  repairedNotice,
  returnNotice,
  survivorNotice,
  unreadNotice,
} from '../../output/notices.ts';
import { problemInWords } from '../../platform/files/file-failure.ts';
import type { Sight } from '../../sessions/observe.ts';
import type { OutputText } from '../../sessions/output/output-text.ts';
import { type SizeFrom, toldSizes } from '../../sessions/terminal/terminal-sizes.ts';
import type { ToolContext } from '../tool-context.ts';
import { askingOf, stoppedNotices } from './stopped.ts';

/** Most characters of a command or description in the facts about its session. */
const factChars = 1000;

type Facts = Readonly<Record<string, unknown>>;

/** The facts about a session that every action returns. */
export function sessionFacts({ session, end, status, bytes, logProblem, silence }: Sight): Facts {
  const { id, command, description, cwd, host, leader, startedAt, size, keep } = session.record;
  return {
    sessionId: id,
    status: end?.status ?? 'running',
    command: clipped(command),
    ...(description === null ? {} : { description: clipped(description) }),
    cwd,
    host,
    pid: leader.pid,
    startedAt,
    pty: size !== null,
    keep,
    bytes,
    ...(logProblem === null ? {} : { logProblem }),
    ...(silence === null ? {} : { keeperProblem: silence.state }),
    ...(status === null || end !== null ? {} : runningFacts(status)),
    ...(end === null ? {} : endFacts(end)),
  };
}

/** A sight whose count includes what was read after it, as the program may have printed more by then. */
export function withRead(sight: Sight, from: number, next: number): Sight {
  return next > from ? { ...sight, bytes: Math.max(sight.bytes, next) } : sight;
}

/** The sizes of a session's terminal over time; empty without a terminal. */
export function sizesOf({ session, status, end }: Sight): readonly SizeFrom[] {
  return toldSizes(status ?? end, session.record.size);
}

/** A notice that the system took not all of the output, which what is shown of it would not tell. */
export function missingNotices({ logProblem }: Sight): readonly string[] {
  if (logProblem === null) return [];
  return [`Output is missing here: the session's log could not be written (${problemInWords(logProblem)}).`];
}

/** Facts are cut, so that a long script leaves room for the output. */
function clipped(fact: string): string {
  const bytes = Buffer.from(fact);
  return clipLine(bytes, factChars, bytes.length) ?? fact;
}

function runningFacts({
  idleMs,
  waitingForInput,
  inputOpen,
  inputQueued,
  stopped,
  size,
}: NonNullable<Sight['status']>): Facts {
  return {
    idleMs,
    waitingForInput,
    inputOpen,
    ...(inputQueued === 0 ? {} : { inputQueued }),
    ...(stopped === null ? {} : { stopped: { pid: stopped.pid, name: stopped.name } }),
    ...(size === null ? {} : { cols: size.cols, rows: size.rows }),
  };
}

function endFacts(end: NonNullable<Sight['end']>): Facts {
  return {
    exitCode: end.exitCode,
    signal: end.signal,
    timedOut: end.endedBy === 'timeout',
    idleTimedOut: end.endedBy === 'idle',
    endedBy: end.endedBy,
    endedAt: end.endedAt,
    durationMs: end.durationMs,
    backgroundPids: end.backgroundPids,
    ...(end.survivors.length === 0 ? {} : { survivors: end.survivors }),
  };
}

/** A notice if a cursor is beyond the output; otherwise empty. */
export function pastNotices(cursor: number, { bytes }: Sight): readonly string[] {
  return cursor > bytes ? [`Cursor ${cursor} is past the end: there are ${countOf(bytes, 'byte')}.`] : [];
}

/** The state of a session in words: `is running`, `ended with exit code 0`. */
export function standing(sight: Sight): string {
  const { end, silence } = sight;
  if (end === null) return `is running${silence === null ? askingOf(sight) : `, but ${silence.state}`}`;
  switch (end.endedBy) {
    case 'lost':
      return 'is lost: its keeper was killed';
    case 'timeout':
      return 'was killed by its time limit';
    case 'idle':
      return 'was killed because it printed nothing for too long';
    case 'owner':
      return 'was ended because its owner went away';
    case 'shutdown':
      return 'was ended because its keeper was told to end';
    case 'removed':
      return 'was ended because its folder was removed from the state folder';
    case 'fault':
      return `was ended because of a fault in its keeper (${end.fault})`;
    case 'kill':
      return end.signal === null ? `was killed and ${exitState(end)}` : `was killed by ${end.signal}`;
    case 'exit':
      return end.signal === null ? exitState(end) : `ended by signal ${end.signal}`;
  }
}

function exitState({ exitCode }: NonNullable<Sight['end']>): string {
  return exitCode === null ? `ended, but ${unknownEnd}` : `ended with exit code ${exitCode}`;
}

/** Text as content; if empty, a model gets `instead`, and a script that reads standard output nothing. */
export function contentOf(shown: string, instead: string, { surface }: ToolContext): readonly Content[] {
  return [text(shown === '' && !surface.isText ? instead : shown)];
}

/** Whether output is passed on unchanged; that of a terminal is drawn for a screen, and shown as text here. */
export function passesBytes({ session }: Sight, { surface }: ToolContext): boolean {
  return surface.sessionBytes !== undefined && session.record.size === null;
}

/** Notices for a keeper that does not answer: what is shown, and what to do. */
export function silenceNotices({ silence }: Sight): readonly string[] {
  return silence === null ? [] : [`What is on the disk is shown. ${silence.message}.`];
}

/** Notices on the end of a session: who may have sent its signal, and what was left by the command or could not be ended. */
export function endNotices({ session, end }: Sight): readonly string[] {
  if (end === null) return [];
  const { backgroundPids: left, isHeld, survivors } = end;
  const own = end.endedBy === 'exit' ? ownSignalNotice(session.record.command, end.signal) : null;
  return [
    ...(own === null ? [] : [`${own}.`]),
    ...(left.length === 0 ? [] : [`${leftNotice(left)}.`]),
    ...(left.length > 0 && isHeld ? [`${unreadNotice}.`] : []),
    ...hungUpNotices(end.hungUp).map((notice) => `${notice}.`),
    ...survivors.map((survivor) => `${survivorNotice(survivor)}.`),
  ];
}

/** Notices on how a session stands: a keeper that does not answer, a stopped program, its end. */
export function standingNotices(sight: Sight): readonly string[] {
  return [...silenceNotices(sight), ...stoppedNotices(sight), ...endNotices(sight)];
}

/** How to find text among binary output to a terminal. */
const binaryNotice =
  'Binary output is counted, not shown; action screen shows the end of it as it looks, poll from another cursor or log from another offset what stands around it.';

/** Notices on what the text of output does not show: drawing on a terminal has no order, bytes may be counted or replaced. */
export function textNotices(
  { isBinary, isDrawn, isRepaired, hasReturns }: Omit<OutputText, 'text'>,
  { session }: Sight,
): readonly string[] {
  const isTerminal = session.record.size !== null;
  return [
    ...(isBinary && isTerminal ? [binaryNotice] : []),
    ...(isDrawn && isTerminal
      ? ['The program draws on its screen; action screen shows that as it looks.']
      : []),
    ...(isRepaired ? [`${repairedNotice}.`] : []),
    ...(hasReturns ? [`${returnNotice}.`] : []),
  ];
}

/** The message again as a notice, where only output would be shown; frontends for models show it for running sessions anyway. */
export function noticesOf(message: string, { end }: Sight, { surface }: ToolContext): readonly string[] {
  return surface.isText || end !== null ? [message] : [];
}
