import type { TerminalSize } from '../platform/child.ts';
import { readLog } from '../platform/session-log-files.ts';

/** Bytes of output the screen is made of: what a program draws in full many times over. */
const replayedBytes = 1_048_576;

export interface Screen {
  /** The lines, without blanks at their ends. */
  readonly lines: readonly string[];
  /** The first is 1. */
  readonly cursor: { readonly row: number; readonly column: number };
  /** Whether a full-screen program has taken the screen over. */
  readonly isAlternate: boolean;
}

/** What a terminal of this size shows now, from the end of the session's log. */
export async function renderScreen(folder: string, total: number, size: TerminalSize): Promise<Screen> {
  const { default: headless } = await import('@xterm/headless');
  const terminal = new headless.Terminal({ ...size, scrollback: 0, allowProposedApi: true });
  try {
    for (const { bytes } of readLog(folder, Math.max(0, total - replayedBytes), replayedBytes)) {
      await new Promise<void>((resolve) => terminal.write(bytes, resolve));
    }
    const { active } = terminal.buffer;
    const lines = Array.from(
      { length: size.rows },
      (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
    );
    return {
      lines,
      cursor: { row: active.cursorY + 1, column: active.cursorX + 1 },
      isAlternate: active.type === 'alternate',
    };
  } finally {
    terminal.dispose();
  }
}
