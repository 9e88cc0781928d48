import type { TerminalFlags } from '../platform/child.ts';

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

/** Whether the program seems to wait for somebody to type: a hint, no more. */
export function isWaitingForInput({ inputOpen, queued, idleMs, endsLine, terminal }: Quietness): boolean {
  if (!inputOpen || queued > 0) return false;
  if (terminal?.canonical === true && !terminal.echo) return idleMs >= hiddenMs;
  return idleMs >= (endsLine ? anyMs : promptMs);
}
