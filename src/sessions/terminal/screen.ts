import { readLog } from '../../platform/sessions/session-log-files.ts';
import { renderStyledLine } from './styled-line.ts';
import { cutAtSizes, type Replay, type SizeFrom } from './terminal-sizes.ts';

/** Bytes of output the screen is made of: what a program draws in full many times over. */
export const replayedBytes = 1_048_576;

/** The first row and column are 1. */
export interface CursorPosition {
  readonly row: number;
  readonly column: number;
}

export interface Screen {
  /** The lines, without blanks at their ends. */
  readonly lines: readonly string[];
  /** The same lines with their colours and attributes. */
  readonly styled: readonly string[];
  readonly cursor: CursorPosition;
  /** Whether a full-screen program has taken the screen over. */
  readonly isAlternate: boolean;
}

/** What the screen of a session is made of, from the end of its log. */
export function replayOfLog(folder: string, total: number, sizes: readonly SizeFrom[]): Replay {
  return { pieces: readLog(folder, Math.max(0, total - replayedBytes), replayedBytes), sizes };
}

/** A line without the blanks that a program drew at its end, but for those before the cursor: a prompt has one. */
function trimmed(line: string, cursor: number): string {
  const { length } = line.trimEnd();
  return line.slice(0, Math.max(length, cursor));
}

/** What a terminal shows after this output. */
export async function renderScreen(replay: Replay): Promise<Screen> {
  const [{ default: headless }, { Unicode11Addon }] = await Promise.all([
    import('@xterm/headless'),
    import('@xterm/addon-unicode11'),
  ]);
  const terminal = new headless.Terminal({ scrollback: 0, allowProposedApi: true });
  try {
    // By the terminal's own table, of Unicode 6, an emoji is one column wide, by that of programs two.
    terminal.loadAddon(new Unicode11Addon());
    terminal.unicode.activeVersion = '11';
    for (const { size, bytes } of cutAtSizes(replay)) {
      terminal.resize(size.cols, size.rows);
      await new Promise<void>((resolve) => terminal.write(bytes, resolve));
    }
    const {
      cols,
      buffer: { active },
    } = terminal;
    const rows = Array.from({ length: terminal.rows }, (_, row) => {
      const line = active.getLine(active.baseY + row);
      const cursor = row === active.cursorY ? active.cursorX : 0;
      return line === undefined
        ? { plain: '', styled: '' }
        : {
            plain: trimmed(line.translateToString(true, 0, cols), cursor),
            styled: renderStyledLine(line, cols, cursor),
          };
    });
    return {
      lines: rows.map(({ plain }) => plain),
      styled: rows.map(({ styled }) => styled),
      cursor: { row: active.cursorY + 1, column: Math.min(active.cursorX, cols - 1) + 1 },
      isAlternate: active.type === 'alternate',
    };
  } finally {
    terminal.dispose();
  }
}
