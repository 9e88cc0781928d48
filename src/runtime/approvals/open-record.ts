import { sleep } from '../../core/async/sleep.ts';
import { isFailure } from '../../core/failure.ts';
import { ownEntry } from '../../platform/locks/claim-name.ts';
import type { Approver } from '../service.ts';
import type { LiveAnswer } from './live-questions.ts';
import type { PendingCall, PendingStore } from './pending-store.ts';
import type { PendingRecord } from './record.ts';

/** Milliseconds between two looks whether an open question was answered in another process. */
const lookMs = 200;

/** A question that waits in the store for an answer of another process, too. */
export interface OpenRecord {
  /** The answer that another process gives, null when none came before the signal was aborted, or none can come any more. */
  follow(signal: AbortSignal): Promise<LiveAnswer | null>;
  /** Takes the question out of the store; gives what another process has answered by then, which was told that it counts. */
  withdraw(): Promise<LiveAnswer | null>;
}

/** Leaves a question that is asked here in the store, too, so that a person may answer it from another terminal. Null where it cannot be left. */
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
    // The one who is asked here can still answer.
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
      // A store that cannot be read now may hold the answer all the same.
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
