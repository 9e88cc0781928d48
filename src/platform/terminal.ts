import { closeSync, openSync, writeSync } from 'node:fs';
import { isTerminal } from './stdio.ts';

/** Whether a person sits at this process: standard input or standard error is a terminal. */
export function hasPerson(): boolean {
  return isTerminal(0) || isTerminal(2);
}

/** The controlling terminal, for a question and its answer. */
export interface Terminal {
  write(text: string): void;
  /** One line without its end; null at the end of input or when `signal` is aborted. */
  readLine(signal: AbortSignal): Promise<string | null>;
  close(): void;
}

/** Opens the controlling terminal, null when there is none. Standard input is left to the command. */
export function openTerminal(): Terminal | null {
  let descriptor: number;
  try {
    descriptor = openSync('/dev/tty', 'r+');
  } catch {
    return null;
  }
  return {
    write: (text) => void writeSync(descriptor, text),
    readLine: (signal) => readLine(descriptor, signal),
    close: () => closeSync(descriptor),
  };
}

/** Reads through a reader process, because a read of a terminal cannot be taken back from this one. */
async function readLine(descriptor: number, signal: AbortSignal): Promise<string | null> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const reader = spawn('/bin/sh', ['-c', 'IFS= read -r line || exit 1; printf "%s" "$line"'], {
      stdio: [descriptor, 'pipe', 'ignore'],
      env: {},
    });
    let text = '';
    const stop = (): void => void reader.kill('SIGKILL');
    signal.addEventListener('abort', stop, { once: true });
    reader.stdout?.setEncoding('utf8');
    reader.stdout?.on('data', (part: string) => {
      text += part;
    });
    reader.on('error', () => resolve(null));
    reader.on('close', (code) => {
      signal.removeEventListener('abort', stop);
      resolve(code === 0 ? text : null);
    });
    if (signal.aborted) stop();
  });
}
