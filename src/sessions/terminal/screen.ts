import type { Terminal } from '@xterm/headless';
import { readLogUpTo } from '../../platform/sessions/session-log-files.ts';
import { replayedBytes, type ScreenStart } from './screen-start.ts';
import { renderStyledLine } from './styled-line.ts';
import { cutAtSizes, type Replay, type SizeFrom } from './terminal-sizes.ts';

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

/** The output up to `total` to replay for a session's screen: the last of it where no start is known. */
export function replayOfLog(
  folder: string,
  total: number,
  { sizes, start = null }: { readonly sizes: readonly SizeFrom[]; readonly start?: ScreenStart | null },
): Replay {
  const { from, modes } = start ?? { from: Math.max(0, total - replayedBytes), modes: '' };
  return { pieces: readLogUpTo(folder, from, total), sizes, modes };
}

/** A line without trailing blanks, except those before the cursor: a prompt has one. */
function trimmed(line: string, cursor: number): string {
  const { length } = line.trimEnd();
  return line.slice(0, Math.max(length, cursor));
}

/** Passes a fresh terminal to `use`. */
async function inTerminal<T>(use: (terminal: Terminal) => Promise<T>): Promise<T> {
  const [{ default: headless }, { Unicode11Addon }] = await Promise.all([
    import('@xterm/headless'),
    import('@xterm/addon-unicode11'),
  ]);
  const terminal = new headless.Terminal({ scrollback: 0, allowProposedApi: true });
  try {
    // The terminal's own table (Unicode 6) makes an emoji one column wide, programs make it two.
    terminal.loadAddon(new Unicode11Addon());
    terminal.unicode.activeVersion = '11';
    return await use(terminal);
  } finally {
    terminal.dispose();
  }
}

function drawn(terminal: Terminal, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => terminal.write(bytes, resolve));
}

function cursorOf({ cols, buffer: { active } }: Terminal): CursorPosition {
  return { row: active.cursorY + 1, column: Math.min(active.cursorX, cols - 1) + 1 };
}

/**
 * Finds the cursor as the output up to each of these offsets leaves it. The offsets are ascending; before the output that is
 * replayed the cursor is at 1;1, past its end where that leaves it.
 */
export function findCursors(replay: Replay, offsets: readonly number[]): Promise<readonly CursorPosition[]> {
  return inTerminal(async (terminal) => {
    const found: CursorPosition[] = [];
    let asked = 0;
    for (const { size, start, bytes } of cutAtSizes(replay)) {
      terminal.resize(size.cols, size.rows);
      let written = 0;
      for (const offset of offsets.slice(asked)) {
        if (offset > start + bytes.length) break;
        const until = Math.max(written, offset - start);
        terminal.write(bytes.subarray(written, until), () => found.push(cursorOf(terminal)));
        written = until;
        asked += 1;
      }
      await drawn(terminal, bytes.subarray(written));
    }
    return offsets.map((_, index) => found[index] ?? cursorOf(terminal));
  });
}

/** Renders the screen that a terminal shows after this output. */
export function renderScreen(replay: Replay): Promise<Screen> {
  return inTerminal(async (terminal) => {
    let before = replay.modes ?? '';
    for (const { size, bytes } of cutAtSizes(replay)) {
      terminal.resize(size.cols, size.rows);
      if (before !== '') await drawn(terminal, Buffer.from(before));
      before = '';
      await drawn(terminal, bytes);
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
      cursor: cursorOf(terminal),
      isAlternate: active.type === 'alternate',
    };
  });
}
