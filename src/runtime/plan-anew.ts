import { Outdated } from '../core/failure.ts';
import { sleep } from '../core/sleep.ts';
import { Turns } from '../core/turns.ts';

/** Milliseconds for which a call that has its turn is planned anew; others have to be faster all that time for it to fail. */
const longestMs = 10_000;
/** Most milliseconds between two attempts, so that processes which lost to each other do not meet again. */
const longestPauseMs = 20;

const turns = new Turns();

/**
 * Makes `attempt`, which plans, asks and acts, again while the file it was planned on has changed before it could act and
 * `mayRepeat` says so: of several calls on one file at a time each is to be made, on what the one before left. Those of this
 * process then take turns. Throws what the last attempt throws.
 */
export async function planAnew<T>(attempt: () => Promise<T>, mayRepeat: () => boolean): Promise<T> {
  const isRepeatable = (error: unknown): error is Outdated => error instanceof Outdated && mayRepeat();
  let path: string;
  try {
    return await attempt();
  } catch (error) {
    if (!isRepeatable(error)) throw error;
    path = error.path;
  }
  const leave = await turns.take(path);
  const until = performance.now() + longestMs;
  try {
    while (performance.now() < until) {
      try {
        return await attempt();
      } catch (error) {
        if (!isRepeatable(error)) throw error;
        await sleep(Math.random() * longestPauseMs);
      }
    }
    return await attempt();
  } finally {
    leave();
  }
}
