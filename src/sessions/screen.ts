import type { TerminalSize } from '../platform/process/child.ts';
import { readLog } from '../platform/sessions/session-log-files.ts';
import { renderStyledLine } from './styled-line.ts';

/** Bytes of output the screen is made of: what a program draws in full many times over. */
const replayedBytes = 1_048_576;

export interface Screen {
  /** The lines, without blanks at their ends. */
  readonly lines: readonly string[];
  /** The same lines with their colours and attributes. */
  readonly styled: readonly string[];
  /** The first is 1. */
  readonly cursor: { readonly row: number; readonly column: number };
  /** Whether a full-screen program has taken the screen over. */
  readonly isAlternate: boolean;
}

/** A line without the blanks that a program drew at its end, but for those before the cursor: a prompt has one. */
function trimmed(line: string, cursor: number): string {
  const { length } = line.trimEnd();
  return line.slice(0, Math.max(length, cursor));
}

/** What a terminal of this size shows now, from the end of the session's log. */
export async function renderScreen(folder: string, total: number, size: TerminalSize): Promise<Screen> {
  const [{ default: headless }, { Unicode11Addon }] = await Promise.all([
    import('@xterm/headless'),
    import('@xterm/addon-unicode11'),
  ]);
  const terminal = new headless.Terminal({ ...size, scrollback: 0, allowProposedApi: true });
  try {
    // By the terminal's own table, of Unicode 6, an emoji is one column wide, by that of programs two.
    terminal.loadAddon(new Unicode11Addon());
    terminal.unicode.activeVersion = '11';
    for (const { bytes } of readLog(folder, Math.max(0, total - replayedBytes), replayedBytes)) {
      await new Promise<void>((resolve) => terminal.write(bytes, resolve));
    }
    const { active } = terminal.buffer;
    const rows = Array.from({ length: size.rows }, (_, row) => {
      const line = active.getLine(active.baseY + row);
      const cursor = row === active.cursorY ? active.cursorX : 0;
      return line === undefined
        ? { plain: '', styled: '' }
        : { plain: trimmed(line.translateToString(true), cursor), styled: renderStyledLine(line, cursor) };
    });
    return {
      lines: rows.map(({ plain }) => plain),
      styled: rows.map(({ styled }) => styled),
      cursor: { row: active.cursorY + 1, column: active.cursorX + 1 },
      isAlternate: active.type === 'alternate',
    };
  } finally {
    terminal.dispose();
  }
}
