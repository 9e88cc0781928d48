import type { TerminalFlags } from '../../platform/process/child.ts';

export interface Quietness {
  readonly inputOpen: boolean;
  /** Bytes of input that the program has not read. */
  readonly queued: number;
  /** Milliseconds without output. */
  readonly idleMs: number;
  /** Whether the output ends in a complete line. */
  readonly endsLine: boolean;
  /** Length in milliseconds of the last silence that looked like a question but ended without input. */
  readonly pausedMs: number;
  /** Whether the program draws its screen with a hidden cursor, so that the end of its output says nothing. */
  readonly isDrawing: boolean;
  readonly terminal: TerminalFlags | null;
  /** Whether a program is seen to wait in a read of its input, which has no terminal. */
  readonly isRead: boolean;
}

/** Milliseconds of silence that look like a question: with echo off, after an unfinished line, on a drawn screen, and in any case. */
const hiddenMs = 150;
export const promptMs = 700;
const drawnMs = 5000;
const anyMs = 15_000;

/** Whether it may be looked whether a program waits in a read: nothing is typed or printed at the moment, and there is no terminal. */
export function mayBeRead({ inputOpen, queued, idleMs, terminal }: Omit<Quietness, 'isRead'>): boolean {
  return inputOpen && queued === 0 && terminal === null && idleMs >= promptMs;
}

/** Whether the program seems to have asked: it reads its input, its last line is unfinished, or its terminal does not echo. */
export function isAsking(quietness: Quietness): boolean {
  const { inputOpen, queued, idleMs, endsLine, pausedMs, isDrawing, terminal, isRead } = quietness;
  if (!inputOpen || queued > 0) return false;
  if (isRead) return true;
  if (terminal?.canonical === true && !terminal.echo) return idleMs >= hiddenMs;
  return !endsLine && !isDrawing && idleMs >= patience(promptMs, pausedMs);
}

/** At least `leastMs`, and more for output that resumes by itself after a pause (watch, a line that grows): it will pause so again. */
function patience(leastMs: number, pausedMs: number): number {
  return Math.max(leastMs, Math.min(pausedMs * 2, anyMs));
}

/** Whether the terminal may have stopped a program: it edits lines, as for whatever has not set it, and all is silent. */
export function mayBeStopped({ inputOpen, idleMs, terminal }: Omit<Quietness, 'isRead'>): boolean {
  return inputOpen && terminal?.canonical === true && idleMs >= hiddenMs;
}

/** Whether the program may wait for input. Only a hint: an idle server looks the same. */
export function isWaitingForInput(quietness: Quietness): boolean {
  const { inputOpen, queued, idleMs, pausedMs, isDrawing } = quietness;
  // A menu draws once and waits; what shows the state of something draws again soon (top after 3 s).
  const longMs = isDrawing ? patience(drawnMs, pausedMs) : anyMs;
  return isAsking(quietness) || (inputOpen && queued === 0 && idleMs >= longMs);
}
