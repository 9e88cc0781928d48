import { sleep } from '../../core/async/sleep.ts';
import { unlessAborted } from '../../core/async/unless-aborted.ts';
import type { Child, Taking } from './child.ts';
import { lastTakenAt } from './taking.ts';

/** Milliseconds of silence after the exit that end a call whose pipes are held open by other processes. */
const quietMs = 100;
/** Milliseconds after an exit at which a call ends whatever other processes print. */
const othersMs = 250;
/** Milliseconds between checks for unread output. */
const lookMs = 1;
/** Most bytes that the runtime reads ahead while the receiver blocks: a buffer of 64 KiB, and the next one. */
const mostAhead = 131_072;

/**
 * Receives what a command printed and releases its pipes at their end, or some time after its own end: after silence and, if
 * it exited by itself (`hasExited`), whatever others print. Its own output is received first, however long the receiver or
 * this machine takes; after `signal` the receiver is not waited for. Resolves to whether others held the pipes to the last,
 * and so print where nobody reads. Throws what receiving throws.
 */
export async function drain(child: Child, hasExited: boolean, signal: AbortSignal): Promise<boolean> {
  let open = true;
  const drained = child.drained.then(() => {
    open = false;
  });
  drained.catch(() => {});
  const draining: Draining = { drained, isOpen: () => open, signal };
  await Promise.all(child.takings.map((taking) => takeRest(taking, draining)));
  const restAt = performance.now();
  while (open) {
    const quietAt = Math.max(restAt, lastTakenAt(child.takings)) + quietMs;
    const wait = Math.min(quietAt, restAt + (hasExited ? othersMs : quietMs)) - performance.now();
    if (wait <= 0) break;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, wait);
    });
    await Promise.race([drained, waited]);
    clearTimeout(timer);
  }
  child.release();
  return open;
}

interface Draining {
  readonly drained: Promise<void>;
  isOpen(): boolean;
  readonly signal: AbortSignal;
}

/** Resolves when all bytes in a pipe now, and before them, are received. What others print meanwhile comes after. */
async function takeRest(taking: Taking, { drained, isOpen, signal }: Draining): Promise<void> {
  const owed = taking.received + taking.unread + (taking.heldUp === null ? 0 : mostAhead);
  while (isOpen() && taking.received < owed) {
    const { heldUp } = taking;
    if (heldUp === null && taking.unread === 0) return;
    try {
      await (heldUp === null
        ? Promise.race([drained, sleep(lookMs)])
        : unlessAborted(Promise.race([drained, heldUp]), signal));
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
  }
}
