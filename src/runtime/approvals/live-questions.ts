import type { ApprovalAnswer } from '../../core/approval-answer.ts';
import { lazy } from '../../core/async/lazy.ts';
import { unlessAborted } from '../../core/async/unless-aborted.ts';
import { isFailure, ToolFailure } from '../../core/failure.ts';
import type { ApprovalRequest, Approver } from '../service.ts';
import { findChoice } from './choices.ts';
import type { OpenRecord } from './open-record.ts';
import { answeredAlready } from './pending-store.ts';
import { takenBack } from './taken-back.ts';

/** An answer and who gave it. */
export interface LiveAnswer extends ApprovalAnswer {
  readonly by: string;
}

/** An open question. */
export interface Asked {
  readonly question: ApprovalRequest;
  /** The tool that the choices' rules are for; null where only the node that asks knows it, and what rules it takes. */
  readonly ruleTool: string | null;
}

interface Live extends Asked {
  readonly answer: Promise<LiveAnswer>;
  /** Gives the answer that counts: the first, whoever gave it and wherever. */
  readonly decide: (given: LiveAnswer) => Promise<LiveAnswer>;
  /** Takes the question back. */
  readonly controller: AbortController;
  waiters: number;
  /** Whether one of those who wait has taken a yes that is for one call. */
  isTaken: boolean;
  /** Settles once nothing of it is left in the store. */
  gone: Promise<unknown>;
}

export interface Asking extends Asked {
  /** Calls with the same one share a question. */
  readonly digest: string;
  /** What the approver is told that an answer is bound to. */
  readonly binding: string;
  readonly approver: Approver;
  /** Who the approver is. */
  readonly by: string;
  /** Seconds it may stay open. */
  readonly seconds: number;
  /** Leaves it where other processes may answer it. */
  readonly leave: () => Promise<OpenRecord | null>;
  /** The waiter's own; aborting it leaves the others waiting. */
  readonly signal: AbortSignal;
}

/**
 * The questions that are open now. Calls bound to the same digest wait for one answer; the first answer counts. A yes for one call
 * is taken by one of them, and the others are asked about anew.
 */
export class LiveQuestions {
  readonly #byDigest = new Map<string, Live>();

  /** The open questions, oldest first. */
  list(): readonly ApprovalRequest[] {
    return [...this.#byDigest.values()].map(({ question }) => question);
  }

  /**
   * Answers an open question from elsewhere; the one it was put to is told that it is over. Null when there is none. Throws
   * `tool_failed` where another answer came first.
   */
  async resolve(approvalId: string, answerTo: (asked: Asked) => LiveAnswer): Promise<ApprovalRequest | null> {
    for (const live of this.#byDigest.values()) {
      if (live.question.approvalId !== approvalId) continue;
      const given = answerTo(live);
      const counted = await live.decide(given);
      live.controller.abort();
      if (counted !== given) throw answeredAlready(approvalId, counted.by);
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
    const answer = await this.#answerOf(live, asking, known !== undefined);
    return answer === null ? this.ask(asking) : { ...answer, question: live.question };
  }

  /**
   * The answer to a question; null for those who have to ask anew: they joined it and whoever asked for all of them was sent away, or
   * another one has taken a yes for one call.
   */
  async #answerOf(
    live: Live,
    { approver, signal }: Pick<Asking, 'approver' | 'signal'>,
    hasJoined: boolean,
  ): Promise<LiveAnswer | null> {
    live.waiters += 1;
    approver.waits?.(true);
    try {
      const answer = await unlessAborted(live.answer, signal, 'Cancelled while it waited for approval');
      if (findChoice(live.question, answer.choice)?.kind !== 'allow_once') return answer;
      if (live.isTaken) return null;
      live.isTaken = true;
      return answer;
    } catch (error) {
      const isOver = isFailure(error, 'cancelled');
      if (isOver && hasJoined && !signal.aborted) return null;
      throw error;
    } finally {
      approver.waits?.(false);
      live.waiters -= 1;
      if (live.waiters === 0) {
        live.controller.abort();
        await live.gone;
      }
    }
  }

  #open({ digest, binding, question, ruleTool, approver, by, seconds, leave }: Asking): Live {
    const controller = new AbortController();
    let resolve: (answer: LiveAnswer) => void = () => {};
    let reject: (error: unknown) => void = () => {};
    const answer = new Promise<LiveAnswer>((onAnswer, onError) => {
      resolve = onAnswer;
      reject = onError;
    });
    let left: Promise<OpenRecord | null> = Promise.resolve(null);
    const withdraw = lazy(async () => (await left)?.withdraw() ?? null);
    let counted: Promise<LiveAnswer> | null = null;
    const decide = (given: LiveAnswer): Promise<LiveAnswer> => {
      counted ??= withdraw().then((earlier) => earlier ?? given);
      counted.then(resolve, reject);
      return counted;
    };
    const gone = Promise.resolve();
    const live: Live = { question, ruleTool, answer, decide, controller, waiters: 0, isTaken: false, gone };
    this.#byDigest.set(digest, live);
    const timer = setTimeout(() => {
      reject(new ToolFailure('timed_out', `nobody answered within ${seconds} s`));
      controller.abort();
    }, seconds * 1000);
    const close = (choice: string | null): void => {
      clearTimeout(timer);
      if (this.#byDigest.get(digest) === live) this.#byDigest.delete(digest);
      approver.settled?.(question.approvalId, choice);
    };
    answer.then(
      ({ choice }) => close(choice),
      () => close(null),
    );
    const follow = async (): Promise<void> => {
      const given = await (await left)?.follow(controller.signal);
      if (given) {
        await decide(given);
        controller.abort();
      }
      await withdraw();
    };
    const put = async (): Promise<void> => {
      left = leave();
      live.gone = follow();
      await left;
      if (controller.signal.aborted) throw takenBack();
      const given = await approver.request(question, controller.signal, binding);
      await decide({ ...given, by });
    };
    put().catch(async (error) => {
      const earlier = await withdraw();
      if (earlier !== null) await decide(earlier);
      else if (counted === null) reject(error);
    });
    return live;
  }
}
