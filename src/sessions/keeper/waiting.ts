import type { TerminalFlags } from '../../platform/process/child.ts';

export interface Quietness {
  readonly inputOpen: boolean;
  /** Bytes of input the program has not taken. */
  readonly queued: number;
  /** Milliseconds without output. */
  readonly idleMs: number;
  /** Whether the output ends in a whole line. */
  readonly endsLine: boolean;
  readonly terminal: TerminalFlags | null;
}

/** Milliseconds of silence after which a hidden line, an unfinished line, and anything, look like a question. */
const hiddenMs = 150;
const promptMs = 700;
const anyMs = 15_000;

/** Whether the program seems to have asked: its last line is unfinished, or what is typed does not show. */
export function isAsking({ inputOpen, queued, idleMs, endsLine, terminal }: Quietness): boolean {
  if (!inputOpen || queued > 0) return false;
  if (terminal?.canonical === true && !terminal.echo) return idleMs >= hiddenMs;
  return !endsLine && idleMs >= promptMs;
}

/** Whether the program may wait for somebody to type: a hint, no more. A server that has nothing to do looks so too. */
export function isWaitingForInput(quietness: Quietness): boolean {
  const { inputOpen, queued, idleMs } = quietness;
  return isAsking(quietness) || (inputOpen && queued === 0 && idleMs >= anyMs);
}
