import { type FSWatcher, watch } from 'node:fs';
import { stateFailure } from '../store/place-failure.ts';
import { makePrivateFolders } from './private-folders.ts';

/** Milliseconds between polls for changes without an event, as on network file systems. */
const pollMs = 1000;

/** A folder, and what named it, for the failure to make it. */
export interface WatchedFolder {
  readonly folder: string;
  readonly namedBy?: string;
}

/**
 * Yields at once, then whenever something in the folder (made if missing, 0700) may have changed, until `signal` is aborted.
 * Simultaneous changes are yielded once. Throws ToolFailure if the folder cannot be made.
 */
export async function* changesIn(
  { folder, namedBy }: WatchedFolder,
  signal: AbortSignal,
): AsyncGenerator<void> {
  let wake = (): void => {};
  let isChanged = true;
  const tell = (): void => {
    isChanged = true;
    wake();
  };
  try {
    makePrivateFolders(folder);
  } catch (error) {
    throw stateFailure('watch', folder, error, namedBy);
  }
  const watcher = tryWatch(folder, tell);
  const timer = setInterval(tell, pollMs);
  signal.addEventListener('abort', tell, { once: true });
  try {
    while (!signal.aborted) {
      if (!isChanged) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      isChanged = false;
      if (!signal.aborted) yield;
    }
  } finally {
    clearInterval(timer);
    watcher?.close();
    signal.removeEventListener('abort', tell);
  }
}

/** If the system has no watches left, only the clock is used. */
function tryWatch(folder: string, tell: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, tell);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}
