import type { ApprovalAnswer } from '../../core/approval-answer.ts';
import { lazy } from '../../core/async/lazy.ts';
import { unlessAborted } from '../../core/async/unless-aborted.ts';
import { isFailure, ToolFailure } from '../../core/failure.ts';
import type { ApprovalRequest, Approver } from '../service.ts';
import { findChoice } from './choices.ts';
import { answeredAlready } from './not-waiting.ts';
import type { OpenRecord } from './open-record.ts';
import { takenBack } from './taken-back.ts';

/** An answer and who gave it. */
export interface LiveAnswer extends ApprovalAnswer {
  readonly by: string;
}

/** An open question. */
export interface Asked {
  readonly question: ApprovalRequest;
  /** The tool for which the choices' rules are; null for a question of a node, which alone knows its rules. */
  readonly ruleTool: string | null;
}

interface Live extends Asked {
  readonly answer: Promise<LiveAnswer>;
  /** Answers the question; resolves with the answer that counts: the first, in whichever process it was given. */
  readonly decide: (given: LiveAnswer) => Promise<LiveAnswer>;
  /** Withdraws the question. */
  readonly controller: AbortController;
  waiters: number;
  /** Whether a waiting call has used an `allow_once`. */
  isTaken: boolean;
  /** Settles once its record is out of the store. */
  gone: Promise<unknown>;
}

export interface Asking extends Asked {
  /** Calls with the same digest share a question. */
  readonly digest: string;
  /** The digest told to the approver, which an answer is bound to. */
  readonly binding: string;
  readonly approver: Approver;
  /** Who the approver is, for the audit trail. */
  readonly by: string;
  /** Seconds for which the question stays open. */
  readonly seconds: number;
  /** Puts it into the store, so that other processes can answer it. */
  readonly leave: () => Promise<OpenRecord | null>;
  /** This caller's signal; aborting it leaves the others waiting. */
  readonly signal: AbortSignal;
}

/**
 * The questions that are open now. Calls with the same digest wait for one answer; the first answer counts. An `allow_once` is used by
 * one of them, and the others are asked about again.
 */
export class LiveQuestions {
  readonly #byDigest = new Map<string, Live>();

  /** The open questions, oldest first. */
  list(): readonly ApprovalRequest[] {
    return [...this.#byDigest.values()].map(({ question }) => question);
  }

  /**
   * Answers an open question from elsewhere and tells its approver that it is over. Null if it is not open here. Throws `tool_failed`
   * if another answer came first.
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
   * Asks, or joins the calls that wait for the same answer. Rejects as the approver does, with `timed_out` if nobody answers, with
   * `cancelled` when `signal` is aborted.
   */
  async ask(asking: Asking): Promise<LiveAnswer & { readonly question: ApprovalRequest }> {
    const known = this.#byDigest.get(asking.digest);
    const live = known ?? this.#open(asking);
    const answer = await this.#answerOf(live, asking, known !== undefined);
    return answer === null ? this.ask(asking) : { ...answer, question: live.question };
  }

  /** The answer; null for a call that must ask again: the call that it joined was cancelled, or another call has used an `allow_once`. */
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
