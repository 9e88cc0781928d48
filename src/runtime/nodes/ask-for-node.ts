import type { ApprovalAnswer } from '../../core/approval-answer.ts';
import type { NodeQuestion } from '../../hosts/node/node-shapes.ts';
import { sha256 } from '../../platform/files/sha256.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import { newApprovalId } from '../approvals/approval-id.ts';
import type { Approvals } from '../approvals/approvals.ts';
import { approverName, askerName } from '../approvals/approver-name.ts';
import { escapeQuestion } from '../approvals/escape-question.ts';
import { leaveOpen } from '../approvals/open-record.ts';
import { timeAfter } from '../approvals/time-after.ts';
import type { AskedAbout } from '../decide.ts';
import type { ApprovalChoice, Approver } from '../service.ts';

export interface AskingNode {
  readonly node: string;
  readonly tool: string;
  readonly approver: Approver;
  readonly context: ToolContext;
  readonly signal: AbortSignal;
  asked(about: AskedAbout): void;
}

/** A node's session rule ends with the connection, which a command line closes at once. */
function mayOutlive({ kind, rule }: ApprovalChoice, { caller }: ToolContext): boolean {
  return kind !== 'allow_session' || rule === undefined || caller.frontend !== 'cli';
}

/** Asks the person here a node's question, which names the node. Rejects if nobody answers. */
export async function askForNode(
  question: NodeQuestion,
  { node, tool, approver, context, signal, asked }: AskingNode,
  approvals: Approvals,
): Promise<ApprovalAnswer> {
  const { timeoutSeconds } = context.settings.approval;
  const digest = sha256(`${node}\0${question.approvalId}`);
  const shown = escapeQuestion({
    approvalId: newApprovalId(digest),
    tool,
    title: question.title,
    reason: `node "${node}" asks: ${question.reason}`,
    cwd: question.cwd,
    host: node,
    display: question.display.map((item) => (item.type === 'command' ? { ...item, host: node } : item)),
    choices: question.choices.filter((choice) => mayOutlive(choice, context)),
    expiresAt: timeAfter(timeoutSeconds),
  });
  const pending = {
    digest,
    question: shown,
    ruleTool: 'shell',
    inputSession: null,
    client: askerName(context.caller),
    node,
    seconds: timeoutSeconds,
  };
  const { reason } = shown;
  asked({ reason, approvalId: shown.approvalId, approver: null });
  const {
    by,
    question: { approvalId },
    ...answer
  } = await approvals.live.ask({
    digest,
    // The node gives the same question a new id each time.
    binding: sha256(`${node}\0${question.binding}`),
    question: shown,
    ruleTool: null,
    approver,
    by: approverName(context),
    seconds: timeoutSeconds,
    leave: () => leaveOpen(pending, approver, approvals.pending),
    signal,
  });
  asked({ reason, approvalId, approver: by });
  return answer;
}
