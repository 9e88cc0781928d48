import { isatty, type ReadStream, type WriteStream } from 'node:tty';
import type { TerminalSize } from '../process/child.ts';

/** The terminal of the person at this process, given over to a session: every key comes as it is, every byte goes as it is. */
export interface Viewer {
  /** Null where the terminal does not know it, as on a serial line. */
  size(): TerminalSize | null;
  onInput(listener: (bytes: Uint8Array) => void): void;
  onResize(listener: () => void): void;
  /** The terminal is there no more: a person who closed it need not have sent a signal that this process heeds. */
  onGone(listener: () => void): void;
  /** Resolves when the terminal has taken the bytes. */
  write(bytes: Uint8Array | string): Promise<void>;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** Whether a person's terminal is both standard input and standard output. */
export function hasViewer(): boolean {
  return isatty(0) && isatty(1);
}

/** Ends the runtime's raw mode, unless the terminal is gone. */
function cook(stdin: ReadStream): void {
  try {
    stdin.setRawMode(false);
  } catch {
    // There is nothing to give back.
  }
}

/**
 * Puts the terminal into raw mode, by stty: the runtime's own raw mode still turns line feeds into new lines, and a full-screen
 * program moves the cursor with them.
 */
export async function openViewer(): Promise<Viewer> {
  const { spawnSync } = await import('node:child_process');
  const stty = (...words: readonly string[]): string | null => {
    const { status, stdout } = spawnSync('stty', words, {
      stdio: ['inherit', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
    return status === 0 ? stdout.trim() : null;
  };
  const { stdin, stdout }: { readonly stdin: ReadStream; readonly stdout: WriteStream } = process;
  const saved = stty('-g');
  if (saved === null || stty('raw', '-echo') === null) stdin.setRawMode(true);
  stdin.resume();
  return {
    size: () => (stdout.columns > 0 && stdout.rows > 0 ? { cols: stdout.columns, rows: stdout.rows } : null),
    onInput: (listener) => void stdin.on('data', (bytes: Buffer) => listener(bytes)),
    onResize: (listener) => void stdout.on('resize', listener),
    onGone: (listener) => {
      for (const event of ['end', 'error', 'close']) stdin.on(event, listener);
      stdout.on('error', listener);
    },
    write: (bytes) => new Promise((resolve) => void stdout.write(bytes, () => resolve())),
    close: () => {
      if (saved === null || stty(saved) === null) cook(stdin);
      stdin.pause();
      stdin.removeAllListeners('data');
      stdout.removeAllListeners('resize');
      stdin.unref();
    },
  };
}
