import { constants, openSync } from 'node:fs';
import { isatty, type ReadStream, type WriteStream } from 'node:tty';
import type { TerminalSize } from '../process/child.ts';
import { DescriptorWriter, flushAll } from '../system/descriptor-writer.ts';
import { sttyOf } from './stty.ts';

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
  /** Writes the last bytes, as long as the terminal takes any, and gives it back as it was. */
  close(last: string): Promise<void>;
}

/** Whether a person's terminal is both standard input and standard output. */
export function hasViewer(): boolean {
  return isatty(0) && isatty(1);
}

/** Milliseconds that a terminal which takes nothing is waited for at the end. */
export const terminalStallMs = 1000;

/**
 * Standard output opened anew so that no write waits: one that does would hold the terminal's lock, and whoever sets its modes
 * waits for that too. Standard output itself where it cannot be opened.
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
    // There is nothing to give back.
  }
}

/**
 * Puts the terminal into raw mode, by stty: the runtime's own raw mode still turns line feeds into new lines, and a full-screen
 * program moves the cursor with them. Nor is its stream written to: keys and signals would wait with it for a terminal that takes
 * nothing.
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
