import { ToolFailure } from '../../core/failure.ts';
import { takenBack } from '../../runtime/approvals/taken-back.ts';
import type { Approver } from '../../runtime/service.ts';
import type { Connection } from '../../wire/connection.ts';
import { type ApprovalForm, readResponse } from './approval-form.ts';
import type { ChoiceStyle } from './client.ts';

/** Asks the person at a client that started with `initialize`, by `elicitation/create`; an error instead of an answer is a no. */
export function elicitationApprover(
  connection: Connection,
  form: ApprovalForm,
  style: ChoiceStyle,
): Approver {
  return {
    request: async (question, signal) => {
      const params = { ...form.render(question, style) };
      const reply = await connection.request('elicitation/create', params, { signal }).answer;
      // An answer may still arrive while the question is being withdrawn.
      if (signal.aborted) throw takenBack();
      if ('error' in reply)
        throw new ToolFailure('denied', `the client answered with an error: ${reply.error.message}`);
      return form.read(readResponse(reply.result, 'denied'), question);
    },
  };
}
