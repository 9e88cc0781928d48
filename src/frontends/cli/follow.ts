import { changesIn, type WatchedFolder } from '../../platform/files/watch-folder.ts';
import { loadLibc } from '../../platform/system/libc.ts';
import type { CommandContext } from './command.ts';

/**
 * Yields like `changesIn` until the command is interrupted or standard output has no reader, which is checked at every turn: what is
 * followed may not change for hours, so no write would fail.
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
