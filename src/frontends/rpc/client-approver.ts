import { ToolFailure } from '../../core/failure.ts';
import { parseInput } from '../../core/schema/validate.ts';
import { answerSchema } from '../../runtime/approvals/answer.ts';
import { AnsweredElsewhere } from '../../runtime/approvals/answered-elsewhere.ts';
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../runtime/service.ts';
import type { Connection } from '../../wire/connection.ts';
import type { IdText } from '../../wire/message.ts';

/** The call that a client is asked about. */
export interface AskingCall {
  readonly callId: IdText;
  /** The client is another agent-tools, which may have to hand an answer in later than this question lives. */
  readonly forwards: boolean;
}

/**
 * Asks the client of a connection by `approval/request`, naming the request of its own that it is about. Whatever is not one of the offered choices is a no: throws
 * ToolFailure `denied` for an error or an answer of another shape, `tool_failed` when the question does not fit on a line.
 */
export function clientApprover(connection: Connection, { callId, forwards }: AskingCall): Approver {
  return {
    handsOn: forwards,
    request: async (question, signal, binding) => {
      const params = { ...about(callId), ...question, ...(forwards ? { binding } : {}) };
      const { answer } = connection.request('approval/request', params, { signal });
      let choice: string | null = null;
      try {
        const reply = await answer;
        // An answer may still arrive while the question is being taken back.
        if (signal.aborted) throw new ToolFailure('cancelled', 'the question was taken back');
        if ('error' in reply) {
          const { code, message } = reply.error;
          // Another agent-tools has said already whose error it is.
          const problem = forwards ? message : `the client answered with an error: ${message} (${code})`;
          throw new ToolFailure('denied', problem);
        }
        const decision = readAnswer(question, reply.result);
        choice = decision.choice;
        return decision;
      } catch (error) {
        if (signal.reason instanceof AnsweredElsewhere) choice = signal.reason.choice;
        throw error;
      } finally {
        void connection.notify('approval/resolved', { approvalId: question.approvalId, choice });
      }
    },
  };
}

/** The request a question is about, by its id as it came; one that a number cannot hold is left out. */
function about(callId: IdText): { readonly id?: unknown } {
  const id: unknown = JSON.parse(callId);
  return typeof id === 'number' && !Number.isSafeInteger(id) ? {} : { id };
}

function readAnswer({ choices }: ApprovalRequest, value: unknown): ApprovalAnswer {
  const answer = parseInput(answerSchema, value, 'denied');
  if (!choices.some(({ id }) => id === answer.choice)) {
    const offered = choices.map(({ id }) => id).join(', ');
    throw new ToolFailure('denied', `the client chose "${answer.choice}", expected one of ${offered}`);
  }
  return answer;
}
