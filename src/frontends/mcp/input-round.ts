import type { ApprovalAnswer } from '../../core/approval-answer.ts';
import { ToolFailure, wrongField } from '../../core/failure.ts';
import { isRecord } from '../../core/record.ts';
import type { ApprovalRequest, Approver } from '../../runtime/service.ts';
import { type ApprovalForm, type FormResponse, readResponse } from './approval-form.ts';
import { digestOf, type RequestState, type StateSigner } from './request-state.ts';

/** The answer to a stateless client when a person must be asked. */
export interface InputRequired {
  readonly resultType: 'input_required';
  readonly inputRequests: Readonly<Record<string, unknown>>;
  readonly requestState: string;
}

export interface Round {
  readonly name: string;
  readonly input: unknown;
  /** `requestState` of the params; undefined in the first round. */
  readonly state: unknown;
  /** `inputResponses` of the params. */
  readonly responses: unknown;
}

/**
 * One round of a stateless call: uses answers from this round and earlier ones, and ends the call at the first question without one. An
 * answer counts only for exactly the call and the question that the person saw, and its state for one round.
 */
export class InputRound implements Approver {
  readonly isAskedAnew = true;
  readonly #controller = new AbortController();
  readonly #signer: StateSigner;
  readonly #form: ApprovalForm;
  readonly #round: Round;
  readonly #call: string;
  readonly #state: RequestState | null;
  readonly #answers: Map<string, ApprovalAnswer>;
  #required: InputRequired | null = null;

  /** Throws `invalid_input` for an invalid state or responses. */
  constructor(round: Round, signer: StateSigner, form: ApprovalForm) {
    this.#round = round;
    this.#signer = signer;
    this.#form = form;
    this.#call = digestOf([round.name, round.input]);
    if (round.responses !== undefined && !isRecord(round.responses))
      throw wrongField('inputResponses', 'must be an object');
    this.#state = round.state === undefined ? null : signer.spend(round.state, this.#call);
    this.#answers = new Map(Object.entries(this.#state?.answers ?? {}));
  }

  /** Aborted when the call must end to ask somebody. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The answer for the client once `signal` is aborted; null before. */
  get required(): InputRequired | null {
    return this.#required;
  }

  async request(question: ApprovalRequest, _: AbortSignal, binding: string): Promise<ApprovalAnswer> {
    const digest = digestOfQuestion(question, binding);
    const known = this.#answers.get(digest);
    if (known !== undefined) return known;
    const response = this.#responseTo(question, digest);
    if (response === null) {
      this.#required = this.#ask(question, digest);
      const message = 'A person must be asked first';
      this.#controller.abort(new ToolFailure('approval_required', message));
      throw new ToolFailure('cancelled', message);
    }
    const answer = this.#form.read(response, question);
    this.#answers.set(digest, answer);
    return answer;
  }

  /** The client's response to this question; null if it sent none. */
  #responseTo(question: ApprovalRequest, digest: string): FormResponse | null {
    const { responses } = this.#round;
    const key = this.#form.key(question);
    if (this.#state === null || this.#state.question !== digest) return null;
    if (!isRecord(responses) || !Object.hasOwn(responses, key)) return null;
    return readResponse(responses[key], 'denied');
  }

  #ask(question: ApprovalRequest, digest: string): InputRequired {
    const params = { mode: 'form', ...this.#form.render(question, 'one-of') };
    return {
      resultType: 'input_required',
      inputRequests: { [this.#form.key(question)]: { method: 'elicitation/create', params } },
      requestState: this.#signer.sign({
        expires: performance.now() + Date.parse(question.expiresAt) - Date.now(),
        call: this.#call,
        question: digest,
        answers: Object.fromEntries(this.#answers),
      }),
    };
  }
}

/** Digest of what a person was shown and the answer is bound to; ids and times differ in each round. */
function digestOfQuestion(
  { approvalId: _, expiresAt: __, ...shown }: ApprovalRequest,
  binding: string,
): string {
  return digestOf([shown, binding]);
}
