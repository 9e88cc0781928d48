import { sleep } from '../../core/async/sleep.ts';
import { isFailure } from '../../core/failure.ts';
import { ownEntry } from '../../platform/locks/claim-name.ts';
import type { Approver } from '../service.ts';
import type { LiveAnswer } from './live-questions.ts';
import type { PendingCall, PendingStore } from './pending-store.ts';
import type { PendingRecord } from './record.ts';

/** Milliseconds between checks whether another process has answered. */
const lookMs = 200;

/** An open question that is also in the store, for other processes to answer. */
export interface OpenRecord {
  /** Resolves with the answer of another process; null if the signal is aborted before, or none can come any more. */
  follow(signal: AbortSignal): Promise<LiveAnswer | null>;
  /** Removes the question from the store; resolves with an answer given there by then, which counts. */
  withdraw(): Promise<LiveAnswer | null>;
}

/** Also puts a question asked here into the store, so that a person can answer it in another terminal; null if not possible. */
export async function leaveOpen(
  call: PendingCall,
  { isAskedAnew = false, handsOn = false }: Approver,
  store: PendingStore,
): Promise<OpenRecord | null> {
  const own = ownEntry();
  if (own === null || isAskedAnew || handsOn) return null;
  const { pid, startTicks } = own;
  try {
    const { id } = await store.leave(call, { pid, startTicks });
    return { follow: (signal) => follow(id, store, signal), withdraw: () => withdraw(id, store) };
  } catch {
    // The approver here can still answer.
    return null;
  }
}

async function follow(id: string, store: PendingStore, signal: AbortSignal): Promise<LiveAnswer | null> {
  let answer: LiveAnswer | null = null;
  while (!signal.aborted && answer === null) {
    try {
      await sleep(lookMs, { signal, ref: false });
      answer = answerIn(store.find(id));
    } catch (error) {
      // The store may have the answer once it can be read again.
      if (!isFailure(error, 'denied')) return null;
    }
  }
  return answer;
}

async function withdraw(id: string, store: PendingStore): Promise<LiveAnswer | null> {
  try {
    const record = await store.withdraw(id);
    return record === null ? null : answerIn(record);
  } catch {
    return null;
  }
}

function answerIn({ answer }: PendingRecord): LiveAnswer | null {
  if (answer === null) return null;
  const { at: _, ...given } = answer;
  return given;
}
