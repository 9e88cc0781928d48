import { sleep } from '../../core/async/sleep.ts';
import type { ChildInput, ChildTerminal } from '../process/child.ts';

/** Bytes typed at once. */
const pieceBytes = 65_536;
/** Milliseconds between checks for room in the terminal. */
const roomMs = 2;

/**
 * Types a command's standard input into its terminal, then the end of input; a terminal has no other way in. Returns the
 * function that stops reading it.
 */
export function feedTerminal(terminal: ChildTerminal, input: ChildInput): () => void {
  if (input.kind === 'bytes') return typeAll(terminal, once(input.bytes));
  if (input.kind === 'descriptor') return typeAll(terminal, chunksOf(input.descriptor));
  // Nobody types into it: a program that asks would wait for as long as it may run.
  if (input.kind === 'closed') terminal.end();
  return () => {};
}

interface Source {
  next(): Promise<Uint8Array | null>;
  cancel(): void;
}

function once(bytes: Uint8Array): Source {
  let left: Uint8Array | null = bytes;
  return {
    next: async () => {
      const given = left;
      left = null;
      return given;
    },
    cancel: () => {},
  };
}

function chunksOf(descriptor: number): Source {
  const stream = descriptor === 0 ? Bun.stdin.stream() : Bun.file(descriptor).stream();
  const reader = stream.getReader();
  return {
    next: async () => (await reader.read()).value ?? null,
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

function typeAll(terminal: ChildTerminal, source: Source): () => void {
  let isStopped = false;
  const type = async (bytes: Uint8Array): Promise<void> => {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      while (!isStopped && !terminal.write(bytes.subarray(at, at + pieceBytes))) await sleep(roomMs);
    }
  };
  const run = async (): Promise<void> => {
    for (let bytes = await source.next(); bytes !== null; bytes = await source.next()) {
      if (isStopped) return;
      await type(bytes);
    }
    if (!isStopped) terminal.end();
  };
  // A read error ends the input.
  void run().catch(() => terminal.end());
  return () => {
    isStopped = true;
    source.cancel();
  };
}
