import { changesIn, type WatchedFolder } from '../../platform/files/watch-folder.ts';
import { loadLibc } from '../../platform/system/libc.ts';
import type { CommandContext } from './command.ts';

/**
 * Yields as `changesIn` does, until the command is interrupted or nobody reads its standard output any more, which is looked
 * for at every turn: what is followed may stay as it is for hours, and nothing is written then that could fail.
 */
export async function* followChanges(
  watched: WatchedFolder,
  { console, interrupt }: Pick<CommandContext, 'console' | 'interrupt'>,
): AsyncGenerator<void> {
  await loadLibc();
  console.stdout.onClosed(() => interrupt.abort());
  for await (const _ of changesIn(watched, interrupt.signal)) {
    console.stdout.checkReader();
    if (!interrupt.signal.aborted) yield;
  }
}
