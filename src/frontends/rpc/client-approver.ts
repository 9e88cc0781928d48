import * as v from 'valibot';
import { ToolFailure } from '../../core/failure.ts';
import { parseInput } from '../../core/validate.ts';
import type { ApprovalRequest, Approver } from '../../runtime/service.ts';
import type { Connection } from '../../wire/connection.ts';

const answerSchema = v.strictObject({
  choice: v.string(),
  rule: v.optional(v.string()),
  feedback: v.optional(v.string()),
});

/** Asks the client of a connection by `approval/request`; an error in place of an answer is a no. */
export function clientApprover(connection: Connection): Approver {
  return {
    request: async (question: ApprovalRequest, signal) => {
      const { answer } = connection.request('approval/request', { ...question }, { signal });
      try {
        const reply = await answer;
        if ('error' in reply)
          throw new ToolFailure('denied', `the client answered with an error: ${reply.error.message}`);
        const { choice, rule, feedback } = parseInput(answerSchema, reply.result, 'denied');
        return {
          choice,
          ...(rule === undefined ? {} : { rule }),
          ...(feedback === undefined ? {} : { feedback }),
        };
      } finally {
        void connection.notify('approval/resolved', { approvalId: question.approvalId });
      }
    },
  };
}
