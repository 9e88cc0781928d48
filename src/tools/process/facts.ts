import { type Content, text } from '../../core/content.ts';
import { clipLine } from '../../core/text/clip-line.ts';
import { unknownEnd } from '../../core/unknown-end.ts';
import { countOf, leftNotice, repairedNotice, returnNotice, survivorNotice } from '../../output/notices.ts';
import type { Sight } from '../../sessions/observe.ts';
import type { OutputText } from '../../sessions/output/output-text.ts';
import { type SizeFrom, toldSizes } from '../../sessions/terminal/terminal-sizes.ts';
import type { ToolContext } from '../tool-context.ts';

/** Characters of a command, or of what it is for, that are told with every answer about its session. */
const factChars = 1000;

type Facts = Readonly<Record<string, unknown>>;

/** The facts of a session that every action tells. */
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

/** A sight that counts what was read after it, from one cursor to the next: a program that prints has printed more by then. */
export function withRead(sight: Sight, from: number, next: number): Sight {
  return next > from ? { ...sight, bytes: Math.max(sight.bytes, next) } : sight;
}

/** The sizes that its terminal has had; empty where it has none. */
export function sizesOf({ session, status, end }: Sight): readonly SizeFrom[] {
  return toldSizes(status ?? end, session.record.size);
}

/** A fact stays small: a whole script here would leave no room for the output. */
function clipped(fact: string): string {
  const bytes = Buffer.from(fact);
  return clipLine(bytes, factChars, bytes.length) ?? fact;
}

function runningFacts({
  idleMs,
  waitingForInput,
  inputOpen,
  inputQueued,
  size,
}: NonNullable<Sight['status']>): Facts {
  return {
    idleMs,
    waitingForInput,
    inputOpen,
    ...(inputQueued === 0 ? {} : { inputQueued }),
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

/** Why waiting longer may be of no use, behind what says that a session runs. */
export function askingOf({ status }: Sight): string {
  return status?.asking === true ? ' and seems to wait for input' : '';
}

/** That a cursor is past all that was printed; nothing for one that is not. */
export function pastNotices(cursor: number, { bytes }: Sight): readonly string[] {
  return cursor > bytes ? [`Cursor ${cursor} is past the end: there are ${countOf(bytes, 'byte')}.`] : [];
}

/** How a session stands, in a few words: `is running`, `ended with exit code 0`. */
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

/** Text as content; `instead` is said to a model when there is none, and nothing to a script that reads standard output. */
export function contentOf(shown: string, instead: string, { surface }: ToolContext): readonly Content[] {
  return [text(shown === '' && !surface.isText ? instead : shown)];
}

/** Whether output goes out as it was printed: what is drawn on a terminal is for its screen, and read here as text. */
export function passesBytes({ session }: Sight, { surface }: ToolContext): boolean {
  return surface.sessionBytes !== undefined && session.record.size === null;
}

/** What a keeper that does not answer means for what is shown, and the way out. */
export function silenceNotices({ silence }: Sight): readonly string[] {
  return silence === null ? [] : [`What is on the disk is shown. ${silence.message}.`];
}

/** What still ran when a session had ended: left by the command, which stays, or what could not be ended. */
export function leftNotices({ end }: Sight): readonly string[] {
  if (end === null) return [];
  const { backgroundPids: left, survivors } = end;
  return [
    ...(left.length === 0 ? [] : [`${leftNotice(left)}.`]),
    ...survivors.map((survivor) => `${survivorNotice(survivor)}.`),
  ];
}

/** Where text is to be found that stands among binary output to a terminal. */
const binaryNotice =
  'Binary output is counted, not shown; action screen shows the end of it as it looks, poll from another cursor or log from another offset what stands around it.';

/** What output is that its text does not show: drawn on a terminal it is in no order, bytes may be counted or replaced. */
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

/** The sentence again as a notice where only the output itself would be shown; a frontend for models tells it of what runs. */
export function noticesOf(message: string, { end }: Sight, { surface }: ToolContext): readonly string[] {
  return surface.isText || end !== null ? [message] : [];
}
