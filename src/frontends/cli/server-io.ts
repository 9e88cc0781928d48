import { readStandardInput } from '../../platform/stdio.ts';
import type { CommandContext } from './command.ts';
import { MemoryKeeper } from './memory-keeper.ts';

/** Milliseconds between two looks at who our parent is. */
const parentCheckMs = 500;

/** Milliseconds that what is left to write has at the end. */
const flushLimitMs = 200;

/** The standard streams of a server, and the signal that ends it: SIGINT, SIGTERM, SIGHUP, no reader, or the death of its parent. */
export function openServerIo({ console, interrupt }: Pick<CommandContext, 'console' | 'interrupt'>) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) interrupt.abort();
  }, parentCheckMs);
  watch.unref?.();
  const memory = new MemoryKeeper();
  console.flushLimitMs = flushLimitMs;
  console.stdout.onClosed(() => interrupt.abort());
  return {
    input: readStandardInput(),
    write: async (bytes: Uint8Array): Promise<void> => {
      await console.stdout.write(bytes);
      memory.wrote(bytes.length);
      if (console.stdout.closed) throw new Error('nobody reads the output');
    },
    stop: interrupt.signal,
  };
}
