import { readLog } from '../../platform/sessions/session-log-files.ts';
import { renderStyledLine } from './styled-line.ts';
import { cutAtSizes, type Replay, type SizeFrom } from './terminal-sizes.ts';

/** Bytes of output replayed to make the screen: many times what a full redraw takes. */
export const replayedBytes = 1_048_576;

/** A cursor position; rows and columns count from 1. */
export interface CursorPosition {
  readonly row: number;
  readonly column: number;
}

export interface Screen {
  /** The lines without trailing blanks. */
  readonly lines: readonly string[];
  /** The same lines with colours and attributes. */
  readonly styled: readonly string[];
  readonly cursor: CursorPosition;
  /** Whether a full-screen program has switched to the alternate screen. */
  readonly isAlternate: boolean;
}

/** The output to replay for a session's screen, from the end of its log. */
export function replayOfLog(folder: string, total: number, sizes: readonly SizeFrom[]): Replay {
  return { pieces: readLog(folder, Math.max(0, total - replayedBytes), replayedBytes), sizes };
}

/** A line without trailing blanks, except those before the cursor: a prompt has one. */
function trimmed(line: string, cursor: number): string {
  const { length } = line.trimEnd();
  return line.slice(0, Math.max(length, cursor));
}

/** Renders the screen that a terminal shows after this output. */
export async function renderScreen(replay: Replay): Promise<Screen> {
  const [{ default: headless }, { Unicode11Addon }] = await Promise.all([
    import('@xterm/headless'),
    import('@xterm/addon-unicode11'),
  ]);
  const terminal = new headless.Terminal({ scrollback: 0, allowProposedApi: true });
  try {
    // The terminal's own table (Unicode 6) makes an emoji one column wide, programs make it two.
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
