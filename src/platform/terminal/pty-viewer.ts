import { constants, openSync } from 'node:fs';
import { isatty, type ReadStream, type WriteStream } from 'node:tty';
import type { TerminalSize } from '../process/child.ts';
import { DescriptorWriter, flushAll } from '../system/descriptor-writer.ts';
import { sttyOf } from './stty.ts';

/** The terminal of this process's person, given to a session: keys and bytes pass unchanged. */
export interface Viewer {
  /** Null if the terminal does not know it, as on a serial line. */
  size(): TerminalSize | null;
  onInput(listener: (bytes: Uint8Array) => void): void;
  onResize(listener: () => void): void;
  /** Calls `listener` when the terminal is gone: closing it need not send a signal that this process handles. */
  onGone(listener: () => void): void;
  /** Resolves when the terminal has taken the bytes. */
  write(bytes: Uint8Array | string): Promise<void>;
  /** Writes the last bytes, unless the terminal takes none, and restores it. */
  close(last: string): Promise<void>;
}

/** Whether a person's terminal is both standard input and standard output. */
export function hasViewer(): boolean {
  return isatty(0) && isatty(1);
}

/** Milliseconds to wait at the end for a terminal that takes nothing. */
export const terminalStallMs = 1000;

/**
 * Reopens standard output so that no write blocks: a blocked one holds the terminal's lock, and setting its modes would wait
 * for it too. Standard output itself if that fails.
 */
function openOutput(): number {
  try {
    return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return 1;
  }
}

/** Ends the runtime's raw mode, unless the terminal is gone. */
function cook(stdin: ReadStream): void {
  try {
    stdin.setRawMode(false);
  } catch {
    // There is nothing to restore.
  }
}

/**
 * Puts the terminal into raw mode by stty: the runtime's own raw mode still turns line feeds into new lines, but full-screen
 * programs move the cursor with them. The runtime's stream is not used for writing: keys and signals would wait for a
 * terminal that takes nothing.
 */
export async function openViewer(): Promise<Viewer> {
  const stty = await sttyOf(0);
  const { stdin, stdout }: { readonly stdin: ReadStream; readonly stdout: WriteStream } = process;
  const saved = stty('-g');
  if (saved === null || stty('raw', '-echo') === null) stdin.setRawMode(true);
  stdin.resume();
  const output = new DescriptorWriter(openOutput());
  return {
    size: () => (stdout.columns > 0 && stdout.rows > 0 ? { cols: stdout.columns, rows: stdout.rows } : null),
    onInput: (listener) => void stdin.on('data', (bytes: Buffer) => listener(bytes)),
    onResize: (listener) => void stdout.on('resize', listener),
    onGone: (listener) => {
      for (const event of ['end', 'error', 'close']) stdin.on(event, listener);
      output.onClosed(listener);
    },
    write: async (bytes) => {
      await output.write(bytes);
      await output.flush();
    },
    close: async (last) => {
      void output.write(last);
      await flushAll([output], terminalStallMs);
      if (saved === null || stty(saved) === null) cook(stdin);
      stdin.pause();
      stdin.removeAllListeners('data');
      stdout.removeAllListeners('resize');
      stdin.unref();
    },
  };
}
