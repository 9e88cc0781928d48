import type { TerminalFlags } from '../../platform/process/child.ts';

export interface Quietness {
  readonly inputOpen: boolean;
  /** Bytes of input the program has not taken. */
  readonly queued: number;
  /** Milliseconds without output. */
  readonly idleMs: number;
  /** Whether the output ends in a whole line. */
  readonly endsLine: boolean;
  /** Milliseconds of the last such silence that looked like a question and ended by itself: nobody had typed. */
  readonly pausedMs: number;
  /** Whether the program draws its screen without a cursor, so that where its output ends says nothing. */
  readonly isDrawing: boolean;
  readonly terminal: TerminalFlags | null;
}

/** Milliseconds of silence after which a hidden line, an unfinished line, and anything, look like a question. */
const hiddenMs = 150;
export const promptMs = 700;
const anyMs = 15_000;

/** Whether the program seems to have asked: its last line is unfinished, or what is typed does not show. */
export function isAsking(quietness: Quietness): boolean {
  const { inputOpen, queued, idleMs, endsLine, pausedMs, isDrawing, terminal } = quietness;
  if (!inputOpen || queued > 0) return false;
  if (terminal?.canonical === true && !terminal.echo) return idleMs >= hiddenMs;
  // What goes on by itself after a pause (watch, a line that grows) makes another such pause.
  return !endsLine && !isDrawing && idleMs >= Math.max(promptMs, Math.min(pausedMs * 2, anyMs));
}

/** Whether the program may wait for somebody to type: a hint, no more. A server that has nothing to do looks so too. */
export function isWaitingForInput(quietness: Quietness): boolean {
  const { inputOpen, queued, idleMs } = quietness;
  return isAsking(quietness) || (inputOpen && queued === 0 && idleMs >= anyMs);
}
