import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errnoOf } from '../../core/failure.ts';
import { writeFully } from '../files/descriptor-io.ts';
import { ownChild } from '../process/owned-children.ts';
import { readStat } from '../process/proc.ts';
import { bindLibc } from '../system/libc-library.ts';
import { isTerminal } from '../system/stdio.ts';

/** Whether a person sits at this process: standard input or standard error is a terminal. */
export function hasPerson(): boolean {
  return isTerminal(0) || isTerminal(2);
}

/** The result of waiting for a line: the line, the end of input, or an interrupt key. */
export type Typed = { readonly line: string } | { readonly ended: 'input' | 'interrupt' };

/** The controlling terminal, for a question and its answer. */
export interface Terminal {
  /** Identifies the terminal on this machine. */
  readonly name: string;
  write(text: string): void;
  /** Makes it edit lines, if a program has it in raw mode; returns the function that restores it. */
  takeLines(): Promise<() => void>;
  /** Drops what was typed before the question was shown. */
  dropTyped(): Promise<void>;
  /** Reads one line, without its newline; aborting `signal` ends it like the end of input. */
  readLine(signal: AbortSignal): Promise<Typed>;
  close(): void;
}

/**
 * Opens the controlling terminal; null if there is none or this process is in its background, where a read would stop it.
 * Standard input is left to the command.
 */
export function openTerminal(): Terminal | null {
  const [, , group, , terminal, foreground] = readStat('self')?.fields ?? [];
  if (foreground !== group) return null;
  let descriptor: number;
  try {
    descriptor = openSync('/dev/tty', 'r+');
  } catch {
    return null;
  }
  return {
    name: terminal ?? String(fstatSync(descriptor).rdev),
    write: (text) => writeFully(descriptor, Buffer.from(text), null),
    takeLines: async () => (await import('./stty.ts')).takeLines(descriptor),
    dropTyped: () => dropTyped(descriptor),
    readLine: (signal) => readLine(descriptor, signal),
    close: () => closeSync(descriptor),
  };
}

/** Queue selector of tcflush(3): received and unread bytes. */
const TCIFLUSH = 0;

/** Drops typed input. An unfinished line cannot be drained by reading: the Enter meant for the question would end it. */
async function dropTyped(descriptor: number): Promise<void> {
  const flushed = await bindLibc(
    ({ dlopen }, name) =>
      dlopen(name, { tcflush: { args: ['i32', 'i32'], returns: 'i32' } }).symbols.tcflush(
        descriptor,
        TCIFLUSH,
      ) === 0,
  );
  if (flushed !== true) readTypedAway();
}

function readTypedAway(): void {
  const descriptor = openSync('/dev/tty', constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(65_536);
    while (readSync(descriptor, bytes) > 0);
  } catch (error) {
    if (errnoOf(error) !== 'EAGAIN') throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Reads through a reader process, because a read of a terminal cannot be cancelled in this one. */
async function readLine(descriptor: number, signal: AbortSignal): Promise<Typed> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const words = ['-c', 'IFS= read -r line || exit 1; printf "%s" "$line"'];
    const reader = ownChild(spawn('/bin/sh', words, { stdio: [descriptor, 'pipe', 'ignore'], env: {} }));
    let text = '';
    const stop = (): void => void reader.kill('SIGKILL');
    signal.addEventListener('abort', stop, { once: true });
    reader.stdout?.setEncoding('utf8');
    reader.stdout?.on('data', (part: string) => {
      text += part;
    });
    reader.on('error', () => resolve({ ended: 'input' }));
    reader.on('close', (code, name) => {
      signal.removeEventListener('abort', stop);
      const isInterrupt = name === 'SIGINT' || name === 'SIGQUIT' || name === 'SIGHUP';
      resolve(code === 0 ? { line: text } : { ended: isInterrupt ? 'interrupt' : 'input' });
    });
    if (signal.aborted) stop();
  });
}
