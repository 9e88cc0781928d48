import { sleep } from '../../core/async/sleep.ts';
import { ownEntry } from '../../platform/locks/claim-name.ts';
import type { Approver } from '../service.ts';
import type { LiveAnswer } from './live-questions.ts';
import type { PendingCall, PendingStore } from './pending-store.ts';
import type { PendingRecord } from './record.ts';

/** Milliseconds between two looks whether an open question was answered in another process. */
const lookMs = 200;

/** The answer that another process gives, null when none came before the signal was aborted; the record is gone then. */
export type AnswerFromOutside = (signal: AbortSignal) => Promise<LiveAnswer | null>;

/** Leaves a question that is asked here in the store, too, so that a person may answer it from another terminal. Null where it cannot be left. */
export async function leaveOpen(
  call: PendingCall,
  { isAskedAnew = false, handsOn = false }: Approver,
  store: PendingStore,
): Promise<AnswerFromOutside | null> {
  const own = ownEntry();
  if (own === null || isAskedAnew || handsOn) return null;
  const { pid, startTicks } = own;
  try {
    const { id } = await store.leave(call, { pid, startTicks });
    return (signal) => follow(id, store, signal);
  } catch {
    // The one who is asked here can still answer.
    return null;
  }
}

async function follow(id: string, store: PendingStore, signal: AbortSignal): Promise<LiveAnswer | null> {
  try {
    let answer: LiveAnswer | null = null;
    while (!signal.aborted && answer === null) {
      await sleep(lookMs, { signal, ref: false });
      answer = answerIn(store.find(id));
    }
    return answer;
  } catch {
    return null;
  } finally {
    await store.forget(id).catch(() => {});
  }
}

function answerIn({ answer }: PendingRecord): LiveAnswer | null {
  if (answer === null) return null;
  const { at: _, ...given } = answer;
  return given;
}
