import type { ApprovalAnswer } from '../../core/approval-answer.ts';
import { cannot, ToolFailure } from '../../core/failure.ts';
import { parseInput } from '../../core/schema/validate.ts';
import { jsonLine } from '../../core/text/json-line.ts';
import { raiseLine } from '../../output/notices.ts';
import { answerSchema } from '../../runtime/approvals/answer.ts';
import { fittingQuestion } from '../../runtime/approvals/shorten-question.ts';
import { takenBack } from '../../runtime/approvals/taken-back.ts';
import type { ApprovalRequest, Approver } from '../../runtime/service.ts';
import type { Connection } from '../../wire/connection.ts';
import type { IdText } from '../../wire/message.ts';
import { mostOf } from '../../wire/reply.ts';

/** The call that a question is about. */
export interface AskingCall {
  readonly callId: IdText;
  /** Whether the client is another agent-tools, which may answer after this question is over. */
  readonly forwards: boolean;
  /** Most bytes of a line to the client. */
  readonly maxLineBytes: number;
}

/**
 * Asks the client of a connection by `approval/request`, with the id of its own request. Anything but an offered choice is a no: throws
 * ToolFailure `denied` for an error or an invalid answer, `approval_required` if the question does not fit on a line.
 */
export function clientApprover(
  connection: Connection,
  { callId, forwards, maxLineBytes }: AskingCall,
): Approver {
  const asked = new Set<string>();
  return {
    handsOn: forwards,
    settled: (approvalId, choice) => {
      if (asked.delete(approvalId)) void connection.notify('approval/resolved', { approvalId, choice });
    },
    request: async (whole, signal, binding) => {
      const paramsOf = (question: ApprovalRequest): string =>
        `{"id":${callId},${jsonLine({ ...question, ...(forwards ? { binding } : {}) }).slice(1)}`;
      const bytesOf = (question: ApprovalRequest): number =>
        envelopeBytes + Buffer.byteLength(paramsOf(question));
      const question = fittingQuestion(whole, (shorter) => bytesOf(shorter) <= maxLineBytes);
      if (question === null) throw tooLong(bytesOf(whole), maxLineBytes);
      const params = paramsOf(question);
      const { answer } = connection.request('approval/request', params, { signal });
      asked.add(question.approvalId);
      const reply = await answer;
      // An answer may still arrive while the question is being withdrawn.
      if (signal.aborted) throw takenBack();
      if ('error' in reply) {
        const { code, message } = reply.error;
        // Another agent-tools has already named the source of the error.
        const problem = forwards ? message : `the client answered with an error: ${message} (${code})`;
        throw new ToolFailure('denied', problem);
      }
      return readAnswer(question, reply.result);
    },
  };
}

/** Bytes of the line besides the params. */
const envelopeBytes = 96;

function tooLong(bytes: number, maxLineBytes: number): ToolFailure {
  const state = `its line has ${bytes} bytes`;
  const wanted = mostOf({ bytes: maxLineBytes, raise: raiseLine });
  return cannot('send', 'approval/request', state, wanted, 'approval_required');
}

function readAnswer({ choices }: ApprovalRequest, value: unknown): ApprovalAnswer {
  const answer = parseInput(answerSchema, value, 'denied');
  if (!choices.some(({ id }) => id === answer.choice)) {
    const offered = choices.map(({ id }) => id).join(', ');
    throw new ToolFailure('denied', `the client chose "${answer.choice}", expected one of ${offered}`);
  }
  return answer;
}
