import { unlessAborted } from '../../core/async/unless-aborted.ts';
import { isFailure, ToolFailure } from '../../core/failure.ts';
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../service.ts';
import { AnsweredElsewhere } from './answered-elsewhere.ts';
import type { AnswerFromOutside } from './open-record.ts';

/** An answer and who gave it. */
export interface LiveAnswer extends ApprovalAnswer {
  readonly by: string;
}

interface Live {
  readonly question: ApprovalRequest;
  readonly answer: Promise<LiveAnswer>;
  readonly resolve: (answer: LiveAnswer) => void;
  /** Takes the question back. */
  readonly controller: AbortController;
  waiters: number;
  /** Settles once nothing of it is left in the store. */
  gone: Promise<unknown>;
}

export interface Asking {
  /** Calls with the same one share a question. */
  readonly digest: string;
  /** What the approver is told that an answer is bound to. */
  readonly binding: string;
  readonly question: ApprovalRequest;
  readonly approver: Approver;
  /** Who the approver is. */
  readonly by: string;
  /** Seconds it may stay open. */
  readonly seconds: number;
  /** Leaves it where other processes may answer it. */
  readonly leave: () => Promise<AnswerFromOutside | null>;
  /** The waiter's own; aborting it leaves the others waiting. */
  readonly signal: AbortSignal;
}

/** The questions that are open now. Calls bound to the same digest wait for one answer; the first answer counts. */
export class LiveQuestions {
  readonly #byDigest = new Map<string, Live>();

  /** The open questions, oldest first. */
  list(): readonly ApprovalRequest[] {
    return [...this.#byDigest.values()].map(({ question }) => question);
  }

  /** Answers an open question from elsewhere; the one it was put to is told that it is over. Null when there is none. */
  resolve(approvalId: string, answerTo: (question: ApprovalRequest) => LiveAnswer): ApprovalRequest | null {
    for (const live of this.#byDigest.values()) {
      if (live.question.approvalId !== approvalId) continue;
      answerElsewhere(live, answerTo(live.question));
      return live.question;
    }
    return null;
  }

  /**
   * Asks, or joins those who wait for the same answer. Rejects as the approver does, with `timed_out` when nobody answers,
   * with `cancelled` when `signal` is aborted.
   */
  async ask(asking: Asking): Promise<LiveAnswer & { readonly question: ApprovalRequest }> {
    const known = this.#byDigest.get(asking.digest);
    const live = known ?? this.#open(asking);
    const answer = await this.#answerOf(live, asking.signal, known !== undefined);
    return answer === null ? this.ask(asking) : { ...answer, question: live.question };
  }

  /** The answer to a question; null for those who joined it where whoever asked for all of them was sent away. */
  async #answerOf(live: Live, signal: AbortSignal, hasJoined: boolean): Promise<LiveAnswer | null> {
    live.waiters += 1;
    try {
      return await unlessAborted(live.answer, signal, 'Cancelled while it waited for approval');
    } catch (error) {
      const isOver = isFailure(error, 'cancelled');
      if (isOver && hasJoined && !signal.aborted) return null;
      throw error;
    } finally {
      live.waiters -= 1;
      if (live.waiters === 0) {
        live.controller.abort();
        await live.gone;
      }
    }
  }

  #open({ digest, binding, question, approver, by, seconds, leave }: Asking): Live {
    const controller = new AbortController();
    let resolve: Live['resolve'] = () => {};
    let reject: (error: unknown) => void = () => {};
    const answer = new Promise<LiveAnswer>((onAnswer, onError) => {
      resolve = onAnswer;
      reject = onError;
    });
    const live: Live = { question, answer, resolve, controller, waiters: 0, gone: Promise.resolve() };
    this.#byDigest.set(digest, live);
    const timer = setTimeout(() => {
      reject(new ToolFailure('timed_out', `nobody answered within ${seconds} s`));
      controller.abort();
    }, seconds * 1000);
    const close = (): void => {
      clearTimeout(timer);
      if (this.#byDigest.get(digest) === live) this.#byDigest.delete(digest);
    };
    answer.then(close, close);
    const put = async (): Promise<LiveAnswer> => {
      const left = leave();
      live.gone = left.then(async (fromOutside) => {
        const given = await fromOutside?.(controller.signal);
        if (given) answerElsewhere(live, given);
      });
      await left;
      if (controller.signal.aborted) throw new ToolFailure('cancelled', 'the question was taken back');
      const given = await approver.request(question, controller.signal, binding);
      return { ...given, by };
    };
    put().then(resolve, reject);
    return live;
  }
}

/** Whoever was asked is told that it is over. */
function answerElsewhere({ resolve, controller }: Live, answer: LiveAnswer): void {
  resolve(answer);
  controller.abort(new AnsweredElsewhere(answer.choice));
}
