import type { TerminalSize } from '../../platform/process/child.ts';
import { type LogPiece, readLog } from '../../platform/sessions/session-log-files.ts';
import { renderStyledLine } from './styled-line.ts';
import type { SizeFrom } from './terminal-sizes.ts';

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

/** The last of a terminal's output, and its sizes meanwhile, oldest first and at least one. */
export interface Replay {
  readonly pieces: readonly LogPiece[];
  readonly sizes: readonly SizeFrom[];
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

/** Output between two changes of the size, and the size it was made for. */
interface Drawn {
  readonly size: TerminalSize;
  readonly bytes: Uint8Array;
}

/** The pieces cut where the size changes; the last one is of the size that is now, if need be without output. */
function* cutAtSizes({ pieces, sizes }: Replay): Generator<Drawn> {
  const none = new Uint8Array(0);
  for (const [index, size] of sizes.entries()) {
    const from = index === 0 ? 0 : size.at;
    const to = sizes[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    for (const { start, bytes } of pieces) {
      const part = bytes.subarray(Math.max(0, from - start), Math.max(0, to - start));
      if (part.length > 0) yield { size, bytes: part };
    }
    if (to === Number.POSITIVE_INFINITY) yield { size, bytes: none };
  }
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
